// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/neglected.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"

namespace involute {

std::vector<NeglectedTerm> known_terms(const CompletedSystem& c)
{
    std::vector<NeglectedTerm> terms;
    std::ranges::copy_if(
        c.system.neglected, std::back_inserter(terms), [&](const NeglectedTerm& term) {
            const auto both = leaves(c.system.graph, {term.coefficient, term.row});
            return std::ranges::all_of(both, [&](NodeId leaf) {
                const Node node = c.system.graph[leaf];
                return node.op == Op::independent || int(node.b) <= c.layout.d[node.a];
            });
        });
    return terms;
}

Tape write_neglected(CompletedSystem& c, const std::vector<NeglectedTerm>& terms)
{
    Graph& graph = c.system.graph;
    // Make all derivatives first: the graph must not grow while the tape builder reads it.
    std::vector<std::vector<std::pair<NodeId, NodeId>>> partials;  // (∂row/∂leaf, leaf)
    for (const NeglectedTerm& term : terms) {
        partials.emplace_back();
        Partials by_leaf(graph, term.row);
        for (const NodeId leaf : by_leaf.leaves())
            partials.back().push_back({by_leaf.by(leaf), leaf});
    }
    TapeBuilder tape(graph, std::uint32_t(c.layout.size + c.layout.unknowns));
    bind_point(c, tape);
    bind_tops(c, tape);
    for (std::size_t k = 0; k < terms.size(); ++k) {
        tape.output(tape.emit(terms[k].coefficient));
        Slot size = tape.constant(0);
        for (const auto& [derivative, leaf] : partials[k])
            size = tape.add(size,
                            tape.absolute(tape.multiply(tape.emit(derivative), tape.emit(leaf))));
        tape.output(size);
    }
    return tape.finish();
}

}  // namespace involute
