// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_again.hpp"

#include "involute/expr/subgraph.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {

std::vector<NodeId> parameters_of_start(const CompletedSystem& c)
{
    std::vector<NodeId> rows, found;
    for (const int row : imposed_rows(c)) rows.push_back(c.constraint_nodes[std::size_t(row)]);
    for (const Visit& visit : subgraph(c.system.graph, rows).visits)
        if (c.system.graph[visit.id].op == Op::parameter) found.push_back(visit.id);
    return found;
}

std::vector<Quad> what_decides_the_start(const System& system,
                                         const std::vector<NodeId>& parameters)
{
    std::vector<Quad> decides;
    for (const auto* list : {&system.starts, &system.guesses, &system.suggestions})
        for (const Given& given : *list) decides.push_back(given.value);
    for (const Invariant& invariant : system.invariants)
        if (invariant.value) decides.push_back(*invariant.value);
    for (const NodeId id : parameters) decides.push_back(system.graph.parameter_value(id));
    return decides;
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

template bool start_again(Geometry<double>&, Start<double>&);
template bool start_again(Geometry<Quad>&, Start<Quad>&);

}  // namespace involute
