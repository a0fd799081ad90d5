// SPDX-License-Identifier: Apache-2.0
// Runs of a model text by every kind of method, at two tolerances.
#pragma once

#include "tests/drive/support.hpp"

namespace involute::testing {

struct Way {
    std::string method{};
    double rtol = 0;
};

inline std::vector<Way> ways()
{
    std::vector<Way> all;
    for (const char* method : {"auto", "dop853", "radau", "taylor"})
        for (const double rtol : {SolveOptions{}.rtol, 1e-10}) all.push_back({method, rtol});
    return all;
}

inline std::string name_of(const Way& way)
{
    return way.method + " at rtol " + std::to_string(int(std::round(std::log10(way.rtol))));
}

/// atol is a hundredth of rtol, as the defaults are. Seconds are those of a clock: where a run must
/// finish, give more than a busy machine can take.
inline Solution run(const std::string& text, const Way& way, double seconds = 3)
{
    SolveOptions options{.method = way.method, .rtol = way.rtol, .atol = way.rtol / 100};
    options.max_seconds = seconds;
    options.sampling.only_end = true;
    return solve(read_system(text), options);
}

struct End {
    std::string name{};
    double value = 0;
};

/// Values at the end within 100 times the tolerance of the largest of them: the small ones are
/// differences of large ones, and nothing grows on the way.
inline void expect_values(const Solution& run, const Way& way, const std::vector<End>& ends)
{
    ASSERT_FALSE(run.rows.empty()) << run.reason;
    double size = 0.01;
    for (const End& end : ends) size = std::max(size, std::abs(end.value));
    for (const End& end : ends) {
        const double found = end_value(run, end.name);
        EXPECT_LE(std::abs(found - end.value), 100 * way.rtol * size)
            << end.name << " is " << found << ", not " << end.value;
    }
}

inline void expect_ends(const std::string& text, const std::vector<End>& ends)
{
    for (const Way& way : ways()) {
        SCOPED_TRACE(name_of(way) + ":\n" + text);
        const Solution solution = run(text, way);
        EXPECT_EQ(word_of(solution.code), "finished") << solution.reason;
        if (succeeded(solution)) expect_values(solution, way, ends);
    }
}

/// A run may also end with a reason; it may not claim that there is no solution.
inline void expect_ends_or_reason(const std::string& text, const std::vector<End>& ends)
{
    for (const Way& way : ways()) {
        SCOPED_TRACE(name_of(way) + ":\n" + text);
        const Solution solution = run(text, way);
        for (const Outcome wrong : {Outcome::inconsistent, Outcome::underdetermined,
                                    Outcome::inconsistent_start, Outcome::internal_error})
            EXPECT_NE(word_of(solution.code), word_of(wrong)) << solution.reason;
        EXPECT_FALSE(says(solution.reason, "contains no unknown")) << solution.reason;
        EXPECT_TRUE(succeeded(solution) || !solution.reason.empty());
        if (succeeded(solution)) expect_values(solution, way, ends);
    }
}

}  // namespace involute::testing
