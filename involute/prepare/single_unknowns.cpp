// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/single_unknowns.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {
namespace {

// Distances from the guess at which the sign is looked at, ten a decade.
constexpr double nearest = 1e-3, farthest = 1e8;
constexpr int per_decade = 10;

using Jet = std::pair<int, int>;  // unknown, order

/// One equation as a function of one jet.
class Slice {
public:
    Slice(const Graph& graph, NodeId f, NodeId jet, const std::map<Jet, double>& known, double t)
        : graph_(graph), f_(f), jet_(jet), known_(known), t_(t)
    {
    }

    double operator()(double value) const
    {
        return evaluate<double>(graph_, f_, [&](NodeId id) {
            const Node& node = graph_[id];
            if (node.op == Op::independent) return t_;
            return id == jet_ ? value : known_.at({int(node.a), int(node.b)});
        });
    }

    /// A root, the nearest to `from` that a change of sign shows.
    std::optional<double> root_near(double from) const
    {
        double inner[2] = {from, from};
        double before[2];
        before[0] = before[1] = (*this)(from);
        if (before[0] == 0) return std::nullopt;  // nothing is to be found
        const double step = std::pow(10.0, 1.0 / per_decade);
        for (double distance = nearest; distance <= farthest; distance *= step)
            for (const int side : {0, 1}) {
                const double here = from + (side == 0 ? distance : -distance);
                const double value = (*this)(here);
                const bool changed =
                    (before[side] < 0 && value >= 0) || (before[side] > 0 && value <= 0);
                if (changed) return bisected(inner[side], here, before[side] < 0);
                if (!std::isnan(value)) before[side] = value, inner[side] = here;
            }
        return std::nullopt;
    }

private:
    /// Halving needs signs alone: a value beyond the range of numbers has one.
    double bisected(double a, double b, bool negative_at_a) const
    {
        for (int k = 0; k < 200; ++k) {
            const double middle = a + (b - a) / 2;
            if (middle == a || middle == b) break;
            const double value = (*this)(middle);
            ((value < 0) == negative_at_a && value != 0 ? a : b) = middle;
        }
        return std::isfinite((*this)(b)) ? b : a;
    }

    const Graph& graph_;
    NodeId f_, jet_;
    const std::map<Jet, double>& known_;
    double t_;
};

}  // namespace

bool guess_single_unknowns(System& system)
{
    const Graph& graph = system.graph;
    std::map<Jet, double> known, guessed;
    double t = 0;
    for (const Given& g : system.starts)
        (g.unknown < 0 ? t : known[{g.unknown, g.order}]) = to_double(g.value);
    for (const Given& g : system.guesses)
        if (g.unknown >= 0) guessed[{g.unknown, g.order}] = to_double(g.value);

    bool added = false;
    for (bool again = true; again;) {
        again = false;
        for (const Equation& equation : system.equations) {
            std::vector<NodeId> open;
            for (const NodeId leaf : leaves(graph, equation.f))
                if (graph[leaf].op == Op::jet &&
                    !known.contains({int(graph[leaf].a), int(graph[leaf].b)}))
                    open.push_back(leaf);
            if (open.size() != 1) continue;
            const Jet jet{int(graph[open[0]].a), int(graph[open[0]].b)};
            const auto guess = guessed.find(jet);
            const auto root = Slice(graph, equation.f, open[0], known, t)
                                  .root_near(guess == guessed.end() ? 0.0 : guess->second);
            if (!root) continue;
            known[jet] = *root;
            std::erase_if(system.guesses, [&](const Given& g) {
                return g.unknown == jet.first && g.order == jet.second;
            });
            system.guesses.push_back({jet.first, jet.second, Quad(*root), equation.place});
            added = again = true;
        }
    }
    return added;
}

}  // namespace involute
