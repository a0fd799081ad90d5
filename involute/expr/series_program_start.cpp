// SPDX-License-Identifier: Apache-2.0
// The start tape: every coefficient is written out.
#include "involute/expr/series_program_rules.hpp"
#include "involute/expr/series_program_writer.hpp"

namespace involute {

struct StartRules {
    const SeriesStart& start;
    int v;
    int n;

    TapeBuilder& tape() { return start.tape_; }
    Slot coefficient(int a) const { return start.values_[a][n]; }
    Slot value(int a) const { return start.values_[a][0]; }
    Slot reciprocal(int a) const { return start.reciprocal(a); }
    Slot convolution(int a, int b) { return sum(a, b, false); }
    Slot integral(int a, int b)
    {
        return tape().multiply(tape().constant(Quad(1) / n), sum(a, b, true));
    }

    Slot sum(int a, int b, bool weighted)
    {
        Slot total = tape().constant(0);
        for (int j = weighted || b == v ? 1 : 0; j <= (a == v ? n - 1 : n); ++j) {
            const Slot product = tape().multiply(start.values_[a][j], start.values_[b][n - j]);
            total = tape().add(total,
                               weighted ? tape().multiply(tape().constant(j), product) : product);
        }
        return total;
    }
};

SeriesStart::SeriesStart(const SeriesPlan& plan, TapeBuilder& tape,
                         const std::function<Slot(NodeId leaf, int order)>& leaf)
    : plan_(plan), tape_(tape), values_(plan.nodes.size())
{
    const int count = int(plan.nodes.size());
    for (int v = 0; v < count; ++v) values_[v].push_back(tape.emit(plan.nodes[v].id));
    for (int n = 1; n <= plan.deepest(); ++n)
        for (int v = 0; v < count; ++v) {
            const SeriesNode& node = plan.nodes[v];
            if (n > node.ahead) continue;
            values_[v].push_back(node.rule == SeriesRule::leaf
                                     ? leaf(node.id, n)
                                     : write_coefficient(StartRules{*this, v, n}, node, v));
        }
}

Slot SeriesStart::reciprocal(int node) const
{
    return tape_.divide(tape_.constant(1), values_[node][0]);
}

}  // namespace involute
