// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/signature.hpp"

#include <algorithm>

#include "involute/complete/structural/felt.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

using Jets = std::vector<std::pair<std::pair<int, int>, NodeId>>;  // ((unknown, order), node)

// The highest jet of each unknown in the formula, by unknown.
Jets highest_jets(const Graph& graph, const Evaluable& formula)
{
    Jets jets;
    for (NodeId leaf : formula.leaves)
        if (graph[leaf].op == Op::jet)
            jets.push_back({{int(graph[leaf].a), int(graph[leaf].b)}, leaf});
    std::sort(jets.begin(), jets.end());
    Jets highest;
    for (const auto& jet : jets) {
        if (!highest.empty() && highest.back().first.first == jet.first.first)
            highest.back() = jet;
        else
            highest.push_back(jet);
    }
    return highest;
}

// f with numbers in place of jets it does not depend on: 0, or 1 where 0 is outside its domain.
NodeId without(Graph& graph, NodeId f, const std::vector<NodeId>& jets, Probe& probe)
{
    const std::vector<NodeId> zeros(jets.size(), graph.constant(0));
    const NodeId at_zero = substitute(graph, f, jets, zeros);
    if (probe.is_finite_somewhere(graph, make_evaluable(graph, at_zero))) return at_zero;
    return substitute(graph, f, jets, std::vector<NodeId>(jets.size(), graph.constant(1)));
}

}  // namespace

TrueSignature true_signature(Graph& graph, const std::vector<NodeId>& equations, Probe& probe)
{
    TrueSignature result{Signature(equations.size()), equations};
    for (std::size_t i = 0; i < equations.size(); ++i) {
        NodeId& f = result.equations[i];
        Jets tops;
        std::vector<NodeId> false_jets;
        do {
            const Evaluable formula = make_evaluable(graph, f);
            tops = highest_jets(graph, formula);
            false_jets.clear();
            const NodeMap felt = clearly_felt(graph, formula, tops.size(), probe);
            for (const auto& [jet, leaf] : tops)
                if (felt.find(leaf) == NodeMap::absent && !probe.depends_on(graph, formula, leaf))
                    false_jets.push_back(leaf);
            if (!false_jets.empty()) f = without(graph, f, false_jets, probe);
        } while (!false_jets.empty());
        for (const auto& [jet, leaf] : tops) result.sigma[i].push_back(jet);
    }
    return result;
}

int sigma_of(const std::vector<std::pair<int, int>>& row, int unknown)
{
    const auto at = std::lower_bound(row.begin(), row.end(), std::pair(unknown, 0));
    return at != row.end() && at->first == unknown ? at->second : -1;
}

}  // namespace involute
