// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/numerical.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/array/numerical_system.hpp"
#include "involute/complete/array/verdict_text.hpp"
#include "involute/complete/explain.hpp"
#include "involute/complete/structural/hidden.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

constexpr std::size_t named_at_most = 12;
constexpr std::size_t longest_formula = 120;  // characters

bool has_only_coordinates(const Graph& graph, NodeId e, const std::vector<int>& below)
{
    for (const NodeId leaf : leaves(graph, e)) {
        const Node node = graph[leaf];
        if (node.op == Op::jet && int(node.b) > below[node.a]) return false;
    }
    return true;
}

// Hidden constraints: as formulas, or as combinations of equations where a formula is too long.
std::vector<std::string> hidden_rows(System& system, const DerivativeArray& array,
                                     const ChosenRows& rows)
{
    std::vector<std::string> texts;
    for (const ChosenRow& row : rows.closing) {
        const bool written = row.terms.size() == 1 && row.terms.front().order == 0;
        if (written || !has_only_coordinates(system.graph, row.node, array.below())) continue;
        const std::string text = equation_text(system, row.node);
        texts.push_back(text.size() <= longest_formula ? text
                                                       : combination_text(row.terms) + " = 0");
    }
    for (const auto& terms : rows.hiding)
        texts.push_back(combination_text(terms) + " = 0 hides a constraint");
    return texts;
}

std::string rows_used(const ChosenRows& rows)
{
    std::vector<std::pair<int, int>> used;  // (order, equation)
    for (const auto* list : {&rows.solved, &rows.closing})
        for (const ChosenRow& row : *list)
            for (const ArrayTerm& term : row.terms) used.push_back({term.order, term.equation});
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::string text;
    for (std::size_t k = 0; k < used.size() && k < named_at_most; ++k)
        text += (k == 0 ? "" : ", ") + combination_text({{used[k].second, used[k].first, Quad(1)}});
    if (used.size() > named_at_most)
        text += fmt::format(" and {} more", used.size() - named_at_most);
    return text;
}

std::string counted(int n, const char* noun)
{
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

void explain(Completion& result, const ArrayVerdict& verdict, const ChosenRows& rows)
{
    result.notes.push_back(fmt::format(
        "ranks decided: the equations differentiated up to {} contain {} on the start values, and "
        "then determine all highest derivatives",
        counted(verdict.level, "time"), counted(verdict.m, "constraint")));
    result.notes.push_back("solved with " + rows_used(rows));
    for (const auto* list : {&rows.combined, &rows.hiding})
        for (const auto& terms : *list)
            result.notes.push_back(combination_text(terms) +
                                   " contains no highest derivative: it hides a constraint");
    if (!rows.carried.empty()) {
        std::string names;
        for (const auto& [j, s] : rows.carried)
            names += (names.empty() ? "" : ", ") + jet_name(result.system.names, j, s);
        result.notes.push_back("carried as unknowns of their own: " + names);
    }
}

Completion refused(Completion result, Outcome outcome, const std::string& message)
{
    result.outcome = outcome;
    result.message = message;
    return result;
}

}  // namespace

namespace {

// Checked at the nearest reference only: others may lie beyond a point where J is singular.
std::optional<SquareSystem> sound_square(const System& system, const DerivativeArray& array,
                                         const ChosenRows& rows, const JetPoint& reference)
{
    for (const SolvedWith with : {SolvedWith::pivot_rows, SolvedWith::all_rows}) {
        auto square = make_square(system, array, rows, reference, with);
        if (square && is_sound(*square, rows, reference).value_or(false)) return square;
        if (square && !square->raised) break;  // the other would be the same
    }
    return std::nullopt;
}

Completion complete_by_ranks(const System& system, const CompletionOptions& options,
                             AtStart at_start, ArrayVerdict& verdict)
{
    Completion result;
    result.route = Route::numerical;
    result.system = system;
    System copy = system;
    const DerivativeArray array(copy);
    if (copy.graph.size() > options.max_nodes)
        return refused(std::move(result), Outcome::too_large, explain_too_large(options.max_nodes));
    verdict = judge_array(copy, array, options, at_start);
    result.notes = verdict.notes;
    if (verdict.outcome != Outcome::complete) {
        for (int j : verdict.free_unknowns) result.free.push_back(system.names.unknowns[j]);
        return refused(std::move(result), verdict.outcome, verdict.message);
    }
    if (at_start == AtStart::matters && verdict.start_rank != StartRank::full)
        return refused(std::move(result),
                       verdict.start_rank == StartRank::lost ? Outcome::singular_start
                                                             : Outcome::singular_jacobian,
                       "");

    const auto rows = choose_rows(copy, array, verdict, options.max_nodes);
    if (!rows)
        return refused(std::move(result), Outcome::too_large, explain_too_large(options.max_nodes));
    result.index = array_index(copy, array, verdict);
    result.dimension = -verdict.m;
    for (const int below : array.below()) *result.dimension += below + 1;
    result.differentiated = rows->differentiated;
    result.hidden = hidden_rows(copy, array, *rows);
    auto square = sound_square(copy, array, *rows, verdict.references.front());
    if (!square)
        return refused(std::move(result), Outcome::singular_jacobian,
                       "the ranks say that the equations determine everything, but no regular "
                       "system could be made of them near the start");
    if (verdict.start) suggest_start(*square, *rows, *verdict.start);
    result.system = std::move(square->system);
    result.structure = std::move(square->structure);
    explain(result, verdict, *rows);
    return result;
}

}  // namespace

Completion complete_numerically(const System& system, const CompletionOptions& options)
{
    ArrayVerdict verdict;
    return complete_by_ranks(system, options, AtStart::does_not_matter, verdict);
}

Completion complete_numerically(const System& system, const CompletionOptions& options,
                                ArrayVerdict& verdict)
{
    return complete_by_ranks(system, options, AtStart::does_not_matter, verdict);
}

Completion complete_at_start(const System& system, const CompletionOptions& options)
{
    ArrayVerdict verdict;
    return complete_by_ranks(system, options, AtStart::matters, verdict);
}

StartRank rank_at_start(const System& system, const CompletionOptions& options)
{
    System copy = system;
    const DerivativeArray array(copy);
    if (copy.graph.size() > options.max_nodes) return StartRank::unknown;
    return judge_array(copy, array, options, AtStart::matters).start_rank;
}

}  // namespace involute
