// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/solved.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/closure/repair.hpp"
#include "involute/complete/combine/refutation.hpp"
#include "involute/complete/combine/solved_form.hpp"
#include "involute/complete/structural/hidden.hpp"

namespace involute {

namespace {

/// An equation that stands for the author's, and how often these were differentiated for it.
struct Row {
    NodeId f{};
    std::vector<int> orders{};
    bool is_new = false;
};

// Empty where some rule holds only away from zeros of its factor, or something is left open.
std::vector<Row> solved_rows(System& system, SolvedFor what)
{
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    Graph& graph = system.graph;
    const SolvedForm form = solved_form(graph, equations, system.unknowns(), start_of(system));
    if (!form.whole || !form.bare.empty()) return {};
    std::vector<Row> rows;
    for (const JetRule& rule : form.rules) {
        if (!rule.by_number) return {};
        rows.push_back(
            {graph.subtract(graph.jet(rule.unknown, rule.order), rule.right), rule.orders});
    }
    if (what == SolvedFor::every_unknown && int(rows.size()) < system.unknowns()) return {};
    for (const Remainder& other : form.others)
        if (other.times == 0) rows.push_back({other.e, other.orders});
    for (Row& row : rows)
        row.is_new = std::ranges::find(equations, row.f) == equations.end() &&
                     std::ranges::find(equations, graph.negate(row.f)) == equations.end();
    return rows;
}

// What was differentiated how often, in terms of the author's equations.
void report(Completion& found, const std::vector<Row>& rows, const System& author)
{
    std::vector<int> differentiated(author.equations.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t a = 0; a < differentiated.size(); ++a)
            if (rows[i].orders[a] >= 0)
                differentiated[a] =
                    std::max(differentiated[a], rows[i].orders[a] + found.differentiated[i]);
    found.differentiated = std::move(differentiated);
    found.notes = {"the equations were solved exactly for single derivatives, one after the other"};
    std::vector<std::string> hidden;
    for (const Row& row : rows)
        if (row.is_new) hidden.push_back(equation_text(found.system, row.f));
    for (std::string& text : found.hidden)
        if (std::ranges::find(hidden, text) == hidden.end()) hidden.push_back(std::move(text));
    found.hidden = std::move(hidden);
}

}  // namespace

Completion complete_solved(const System& system, const CompletionOptions& options, SolvedFor what)
{
    System solved = system;
    const std::vector<Row> rows = solved_rows(solved, what);
    const bool is_square = int(rows.size()) == system.unknowns();
    if (!is_square || std::ranges::none_of(rows, &Row::is_new)) {
        Completion none;
        none.outcome = Outcome::singular_jacobian;
        return none;
    }
    solved.written = system.equations;
    solved.equations.clear();
    for (const Row& row : rows)
        solved.equations.push_back({.f = row.f, .text = equation_text(solved, row.f)});
    Completion found = repair(solved, options, SmallFactors::refused);
    if (found.outcome != Outcome::complete) return found;
    found.route = Route::repaired;
    report(found, rows, system);
    return found;
}

}  // namespace involute
