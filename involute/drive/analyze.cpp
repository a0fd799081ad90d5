// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "involute/base/patience.hpp"
#include "involute/complete/structural/hidden.hpp"
#include "involute/complete/structural/index.hpp"
#include "involute/drive/run.hpp"
#include "involute/prepare/component.hpp"
#include "involute/prepare/fast_modes.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/step/sensible.hpp"
#include "involute/system/inputs.hpp"

namespace involute {
namespace {

std::string times(int count)
{
    if (count == 1) return "once";
    return count == 2 ? "twice" : fmt::format("{} times", count);
}

std::string plural(long count, const char* noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string sentence(std::string words)
{
    if (words.empty()) return words;
    words[0] = char(std::toupper(static_cast<unsigned char>(words[0])));
    return words.back() == '.' ? words : words + ".";
}

/// x, then y_j^(0..d_j) for every unknown: what differential_index wants.
std::vector<double> jet_values(const Prepared& prepared)
{
    const Layout& l = prepared.geometry->layout();
    std::vector<double> values{prepared.start.p[0]};
    for (int j = 0; j < l.unknowns; ++j) {
        for (int k = 0; k < l.d[j]; ++k) values.push_back(prepared.start.p[l.position(j, k)]);
        values.push_back(prepared.start.z[j]);
    }
    return values;
}

void explain_differentiation(const Prepared& prepared, const System& system, Analysis& analysis)
{
    std::string& text = analysis.message;
    const std::vector<int>& c = analysis.differentiated;
    if (std::all_of(c.begin(), c.end(), [](int k) { return k == 0; })) {
        text += "No equation needs to be differentiated.\n";
    } else {
        for (std::size_t i = 0; i < c.size() && i < 40; ++i)
            if (c[i] > 0)
                text += fmt::format("Equation {} ({}) was differentiated {}.\n", i + 1,
                                    system.equations[i].text, times(c[i]));
        if (c.size() > 40) text += "(further equations are not listed)\n";
    }
    for (const std::string& note : analysis.notes) text += sentence(note) + "\n";
    if (prepared.report.route != Route::structural) return;
    std::string raised;
    for (const Block& block : prepared.geometry->completed().structure.blocks)
        if (block.raised)
            for (const int j : block.columns)
                raised += (raised.empty() ? "" : ", ") + system.names.unknowns[j];
    if (!raised.empty())
        text += fmt::format(
            "The equations are not linear in the highest derivatives of {}, which "
            "are therefore carried along as values of their own.\n",
            raised);
}

void explain_freedom(const Analysis& analysis, std::string& text)
{
    for (std::size_t k = 0; k < analysis.hidden.size() && k < 20; ++k)
        text += fmt::format("{}{}\n", k == 0 ? "Hidden equations: " : "                  ",
                            analysis.hidden[k]);
    if (analysis.hidden.size() > 20)
        text += fmt::format("                  ... and {} more\n", analysis.hidden.size() - 20);
    if (analysis.dimension == 0) {
        text += "No start value is free: the solution, if there is one, is determined.\n";
        return;
    }
    text += fmt::format("The solutions form a family with {}",
                        plural(analysis.dimension, "free start value"));
    if (!analysis.free.empty() && analysis.free.size() <= 20)
        text += fmt::format(", for example {}", fmt::join(analysis.free, ", "));
    text += "; everything else follows.\n";
}

Verdict verdict_of(Outcome outcome)
{
    if (outcome == Outcome::inconsistent) return Verdict::inconsistent;
    return outcome == Outcome::underdetermined ? Verdict::underdetermined : Verdict::undecided;
}

void find_index(Prepared& prepared, Analysis& analysis)
{
    if (prepared.report.route != Route::structural) {
        analysis.index = prepared.report.index;
        return;
    }
    const IndexResult index =
        differential_index(prepared.geometry->completed().system,
                           prepared.geometry->completed().structure, jet_values(prepared));
    analysis.index = index.index;
    analysis.index_is_bound = index.is_bound;
}

Analysis analyze_as_it_is(const System& system, const SolveOptions& options)
{
    Analysis analysis;
    analysis.unknowns = system.names.unknowns;
    analysis.equations = int(system.equations.size());
    const bool nothing_said = system.starts.empty() && system.guesses.empty();
    Prepared prepared = prepare(system, options, false, nothing_said);
    const Outcome start_outcome = prepared.outcome;
    const std::string start_message = prepared.message;
    const bool start_is_wrong =
        start_outcome == Outcome::inconsistent_start || start_outcome == Outcome::no_start_found ||
        start_outcome == Outcome::singular_start || start_outcome == Outcome::not_finite;
    if (start_is_wrong) {
        // The equations are one thing, the start another: look at the equations alone.
        System bare = system;
        bare.starts.clear();
        prepared = prepare(bare, options, false, true);
    }
    analysis.invariants = prepared.invariants;
    analysis.code = start_is_wrong ? start_outcome : prepared.outcome;

    const CompletionReport& completion = prepared.report;
    const bool structural = completion.route == Route::structural;
    analysis.route = completion.route;
    analysis.notes = completion.notes;
    analysis.differentiated = completion.differentiated;
    if (!prepared.geometry || prepared.start.outcome != Outcome::complete) {
        analysis.status = verdict_of(prepared.outcome);
        analysis.code = prepared.outcome;
        analysis.free = completion.free;
        analysis.message = prepared.message;
        return analysis;
    }
    if (!is_as_free_as_known(prepared)) {
        analysis.code = Outcome::singular_jacobian;
        analysis.message =
            "the rows that ranks chose leave another number of values free than the equations, "
            "differentiated: they depend on each other near the start";
        return analysis;
    }
    analysis.status = Verdict::complete;
    System& completed = prepared.geometry->completed().system;
    find_index(prepared, analysis);
    analysis.hidden = structural
                          ? hidden_equations(completed, prepared.geometry->completed().structure)
                          : completion.hidden;
    for (const int unknown : completed.gauged)
        analysis.gauge.push_back(completed.names.unknowns[unknown]);
    for (const StartEntry& entry : start_entries(prepared)) {
        if (entry.name == completed.names.independent) continue;
        (entry.free ? analysis.free : analysis.determined).push_back(entry.name);
    }
    analysis.dimension = int(analysis.free.size());

    analysis.message = fmt::format("{} in {}", plural(analysis.equations, "equation"),
                                   plural(long(analysis.unknowns.size()), "unknown"));
    if (analysis.index)
        analysis.message +=
            fmt::format("; index {}{}", analysis.index_is_bound ? "at most " : "", *analysis.index);
    analysis.message += ".\n";
    explain_differentiation(prepared, system, analysis);
    explain_freedom(analysis, analysis.message);
    if (const auto modes = find_fast_modes(prepared, options)) {
        analysis.notes.push_back(modes->notice);
        analysis.message += sentence(modes->notice) + "\n";
    }
    for (const InvariantReport& invariant : analysis.invariants)
        analysis.message +=
            fmt::format("Invariant {}: {} (relative rate of change {}).\n", invariant.name,
                        invariant.holds ? "holds" : "does not hold", to_text(invariant.defect, 2));
    if (start_is_wrong) analysis.message += fmt::format("But the start: {}.\n", start_message);
    analysis.message.pop_back();  // the last line end
    return analysis;
}

Analysis analyze_patiently(const System& system, const SolveOptions& options)
{
    if (options.component == 0) return analyze_as_it_is(system, options);
    OnOneComponent on = options.component > 0 ? on_wanted_component(system, options)
                                              : on_one_component(system, options);
    const bool put_there = options.component > 0 && on.changed;
    Analysis analysis = analyze_as_it_is(put_there ? on.system : system, options);
    if (put_there) analysis.route = Route::algebraic;
    analysis.notes.push_back(on.message);
    if (put_there)
        analysis.notes.insert(analysis.notes.end(), on.notices.begin(), on.notices.end());
    analysis.components = std::move(on.components);
    analysis.message += "\n" + sentence(on.message);
    return analysis;
}

}  // namespace

Analysis analyze(const System& system, const SolveOptions& options)
{
    require_unknowns(system);
    require_inputs(system);
    require_sensible(options);
    const Patience patience(options.max_seconds, options.interrupted);
    try {
        return analyze_patiently(system, options);
    } catch (const OutOfPatience& out) {
        Analysis analysis;
        analysis.unknowns = system.names.unknowns;
        analysis.equations = int(system.equations.size());
        analysis.code = out.code;
        analysis.message = out_of_patience(out.code, options, "before anything was decided").reason;
        return analysis;
    }
}

}  // namespace involute
