// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/round_off.hpp"

#include <algorithm>
#include <cmath>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {
namespace {

// A row of J below this part of its equation is round-off; larger rows than the other are not even
// looked at.
constexpr double round_off = 1e-15, worth_a_look = 1e-10;

}  // namespace

template <class S>
std::optional<int> round_off_row(Geometry<S>& geometry, const std::vector<S>& p, Scale scale)
{
    using std::abs;
    CompletedSystem& c = geometry.completed();
    const int n = c.layout.unknowns;
    std::vector<S> z(std::size_t(n), S(0)), rows(z), values(c.jacobian.entries.size());
    geometry.matrix(p.data(), z.data(), rows.data(), values.data());
    std::vector<double> largest(std::size_t(n), 0);
    for (std::size_t e = 0; e < values.size(); ++e) {
        double& most = largest[std::size_t(c.jacobian.entries[e].row)];
        most = std::max(most, std::abs(to_double(values[e])));
    }
    Graph& graph = c.system.graph;
    const auto value = [&](NodeId leaf) -> Quad {
        const Node node = graph[leaf];
        if (node.op == Op::jet && !c.layout.in_point(int(node.a), int(node.b))) return Quad(0);
        return Quad(p[std::size_t(position_of(c, leaf))]);
    };
    for (int i = 0; i < n; ++i) {
        if (!(largest[std::size_t(i)] < worth_a_look)) continue;
        const NodeId top = c.structure.derivatives[i][c.structure.c[i]];
        double size = 0;
        for (const NodeId leaf : leaves(graph, top)) {
            const Quad slope = evaluate<Quad>(graph, differentiate(graph, top, leaf), value);
            const Node node = graph[leaf];
            const double floor =
                node.op == Op::jet ? scale.of(int(node.a), int(node.b)) : scale.floor;
            size += std::abs(to_double(slope)) * (std::abs(to_double(value(leaf))) + floor);
        }
        if (largest[std::size_t(i)] * scale.floor < round_off * size) return i;
    }
    return std::nullopt;
}

template std::optional<int> round_off_row(Geometry<double>&, const std::vector<double>&, Scale);
template std::optional<int> round_off_row(Geometry<Quad>&, const std::vector<Quad>&, Scale);

}  // namespace involute
