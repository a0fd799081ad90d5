// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/steep_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/expr/evaluate.hpp"
#include "involute/expr/functions.hpp"

namespace involute {
namespace {

// Two distances from the start in scale; a slope that grows by more than this between them, as that
// of a root does, has no bound.
const Quad far_off = Quad(1e-8), near_by = Quad(1e-16), grows = Quad(30);

/// Whether a root is taken in e: the square root, or a power that is no integer.
bool takes_root(const Graph& graph, NodeId e)
{
    static const FunctionId square_root = *find_function("sqrt");
    const Subgraph part = subgraph(graph, std::vector<NodeId>{e});
    return std::ranges::any_of(part.visits, [&](const Visit& visit) {
        const Node& node = graph[visit.id];
        return node.op == Op::power || (node.op == Op::call && node.function == square_root);
    });
}

}  // namespace

template <class S>
std::string steep_start(const PreparedOf<S>& prepared)
{
    const CompletedSystem& c = prepared.geometry->completed();
    const Layout& l = c.layout;
    std::vector<Quad> p(prepared.start.p.begin(), prepared.start.p.end());
    const auto leaf = [&](NodeId id) {
        const Node& node = c.system.graph[id];
        if (node.op == Op::independent) return p[0];
        const int j = int(node.a), order = int(node.b);
        if (l.in_point(j, order)) return p[std::size_t(l.position(j, order))];
        return order == l.d[std::size_t(j)] ? Quad(prepared.start.z[std::size_t(j)]) : Quad(0);
    };
    const std::vector<double> floors = floors_of(prepared.scale, l);
    for (std::size_t i = 0; i < c.system.equations.size(); ++i) {
        const NodeId f = c.system.equations[i].f;
        if (!takes_root(c.system.graph, f)) continue;
        const auto value = [&] { return evaluate<Quad>(c.system.graph, f, leaf); };
        const Quad here = value();
        for (int k = 1; k < l.size; ++k) {
            Quad& coordinate = p[std::size_t(k)];
            const Quad kept = coordinate, unit = std::max<Quad>(abs(kept), floors[std::size_t(k)]);
            const auto slope = [&](const Quad& distance) {
                coordinate = kept + distance * unit;
                const Quad found = abs(value() - here) / abs(distance);
                coordinate = kept;
                return found;
            };
            const bool steep = slope(near_by) > grows * slope(far_off) ||
                               slope(-near_by) > grows * slope(-far_off);
            if (!steep) continue;
            const Layout::Jet jet = l.jets[std::size_t(k)];
            return fmt::format(
                "{} has an infinite slope in {} at the start: more than one solution may leave it, "
                "of which the one that steps find is followed",
                equation_name(c.system, int(i), 0),
                jet_name(c.system.names, jet.unknown, jet.order));
        }
    }
    return {};
}

template std::string steep_start(const PreparedOf<double>&);
template std::string steep_start(const PreparedOf<Quad>&);

}  // namespace involute
