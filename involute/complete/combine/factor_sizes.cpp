// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/factor_sizes.hpp"

#include <algorithm>

#include "involute/base/prime_field.hpp"
#include "involute/complete/closure/array_points.hpp"
#include "involute/complete/combine/combination_leading.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

constexpr int points_nearby = 4;
// How far nearby is, in natural scale.
constexpr double distance = 0.1;

const Given* given(const System& system, NodeId leaf)
{
    const Node& node = system.graph[leaf];
    const int unknown = node.op == Op::jet ? int(node.a) : -1;
    for (const auto* list : {&system.starts, &system.guesses})
        for (const Given& found : *list)
            if (found.unknown == unknown && (unknown < 0 || found.order == int(node.b)))
                return &found;
    return nullptr;
}

Quad at_start(const System& system, const Probe& probe, NodeId leaf)
{
    if (const Given* found = given(system, leaf)) return found->value;
    const Graph& graph = system.graph;
    return graph[leaf].op == Op::jet ? Quad(probe.sample(graph, leaf, 0)) : Quad(0);
}

// The same at some distance in the natural scale: relative to a value that passes 0 it would be
// none.
Quad nearby(const System& system, const Probe& probe, const NaturalScale& scale, NodeId leaf,
            int point)
{
    const Node& node = system.graph[leaf];
    const double size = node.op == Op::jet ? scale.of(int(node.a), int(node.b)) : scale.period();
    const std::uint64_t bits = scrambled((std::uint64_t(leaf) << 8) + std::uint64_t(point));
    return at_start(system, probe, leaf) +
           distance * size * (2 * double(bits >> 11) / double(1ull << 53) - 1);
}

}  // namespace

FactorSizes sizes_at_start(const System& system, const Probe& probe,
                           const std::vector<NodeId>& factors)
{
    const auto sizes = [&](auto&& value) {
        return VectorOf<Quad>(values_of(system.graph, {factors}, value).cwiseAbs().transpose());
    };
    FactorSizes found;
    found.here = sizes([&](NodeId leaf) { return at_start(system, probe, leaf); });
    found.usual = VectorOf<Quad>::Zero(found.here.size());
    const NaturalScale scale(system);
    for (int k = 0; k < points_nearby; ++k)
        found.usual += sizes([&](NodeId leaf) { return nearby(system, probe, scale, leaf, k); }) /
                       Quad(points_nearby);
    return found;
}

bool is_given(const System& system, NodeId factor)
{
    const std::vector<NodeId> in = leaves(system.graph, factor);
    return std::ranges::all_of(
        in, [&](NodeId leaf) { return system.graph[leaf].op != Op::jet || given(system, leaf); });
}

}  // namespace involute
