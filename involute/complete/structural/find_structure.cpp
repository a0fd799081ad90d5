// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/find_structure.hpp"

#include <algorithm>

#include "involute/complete/explain.hpp"
#include "involute/complete/structural/assignment.hpp"
#include "involute/complete/structural/blocks.hpp"
#include "involute/complete/structural/offsets.hpp"
#include "involute/complete/structural/raising.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

Structure refused(Structure structure, Outcome code, std::string message)
{
    structure.code = code;
    structure.message = std::move(message);
    return structure;
}

std::vector<NodeId> left_sides(const System& system)
{
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    return equations;
}

// An equation without unknowns that is not 0 = 0; -1 if there is none.
int contradiction(const Graph& graph, const TrueSignature& known, Probe& probe)
{
    for (std::size_t i = 0; i < known.sigma.size(); ++i)
        if (known.sigma[i].empty() &&
            !probe.vanishes(graph, make_evaluable(graph, known.equations[i])))
            return int(i);
    return -1;
}

// f_i, D f_i, ..., D^c_i f_i; false when the graph outgrows its limit.
bool differentiate_equations(Structure& structure, Graph& graph,
                             const std::vector<NodeId>& equations, std::size_t max_nodes)
{
    for (std::size_t i = 0; i < equations.size(); ++i) {
        structure.derivatives.push_back({equations[i]});
        auto& levels = structure.derivatives.back();
        for (int l = 0; l < structure.c[i]; ++l) {
            levels.push_back(total_derivative(graph, levels.back()));
            if (graph.size() > max_nodes) return false;
        }
    }
    return true;
}

}  // namespace

Structure find_structure(System& system, const StructureOptions& options)
{
    Graph& graph = system.graph;
    Probe probe(system);
    const TrueSignature known = true_signature(graph, left_sides(system), probe);
    Structure structure;
    structure.signature = known.sigma;

    if (const int i = contradiction(graph, known, probe); i >= 0)
        return refused(std::move(structure), Outcome::inconsistent,
                       explain_contradiction(system, i, known.equations[i]));
    if (int(known.sigma.size()) != system.unknowns())
        return refused(std::move(structure), Outcome::not_square,
                       explain_not_square(system, known.sigma));
    const Assignment assignment = highest_value_transversal(known.sigma, system.unknowns());
    if (!assignment.perfect)
        return refused(std::move(structure), Outcome::structurally_singular,
                       explain_violator(system, assignment.violator));

    const Offsets offsets = canonical_offsets(known.sigma, assignment);
    structure.match = assignment.match;
    structure.canonical_c = structure.c = offsets.c;
    structure.canonical_d = structure.d = offsets.d;
    structure.pattern = tight_pattern(known.sigma, offsets.c, offsets.d);
    structure.blocks = matched_blocks(structure.pattern, structure.match);
    raise_blocks(structure, graph, known.equations, probe, options.jointly_affine);
    if (!differentiate_equations(structure, graph, known.equations, options.max_nodes))
        return refused(std::move(structure), Outcome::too_large,
                       explain_too_large(options.max_nodes));
    return structure;
}

int structural_index(const Structure& structure)
{
    int largest = 0;
    for (int c : structure.canonical_c) largest = std::max(largest, c);
    const auto& d = structure.canonical_d;
    return largest + (std::find(d.begin(), d.end(), 0) != d.end() ? 1 : 0);
}

}  // namespace involute
