// SPDX-License-Identifier: Apache-2.0
// A model text with what is true of it, and the judgement of what the library says of it. Right or
// undecided with a reason: nothing else is allowed.
#pragma once

#include <gtest/gtest.h>

#include <ctime>

#include "involute/text/parse.hpp"
#include "involute/witness/tree_walk.hpp"
#include "tests/laws/laws.hpp"

#if defined(__has_feature)  // clang's way of saying it
#if __has_feature(address_sanitizer)
#define INVOLUTE_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define INVOLUTE_SANITIZED
#endif

namespace involute::testing {

#ifdef INVOLUTE_SANITIZED
inline constexpr int slowness = 8;
#else
inline constexpr int slowness = 1;
#endif

struct KnownSystem {
    std::string text{};
    Verdict verdict = Verdict::complete;
    bool wrong_start = false;  // it contradicts the equations
    int dimension = 0;
    std::optional<int> index{};  // nothing: the rewriting may have changed it
    /// Of an underdetermined system: are these unknowns free, with all others following from them?
    std::function<bool(const std::vector<std::string>&)> may_be_free{};
    /// Are these the only ones that are not determined, so that they may be called not unique?
    std::function<bool(const std::vector<std::string>&)> may_be_gauge{};
    double start = 0, end = 0;
    std::vector<std::string> names{};  // in order of declaration
    /// Taylor coefficients of the unknowns around t, as many as asked for: the solution.
    std::function<std::vector<std::vector<Real>>(Real t, int count)> solution{};
};

/// The solution put into the text, by a walk that shares nothing with what is tested: the largest
/// residual of an equation, and of its first derivative, in units of its largest term.
inline double defect(const KnownSystem& known)
{
    constexpr int count = 12;  // more than the derivatives that occur, the next one's included
    const WrittenModel written{parse(known.text), {}, {}};
    TreeWalk<Quad> walk(written);
    double largest = 0;
    for (const Real part : {Real(0), Real(0.4), Real(1)}) {
        const Real t = Real(known.start) + part * Real(known.end - known.start);
        std::vector<Series<Quad>> jets;
        for (const std::vector<Real>& a : known.solution(t, count))
            jets.emplace_back(std::vector<Quad>(a.begin(), a.end()));
        for (const TreeValue<Quad>& f : walk(Quad(t), jets))
            for (const std::size_t k : {0u, 1u})
                largest = std::max(largest, std::abs(double(f.series[k])) / (1 + f.largest));
    }
    return largest;
}

inline Finding wrong(std::string words)
{
    return {Verification::wrong, std::move(words)};
}

inline std::string word_of(Verdict verdict)
{
    const char* words[] = {"complete", "inconsistent", "underdetermined", "undecided"};
    return words[int(verdict)];
}

inline Finding judged_complete(const Analysis& a, const KnownSystem& known)
{
    if (claims_too_much(a.code) && !(known.wrong_start && a.code == Outcome::inconsistent_start))
        return wrong(a.message);
    if (known.verdict == Verdict::underdetermined) {
        if (a.gauge.empty()) return wrong("complete, but unknowns are free");
        if (!known.may_be_gauge(a.gauge))
            return wrong(fmt::format("called not unique: {}", fmt::join(a.gauge, ", ")));
        return {};
    }
    if (!a.gauge.empty())
        return wrong(fmt::format("called not unique: {}", fmt::join(a.gauge, ", ")));
    if (a.dimension != known.dimension)
        return wrong(fmt::format("dimension {}, not {}", a.dimension, known.dimension));
    if (!known.index || !a.index) return {};
    const bool right = a.index_is_bound ? *a.index >= *known.index : *a.index == *known.index;
    return right ? Finding{} : wrong(fmt::format("index {}, not {}", *a.index, *known.index));
}

inline Finding judged(const Analysis& a, const KnownSystem& known)
{
    if (a.status == Verdict::undecided)
        return claims_too_much(a.code) || a.message.empty()
                   ? wrong(a.message)
                   : Finding{Verification::open, a.message};
    if (a.status == Verdict::complete && known.verdict != Verdict::inconsistent)
        return judged_complete(a, known);
    if (a.status != known.verdict)
        return wrong(
            fmt::format("{}, not {}: {}", word_of(a.status), word_of(known.verdict), a.message));
    if (a.status == Verdict::underdetermined && !known.may_be_free(a.free))
        return wrong(fmt::format("called free: {}", fmt::join(a.free, ", ")));
    return {};
}

inline Finding judged_wrong_start(const Solution& run)
{
    if (succeeded(run)) return wrong("a run from a start that contradicts the equations");
    if (run.code == Outcome::inconsistent_start) return {};
    return claims_too_much(run.code) ? wrong(run.reason)
                                     : Finding{Verification::open, "run: " + run.reason};
}

/// Every point of these systems is regular.
inline bool claims_singularity(const Solution& run)
{
    for (const Outcome claim : {Outcome::turned, Outcome::singular, Outcome::singular_start})
        if (run.code == claim) return true;
    return !run.singular_points.empty();
}

/// Slopes are about 1 and the time is 1, so errors grow by ten or so, and as much for the way from
/// the states to the last unknown of a chain: within 1000 times the tolerance, measured by the
/// largest of value, rate and curvature, since values pass zero.
inline Finding judged(const Solution& run, const KnownSystem& known,
                      const std::vector<std::string>& not_unique)
{
    if (known.wrong_start) return judged_wrong_start(run);
    if (claims_too_much(run.code)) return wrong(run.reason);
    if (known.verdict == Verdict::complete && claims_singularity(run))
        return wrong("called singular: " +
                     (succeeded(run) ? run.singular_points.front().message : run.reason));
    if (!succeeded(run)) return {Verification::open, "run: " + run.reason};
    const auto truth = known.solution(Real(known.end), 3);
    for (std::size_t i = 0; i < known.names.size(); ++i) {
        if (std::ranges::count(not_unique, known.names[i]) > 0) continue;
        double size = SolveOptions{}.atol / SolveOptions{}.rtol;
        for (const Real a : truth[i]) size = std::max(size, double(std::abs(a)));
        const double expected = double(truth[i][0]), found = end_value(run, known.names[i]);
        if (!(std::abs(found - expected) <= 1000 * SolveOptions{}.rtol * size))
            return wrong(fmt::format("{} ends at {}, not {}", known.names[i], found, expected));
    }
    return {};
}

struct Judgement {
    Finding finding{};
    double seconds = 0;  // of processor time, for the analysis
};

/// Each is given 5 seconds of processor time; a loaded machine may take eight times as long.
inline Judgement judged(const KnownSystem& known)
{
    constexpr double allowed = 5 * slowness;
    SolveOptions options;
    options.max_seconds = 8 * allowed;
    options.sampling.only_end = true;
    Judgement j;
    try {
        const System system = read_system(known.text);
        const std::clock_t before = std::clock();
        const Analysis analysis = analyze(system, options);
        j.seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        j.finding = judged(analysis, known);
        const bool right = j.finding.verdict == Verification::holds;
        if (right && analysis.status == Verdict::complete && known.solution)
            j.finding = judged(solve(system, options), known, analysis.gauge);
        const double spent = double(std::clock() - before) / CLOCKS_PER_SEC;
        if (j.finding.verdict == Verification::holds && spent > allowed)
            j.finding = {Verification::open, fmt::format("it took {:.1f} s", spent)};
    } catch (const std::exception& e) {
        j.finding = wrong(e.what());
    }
    return j;
}

}  // namespace involute::testing
