// SPDX-License-Identifier: Apache-2.0
#include "app/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "involute/output/words.hpp"

namespace app {

namespace {

using involute::Analysis;
using involute::Expectation;
using involute::RunStatus;
using involute::Solution;
using involute::System;
using Kind = Expectation::Kind;

/// What was found out about a model. Rows at given places and the row at the end are two ways to
/// sample a run, so a model that asks for both is run twice.
struct Evidence {
    Analysis analysis{};
    Solution at_places{};
    Solution at_end{};
};

bool asks_for_a_place(const Expectation& e)
{
    return e.kind == Kind::value && e.at;
}

bool is_refusal(const Expectation& e)
{
    return e.kind == Kind::rejects;
}

bool asks_for_the_analysis(const Expectation& e)
{
    return e.kind == Kind::index || e.kind == Kind::dimension || is_refusal(e);
}

bool asks_for_the_end(const Expectation& e)
{
    return !asks_for_a_place(e) && !asks_for_the_analysis(e);
}

Evidence gather(const System& system, involute::SolveOptions options, const Run& run)
{
    const auto any = [&](auto asks) { return std::ranges::any_of(system.expectations, asks); };
    Evidence found;
    if (any(asks_for_the_analysis)) found.analysis = involute::analyze(system, options);
    if (any(asks_for_a_place)) {
        for (const Expectation& e : system.expectations)
            if (asks_for_a_place(e)) options.sampling.at.push_back(*e.at);
        found.at_places = run(options);
        options.sampling.at.clear();
    }
    const bool start_may_refuse =
        any(is_refusal) && found.analysis.status == involute::Verdict::complete;
    if (any(asks_for_the_end) || start_may_refuse) {
        options.sampling.only_end = true;
        found.at_end = run(options);
    }
    return found;
}

/// The column of a jet, if rows have one (`--columns` may have asked for others).
std::optional<int> column_of(const System& system, const Solution& s, const Expectation& e)
{
    if (e.unknown < 0) return 0;
    const std::string name = involute::jet_name(system.names, e.unknown, e.order);
    if (std::ranges::find(s.names, name) == s.names.end()) return std::nullopt;
    return involute::column(s, name);
}

/// The value nearest to the expected one among the rows at the place asked for: a folded curve
/// passes a place more than once.
std::optional<double> found_value(const Solution& s, const Expectation& e, int column)
{
    std::optional<double> nearest;
    for (const std::vector<double>& row : s.rows) {
        const bool there = e.at ? row.front() == *e.at : &row == &s.rows.back();
        if (!there) continue;
        const double value = row[column];
        if (!nearest || std::abs(value - e.expected) < std::abs(*nearest - e.expected))
            nearest = value;
    }
    return nearest;
}

std::string ending(const Solution& s)
{
    return fmt::format("the run {} ({}): {}", word_of(s.status), word_of(s.code),
                       s.reason.empty() ? row_of(s.code).sentence : s.reason);
}

Finding check_value(const System& system, const Solution& s, const Expectation& e)
{
    const auto column = column_of(system, s, e);
    const auto value = column ? found_value(s, e, *column) : std::nullopt;
    if (!value) return {&e, false, s.rows.empty() || column ? ending(s) : "no such column"};
    const double difference = *value - e.expected;
    const bool at_the_end_of_a_broken_run = !e.at && !succeeded(s);
    if (at_the_end_of_a_broken_run) return {&e, false, ending(s)};
    return {&e, std::abs(difference) <= e.tolerance,
            fmt::format("found {}, off by {:.1e}", *value, difference)};
}

Finding check_count(const Expectation& e, std::optional<long> found)
{
    if (!found) return {&e, false, "there is none"};
    const bool holds = double(*found) == e.expected;
    return {&e, holds, holds ? "" : fmt::format("found {}", *found)};
}

std::optional<long> crossings_of(const Solution& s, const std::string& name)
{
    const auto found = std::ranges::find(s.crossings, name, &involute::CrossingRecord::name);
    if (found == s.crossings.end()) return std::nullopt;
    return long(found->rows.size());
}

Finding check_stop(const Solution& s, const Expectation& e)
{
    const bool holds = word_of(s.code) == e.word && s.status != RunStatus::failed;
    return {&e, holds, holds ? s.reason : ending(s)};
}

/// A model is refused by its analysis or by its start; the word is the code of either, or the
/// verdict.
Finding check_refusal(const Analysis& a, const Solution& s, const Expectation& e)
{
    const bool by_analysis = a.status != involute::Verdict::complete &&
                             (word_of(a.status) == e.word || word_of(a.code) == e.word);
    const bool by_start = s.status == RunStatus::failed && word_of(s.code) == e.word;
    if (by_analysis || by_start) return {&e, true, by_start ? s.reason : a.message};
    return {
        &e, false,
        fmt::format("the analysis is {} ({}), {}", word_of(a.status), word_of(a.code), ending(s))};
}

Finding check_one(const System& system, const Evidence& found, const Expectation& e)
{
    switch (e.kind) {
        case Kind::value:
            return check_value(system, e.at ? found.at_places : found.at_end, e);
        case Kind::index:
            return check_count(e, found.analysis.index);
        case Kind::dimension:
            return check_count(e, found.analysis.dimension);
        case Kind::stops:
            return check_stop(found.at_end, e);
        case Kind::rejects:
            return check_refusal(found.analysis, found.at_end, e);
        case Kind::crossings:
            return check_count(e, crossings_of(found.at_end, e.word));
    }
    return {&e, false, "an unknown kind of expectation"};
}

}  // namespace

std::vector<Finding> check_expectations(const System& system, const involute::SolveOptions& options,
                                        const Run& run)
{
    const Evidence found = gather(system, options, run);
    std::vector<Finding> findings;
    for (const Expectation& e : system.expectations)
        findings.push_back(check_one(system, found, e));
    return findings;
}

}  // namespace app
