// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/affinity.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

enum class Degree : char { free, affine, nonlinear };

Degree degree_of(const Node& node, Degree a, Degree b)
{
    const Degree larger = std::max(a, b);
    switch (node.op) {
        case Op::add:
        case Op::subtract:
        case Op::negate:
            return larger;
        case Op::multiply:
            return std::min(a, b) == Degree::free ? larger : Degree::nonlinear;
        case Op::divide:
            return b == Degree::free ? a : Degree::nonlinear;
        case Op::constant:
        case Op::independent:
        case Op::jet:
        case Op::parameter:
        case Op::power:
        case Op::integer_power:
        case Op::call:
        case Op::input:
            break;
    }
    return larger == Degree::free ? Degree::free : Degree::nonlinear;
}

// From the text alone: true is certain; false may be wrong, as for (z + 1)² - z².
bool is_written_affine(const Graph& graph, NodeId f, const std::vector<NodeId>& jets)
{
    const Subgraph part = subgraph(graph, {f});
    std::vector<Degree> degrees;
    degrees.reserve(part.visits.size());
    for (const Visit& visit : part.visits) {
        const Node& node = graph[visit.id];
        const int operands = operand_count(node);
        const Degree a = operands > 0 ? degrees[visit.a] : Degree::free;
        const Degree b = operands > 1 ? degrees[visit.b] : Degree::free;
        const bool is_one =
            operands == 0 && std::find(jets.begin(), jets.end(), visit.id) != jets.end();
        degrees.push_back(is_one ? Degree::affine : degree_of(node, a, b));
    }
    return degrees[part.roots[0]] != Degree::nonlinear;
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> nonlinear_pair(Graph& graph, NodeId f,
                                                                  const std::vector<NodeId>& jets,
                                                                  Probe& probe)
{
    if (is_written_affine(graph, f, jets)) return std::nullopt;
    std::vector<NodeId> slopes;
    NodeId rest = f;  // f - Σ ∂f/∂jet · jet: must not depend on the jets either
    for (NodeId jet : jets) {
        slopes.push_back(differentiate(graph, f, jet));
        rest = graph.subtract(rest, graph.multiply(slopes.back(), jet));
    }
    for (std::size_t i = 0; i < jets.size(); ++i)
        if (probe.depends_on(graph, slopes[i], jets[i])) return std::pair(i, i);
    for (std::size_t i = 0; i < jets.size(); ++i)
        for (std::size_t k = i + 1; k < jets.size(); ++k)
            if (probe.depends_on(graph, slopes[i], jets[k])) return std::pair(i, k);
    for (std::size_t i = 0; i < jets.size(); ++i)
        if (probe.depends_on(graph, rest, jets[i])) return std::pair(i, i);
    return std::nullopt;
}

}  // namespace involute
