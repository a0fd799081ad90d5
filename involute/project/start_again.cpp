// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_again.hpp"

#include <cmath>

#include "involute/expr/subgraph.hpp"
#include "involute/project/nearest.hpp"
#include "involute/project/start_sizes.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {
namespace {

/// Whether the same numbers are said; their formulas are left behind.
bool take_numbers(std::vector<Given>& to, const std::vector<Given>& from)
{
    bool same = to.size() == from.size();
    for (std::size_t i = 0; same && i < to.size(); ++i)
        same = to[i].unknown == from[i].unknown && to[i].order == from[i].order;
    to = from;
    for (Given& given : to) given.formula.reset();
    return same;
}

}  // namespace

std::vector<NodeId> parameters_of_start(const CompletedSystem& c)
{
    std::vector<NodeId> rows, found;
    for (const int row : imposed_rows(c)) rows.push_back(c.constraint_nodes[std::size_t(row)]);
    for (const Visit& visit : subgraph(c.system.graph, rows).visits)
        if (c.system.graph[visit.id].op == Op::parameter) found.push_back(visit.id);
    return found;
}

std::vector<Quad> what_decides_the_manifold(const System& system,
                                            const std::vector<NodeId>& parameters)
{
    std::vector<Quad> decides;
    for (const Invariant& invariant : system.invariants)
        if (invariant.value) decides.push_back(*invariant.value);
    for (const NodeId id : parameters) decides.push_back(system.graph.parameter_value(id));
    return decides;
}

std::vector<Quad> what_decides_the_start(const System& system,
                                         const std::vector<NodeId>& parameters)
{
    std::vector<Quad> decides = what_decides_the_manifold(system, parameters);
    for (const auto* list : {&system.starts, &system.guesses, &system.suggestions})
        for (const Given& given : *list) decides.push_back(given.value);
    return decides;
}

bool take_starts(System& completed, const System& author)
{
    const bool same = take_numbers(completed.starts, author.starts);
    return take_numbers(completed.guesses, author.guesses) && same;
}

template <class S>
bool start_again(Geometry<S>& geometry, Start<S>& start)
{
    const CompletedSystem& c = geometry.completed();
    const auto size = std::size_t(c.layout.size);
    for (std::size_t i = size; i < start.values.size(); ++i)
        if (start.values[i].given) return false;
    std::vector<S> z(start.z.size());
    if (!geometry.choose_order(start.p.data()) ||
        geometry.field(start.p.data(), z.data()).health != Health::good)
        return false;
    for (std::size_t j = 0; j < z.size(); ++j)
        if (StartValue& value = start.values[size + j]; value.guessed)
            value.moved += to_double(S(z[j] - start.z[j]));
    start.z = std::move(z);
    fix_invariants(geometry, start.p);
    return true;
}

template <class S>
bool move_to_manifold(Geometry<S>& geometry, const std::vector<double>& sizes, std::vector<S>& p)
{
    using std::abs;
    std::vector<int> rows = imposed_rows(geometry.completed());
    if (rows.empty()) return true;
    std::vector<S> weights(p.size(), S(0)), q = p;
    for (std::size_t i = 1; i < p.size(); ++i) {
        const S size = abs(p[i]) + S(sizes[i]);
        weights[i] = size * size;
    }
    NearestPoint<S> nearest(geometry, start_floors({}, sizes), std::move(rows));
    if (!nearest.find(p.data(), weights.data(), q.data()).converged) return false;
    p = std::move(q);
    return true;
}

template bool start_again(Geometry<double>&, Start<double>&);
template bool start_again(Geometry<Quad>&, Start<Quad>&);
template bool move_to_manifold(Geometry<double>&, const std::vector<double>&, std::vector<double>&);
template bool move_to_manifold(Geometry<Quad>&, const std::vector<double>&, std::vector<Quad>&);

}  // namespace involute
