// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/hidden.hpp"

// The hidden equations as formulas. 2*x*x' + 2*y*y' = 0 is shown as x*x' + y*y' = 0: a common
// integer factor of all terms says nothing, nor does a common sign.
#include <algorithm>
#include <numeric>
#include <optional>

#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

struct Term {
    bool subtracted = false;
    NodeId node = 0;
};

// Computed numbers are shown with this many digits; those an author writes are shorter anyway.
constexpr int shown_digits = 10;
constexpr std::size_t long_number = 18;
// Characters of an equation; nobody reads more.
constexpr std::size_t longest_text = 10'000;

NodeId with_short_numbers(Graph& graph, NodeId e)
{
    std::vector<NodeId> from, to;
    for (const Visit& visit : subgraph(graph, {e}).visits) {
        if (!graph.is_constant(visit.id)) continue;
        const Quad value = graph.value(visit.id);
        if (to_text(value).size() <= long_number) continue;
        from.push_back(visit.id);
        to.push_back(graph.constant(Quad(scientific(value, shown_digits))));
    }
    return from.empty() ? e : substitute(graph, e, from, to);
}

// With more terms than this a common factor is not worth looking for.
constexpr std::size_t most_terms = 200;

void collect_terms(const Graph& graph, NodeId e, std::vector<Term>& terms)
{
    std::vector<Term> stack{{false, e}};
    while (!stack.empty() && terms.size() < most_terms) {
        const auto [subtracted, id] = stack.back();
        stack.pop_back();
        const Node& node = graph[id];
        if (node.op == Op::add || node.op == Op::subtract) {
            stack.push_back({subtracted != (node.op == Op::subtract), node.b});
            stack.push_back({subtracted, node.a});
        } else if (node.op == Op::negate) {
            stack.push_back({!subtracted, node.a});
        } else {
            terms.push_back({subtracted, id});
        }
    }
}

// The factor in front of a term, where it is an integer that long can hold.
std::optional<long> integer_factor(const Graph& graph, NodeId term)
{
    const Node& node = graph[term];
    NodeId factor = term;
    if (node.op == Op::multiply && graph.is_constant(node.a)) factor = node.a;
    if (!graph.is_constant(factor)) return 1;
    const Quad& value = graph.value(factor);
    if (abs(value) > 1e15 || value != trunc(value)) return std::nullopt;
    return static_cast<long>(value);
}

// 1 where the factor of some term is no integer.
long common_factor(const Graph& graph, const std::vector<Term>& terms)
{
    long common = 0;
    for (const Term& term : terms) {
        const std::optional<long> factor = integer_factor(graph, term.node);
        if (!factor) return 1;
        common = std::gcd(common, *factor);
    }
    return std::max(common, 1l);
}

// Without a common factor, and beginning with a term that is added.
NodeId tidied(Graph& graph, NodeId e)
{
    std::vector<Term> terms;
    collect_terms(graph, e, terms);
    if (terms.size() >= most_terms) return e;
    const long common = common_factor(graph, terms);
    std::stable_partition(terms.begin(), terms.end(),
                          [&](const Term& term) { return !graph.is_constant(term.node); });
    const bool turned = !terms.empty() && terms[0].subtracted;
    if (common == 1 && !turned) return e;
    NodeId sum = graph.constant(0);
    for (const Term& term : terms) {
        const NodeId part = graph.divide(term.node, graph.constant(common));
        sum = term.subtracted != turned ? graph.subtract(sum, part) : graph.add(sum, part);
    }
    return sum;
}

}  // namespace

std::string equation_text(System& system, NodeId e)
{
    const NodeId shown = with_short_numbers(system.graph, tidied(system.graph, e));
    return print_shortened(system.graph, shown, system.names, longest_text) + " = 0";
}

std::vector<std::string> hidden_equations(System& system, const Structure& structure)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < structure.derivatives.size(); ++i)
        for (int l = 1; l < structure.canonical_c[i]; ++l)
            texts.push_back(equation_text(system, structure.derivatives[i][l]));
    return texts;
}

}  // namespace involute
