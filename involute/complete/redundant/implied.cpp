// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/redundant/implied.hpp"

#include <algorithm>
#include <map>

#include "involute/complete/redundant/exact_sums.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/identity.hpp"

namespace involute {

namespace {

// Equations are differentiated as often as the orders of others ask for, but not more often.
constexpr int most_times = 3;

/// D^times f of an equation.
struct Candidate {
    int equation = 0, times = 0;
    NodeId f{};
};

/// What does not change with anything has no gradient: a sum of gradients that is 0 leaves a
/// number.
ExpressionRow gradient(Graph& graph, NodeId f)
{
    ExpressionRow row;
    Partials partials(graph, f);
    for (const NodeId leaf : partials.leaves())
        if (const NodeId slope = partials.by(leaf); !graph.is_constant(slope, 0))
            row.push_back({leaf, slope});
    return row;
}

int order_of(const std::vector<std::pair<int, int>>& row)
{
    int order = -1;
    for (const auto& [j, of_j] : row) order = std::max(order, of_j);
    return order;
}

/// Derivatives before what is not differentiated, the highest first: equations are to be sums of
/// them, not the other way round. Then what derivatives are taken of, so that it is left out only
/// where no derivative of its own is needed for that.
std::vector<Candidate> candidates(Graph& graph, const TrueSignature& known, Sums sums)
{
    std::vector<Candidate> all;
    int highest = 0;
    for (const auto& row : known.sigma) highest = std::max(highest, order_of(row));
    for (int i = 0; i < int(known.sigma.size()); ++i) {
        all.push_back({i, 0, known.equations[std::size_t(i)]});
        const int order = order_of(known.sigma[std::size_t(i)]);
        if (sums == Sums::of_equations || order < 0) continue;
        for (int l = 1; l <= std::min(highest - order, most_times); ++l)
            all.push_back({i, l, total_derivative(graph, all.back().f)});
    }
    const auto rank = [&](const Candidate& candidate) {
        const bool by_order = sums == Sums::of_derivatives_too;
        const int order = order_of(known.sigma[std::size_t(candidate.equation)]);
        return std::pair(-candidate.times, by_order ? order : 0);
    };
    std::ranges::stable_sort(all, {}, rank);
    return all;
}

bool is_proved(Graph& graph, const ExactSum& sum, const std::vector<Candidate>& from)
{
    NodeId rest = from[sum.of].f;
    for (const auto& [k, factor] : sum.terms)
        rest = graph.subtract(rest, graph.multiply(graph.exact_constant(factor), from[k].f));
    return is_proved_zero(graph, rest);
}

/// An equation may be left out where none of the derivatives it is the sum of needs it.
std::vector<int> without_circles(const std::vector<ExactSum>& sums,
                                 const std::vector<Candidate>& from)
{
    std::map<int, std::vector<int>> needs;  // by implied equation: others of them it follows from
    for (const ExactSum& sum : sums) needs[from[sum.of].equation];
    for (const ExactSum& sum : sums)
        for (const auto& [k, factor] : sum.terms)
            if (needs.contains(from[k].equation))
                needs[from[sum.of].equation].push_back(from[k].equation);
    std::vector<int> implied;
    for (bool grew = true; grew;) {
        grew = false;
        for (const auto& [equation, others] : needs) {
            const auto is_out = [&](int i) {
                return std::ranges::find(implied, i) != implied.end();
            };
            if (is_out(equation) || !std::ranges::all_of(others, is_out)) continue;
            implied.push_back(equation);
            grew = true;
        }
    }
    std::ranges::sort(implied);
    return implied;
}

}  // namespace

std::vector<int> implied_equations(Graph& graph, const TrueSignature& known, Sums sums)
{
    const std::vector<Candidate> from = candidates(graph, known, sums);
    std::vector<ExpressionRow> gradients;
    for (const Candidate& candidate : from) gradients.push_back(gradient(graph, candidate.f));
    const std::size_t first = from.size() - known.sigma.size();
    std::vector<ExactSum> found = exact_sums(graph, gradients, first);
    std::erase_if(found, [&](const ExactSum& sum) { return !is_proved(graph, sum, from); });
    return without_circles(found, from);
}

LooseUnknowns loose_unknowns(Graph& graph, const TrueSignature& known, int unknowns)
{
    std::vector<char> is_candidate(std::size_t(unknowns), 1);
    for (const auto& row : known.sigma)
        for (const auto& [j, order] : row)
            if (order > 0) is_candidate[std::size_t(j)] = 0;
    std::vector<ExpressionRow> slopes{std::size_t(unknowns)};  // by unknown, place: the equation
    std::vector<char> occurs(std::size_t(unknowns), 0);
    for (std::uint32_t i = 0; i < known.equations.size(); ++i) {
        Partials partials(graph, known.equations[i]);
        for (const NodeId leaf : partials.leaves()) {
            const Node node = graph[leaf];
            if (node.op != Op::jet || !is_candidate[node.a]) continue;
            occurs[node.a] = 1;
            if (const NodeId slope = partials.by(leaf); !graph.is_constant(slope, 0))
                slopes[node.a].push_back({i, slope});
        }
    }
    std::vector<ExpressionRow> rows;
    std::vector<int> whose;
    for (int j = 0; j < unknowns; ++j)
        if (occurs[std::size_t(j)]) {
            whose.push_back(j);
            rows.push_back(slopes[std::size_t(j)]);
        }

    LooseUnknowns loose;
    for (const ExactSum& sum : exact_sums(graph, rows)) {
        std::map<std::uint32_t, NodeId> rest;  // by equation
        for (const auto& [i, slope] : rows[sum.of]) rest[i] = slope;
        for (const auto& [k, factor] : sum.terms)
            for (const auto& [i, slope] : rows[k]) {
                const NodeId part = graph.multiply(graph.exact_constant(factor), slope);
                const auto [at, is_new] = rest.try_emplace(i, graph.negate(part));
                if (!is_new) at->second = graph.subtract(at->second, part);
            }
        if (!std::ranges::all_of(
                rest, [&](const auto& part) { return is_proved_zero(graph, part.second); }))
            continue;
        loose.pivots.push_back(whose[sum.of]);
        loose.all.push_back(whose[sum.of]);
        for (const auto& [k, factor] : sum.terms) loose.all.push_back(whose[k]);
    }
    std::ranges::sort(loose.pivots);
    std::ranges::sort(loose.all);
    loose.all.erase(std::ranges::unique(loose.all).begin(), loose.all.end());
    return loose;
}

}  // namespace involute
