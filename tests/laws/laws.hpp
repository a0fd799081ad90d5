// SPDX-License-Identifier: Apache-2.0
// What must not change: however a random system is written, a run that finishes returns the values
// of the independent integrator; a run may end early with a reason, but it may not claim that a
// system which has a solution has none. How to reproduce a failure: tests/laws/random_systems.hpp.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "involute/drive/callable.hpp"
#include "involute/model/read.hpp"
#include "tests/laws/forms.hpp"
#include "tests/laws/reference.hpp"

namespace involute::testing {

/// Claims about the equations or the text, all of them wrong here. Other endings leave it open.
inline bool claims_too_much(Outcome code)
{
    for (const Outcome wrong :
         {Outcome::inconsistent, Outcome::underdetermined, Outcome::inconsistent_start,
          Outcome::false_invariant, Outcome::bad_input, Outcome::internal_error})
        if (code == wrong) return true;
    return false;
}

enum class Verification { holds, open, wrong };

struct Finding {
    Verification verdict = Verification::holds;
    std::string words{};
};

/// Every place and unknown within 100 times the tolerance times the condition.
inline Finding compared(const Solution& run, const Form& form, const RandomSystem& s,
                        const Reference& truth, double rtol)
{
    const double allowed = 100 * rtol * truth.condition;
    for (std::size_t k = 0; k < truth.rows.size(); ++k)
        for (std::size_t i = 0; i < form.names.size(); ++i) {
            if (!form.declared[i]) continue;
            const double expected = double(truth.rows[k][i]);
            const double found =
                value(run, form.names[i], std::ptrdiff_t(k)) * form.scale + form.shift;
            // What rounding of a shifted or scaled number costs comes on top.
            const double size = 1 + std::abs(expected) + std::abs(form.shift);
            if (std::abs(found - expected) <= allowed * size) continue;
            return {Verification::wrong,
                    fmt::format("at {} {} is {}, not {}: off by {:.1e}, allowed {:.1e}",
                                places(s)[k], form.names[i], found, expected,
                                std::abs(found - expected), allowed * size)};
        }
    return {};
}

inline SolveOptions law_options(const RandomSystem& s, const Form& form)
{
    SolveOptions options;
    options.to = s.end + form.start_time;
    options.atol /= form.scale;
    options.max_step = s.max_step;
    options.max_seconds = 5;
    for (const double place : places(s)) options.sampling.at.push_back(place + form.start_time);
    return options;
}

inline Finding judged(const Solution& run, const Form& form, const RandomSystem& s,
                      const Reference& truth)
{
    if (claims_too_much(run.code)) return {Verification::wrong, run.reason};
    if (!succeeded(run)) return {Verification::open, run.reason};
    return compared(run, form, s, truth, SolveOptions{}.rtol);
}

using Run = std::function<Solution(const RandomSystem&, const Form&)>;

inline Solution run_of_text(const RandomSystem& s, const Form& form)
{
    return solve(read_system(text_of(form, s)), law_options(s, form));
}

/// The rates as a function that nothing can look into.
inline Solution run_of_code(const RandomSystem& s, const Form& form)
{
    CallableSystem code;
    code.names.assign(form.names.begin(), form.names.begin() + s.states());
    code.y = s.start;
    code.field = [&](double t, std::span<const double> y, std::span<double> out) {
        const Point rates = rates_at(s, Real(t), Point(y.begin(), y.end()));
        std::ranges::transform(rates, out.begin(), [](Real rate) { return double(rate); });
    };
    return solve(code, law_options(s, form));
}

/// The law on `count` systems. Prints how many stayed open, which may be one in ten.
inline void expect_law(const Rewriting& rewriting, unsigned first_seed, int count,
                       const Run& run = run_of_text)
{
    if (const char* only = std::getenv("INVOLUTE_LAW_SEED")) {
        first_seed = unsigned(std::atol(only));
        count = 1;
    }
    int open = 0, wrong = 0;
    for (unsigned seed = first_seed; seed < first_seed + unsigned(count); ++seed) {
        const RandomSystem s = random_system(seed);
        Dice dice(seed + 1000003);
        const Form form = rewriting(s, dice);
        Finding finding{Verification::wrong, ""};
        try {
            finding = judged(run(s, form), form, s, reference(s));
        } catch (const std::exception& e) {
            finding.words = e.what();
        }
        if (finding.verdict == Verification::open) {
            ++open;
            std::cout << "open: seed " << seed << ": " << finding.words << "\n";
        }
        if (finding.verdict != Verification::wrong) continue;
        ++wrong;
        ADD_FAILURE() << "seed " << seed << ": " << finding.words << "\n" << text_of(form, s);
    }
    std::cout << count << " systems: " << open << " open, " << wrong << " wrong\n";
    EXPECT_LE(10 * open, count);
}

}  // namespace involute::testing
