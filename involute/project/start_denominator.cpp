// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_denominator.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {
namespace {

constexpr std::size_t shown = 80;  // characters of a denominator

bool has_value(const CompletedSystem& c, NodeId e)
{
    return std::ranges::all_of(leaves(c.system.graph, e), [&](NodeId leaf) {
        const Node node = c.system.graph[leaf];
        return node.op == Op::independent || int(node.b) <= c.layout.d[node.a];
    });
}

std::vector<NodeId> denominators(const CompletedSystem& c, int equation)
{
    const Graph& graph = c.system.graph;
    std::vector<NodeId> found;
    for (const Visit& visit :
         subgraph(graph, {c.structure.derivatives[std::size_t(equation)].back()}).visits) {
        const Node node = graph[visit.id];
        if (node.op == Op::divide && has_value(c, node.b)) found.push_back(node.b);
        if (node.op == Op::integer_power && node.exponent < 0 && has_value(c, node.a))
            found.push_back(node.a);
    }
    return found;
}

}  // namespace

template <class S>
std::string vanishing_denominator(Geometry<S>& geometry, int equation, const std::vector<S>& p,
                                  const std::vector<S>& z)
{
    CompletedSystem& c = geometry.completed();
    const std::vector<NodeId> nodes = denominators(c, equation);
    if (nodes.empty()) return {};
    std::vector<S> work, in(p.begin(), p.begin() + c.layout.size), out(nodes.size());
    in.insert(in.end(), z.begin(), z.end());
    const Program<S> program = compile_program<S>(write_values(c, nodes), false, work);
    program.run(in.data(), out.data(), work.data());
    for (std::size_t k = 0; k < nodes.size(); ++k)
        if (out[k] == S(0)) return print_shortened(c.system.graph, nodes[k], c.system.names, shown);
    return {};
}

template std::string vanishing_denominator(Geometry<double>&, int, const std::vector<double>&,
                                           const std::vector<double>&);
template std::string vanishing_denominator(Geometry<Quad>&, int, const std::vector<Quad>&,
                                           const std::vector<Quad>&);

}  // namespace involute
