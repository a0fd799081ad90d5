// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/refutation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/multiples.hpp"
#include "involute/complete/combine/nonzero.hpp"
#include "involute/complete/combine/solved_form.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/function_rows.hpp"
#include "involute/expr/range.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

constexpr std::size_t longest_text = 120;  // characters

// "equations 1, 2 and 4 differentiated twice"
std::string listed(const std::vector<int>& orders)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < orders.size(); ++i)
        if (orders[i] >= 0)
            names.push_back(std::to_string(i + 1) + times_differentiated(orders[i]));
    std::string text = names.size() == 1 ? "equation " : "equations ";
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (k > 0) text += k + 1 == names.size() ? " and " : ", ";
        text += names[k];
    }
    return text;
}

// Whether an author may have rounded a number in them, so that what is left may be rounding.
bool are_rounded(const System& system, const std::vector<int>& orders)
{
    std::vector<NodeId> equations;
    for (std::size_t i = 0; i < orders.size(); ++i)
        if (orders[i] >= 0) equations.push_back(system.equations[i].f);
    return std::ranges::any_of(subgraph(system.graph, equations).visits, [&](const Visit& visit) {
        return system.graph.is_constant(visit.id) && may_be_rounded(system.graph, visit.id);
    });
}

std::string in_words(const System& system, const Graph& graph, const std::vector<int>& orders,
                     NodeId left)
{
    return fmt::format("the equations contradict each other: together {} come to 0 = {}",
                       listed(orders), print_shortened(graph, left, system.names, longest_text));
}

bool is_never_zero(const Graph& graph, NodeId e, const Quad& start)
{
    const auto is_jet = [&](NodeId leaf) { return graph[leaf].op == Op::jet; };
    if (std::ranges::none_of(leaves(graph, e), is_jet)) return is_nonzero_around(graph, e, start);
    const Node& node = graph[e];
    if (node.op == Op::multiply)
        return is_never_zero(graph, node.a, start) && is_never_zero(graph, node.b, start);
    if (node.op == Op::negate) return is_never_zero(graph, node.a, start);
    if (node.op == Op::call && node.function == rows::id_of<rows::Exp>) return true;
    const ValueRange range = range_of(graph, e, [](NodeId) { return std::optional<double>{}; });
    return range.low > 0 || range.high < 0;
}

// A multiple of other equations and something that is never 0.
std::optional<std::string> by_multiples(const System& system, Graph graph,
                                        const std::vector<NodeId>& equations, const Quad& start)
{
    const WithoutMultiples found = without_multiples(graph, equations);
    for (std::size_t i = 0; i < equations.size(); ++i) {
        if (found.rows[i] == equations[i]) continue;
        std::vector<int> orders(equations.size(), -1);
        for (std::size_t k = 0; k < orders.size(); ++k)
            if (found.used[i][k]) orders[k] = 0;
        if (are_rounded(system, orders)) continue;
        if (is_never_zero(graph, found.rows[i], start))
            return in_words(system, graph, orders, found.rows[i]);
    }
    return std::nullopt;
}

}  // namespace

Quad start_of(const System& system)
{
    for (const Given& given : system.starts)
        if (given.unknown < 0) return given.value;
    return 0;
}

std::optional<std::string> refutation(const System& system)
{
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    const Quad start = start_of(system);
    if (auto words = by_multiples(system, system.graph, equations, start)) return words;
    Graph graph = system.graph;
    const SolvedForm form = solved_form(graph, equations, system.unknowns(), start);
    for (const Remainder& row : form.bare)
        if (!are_rounded(system, row.orders) && is_nonzero_around(graph, row.e, start))
            return in_words(system, graph, row.orders, row.e);
    return std::nullopt;
}

}  // namespace involute
