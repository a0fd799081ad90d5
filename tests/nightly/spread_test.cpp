// SPDX-License-Identifier: Apache-2.0
// Tolerances and methods change a result by what they promise: every model and every system of the
// catalogue at five tolerances by four methods. A run may end with a reason, running out of time
// among them; those that finish agree with the tightest one.
#include <iostream>

#include "tests/laws/spread.hpp"

namespace involute::testing {
namespace {

class Spread : public ::testing::TestWithParam<SourceFile> {};

TEST_P(Spread, OfEndValuesIsWithinTheTolerance)
{
    const System system = read_system(text_of(GetParam()), GetParam().name);
    const std::vector<Ending> endings = all_endings(system);
    const Ending* best = tightest(endings);
    if (!best) GTEST_SKIP() << "no run finished";
    const double condition = condition_of(system, *best);
    int open = 0;
    double most = 0;  // in units of what is allowed
    for (const Ending& ending : endings) {
        if (!ending.finished) {
            ++open;
            continue;
        }
        const Difference off = largest_difference(ending, *best);
        // Where the tightest run is one of two that are compared both have their share of it.
        const double allowed = 100 * std::max(ending.rtol, best->rtol) * condition;
        most = std::max(most, off.relative / allowed);
        EXPECT_LE(off.relative, allowed)
            << fmt::format("{} | {} | {:.0e} | {} is {}, not {} ({} at {:.0e}) | {:.1e} | {:.1e}",
                           GetParam().name, ending.method, ending.rtol, off.name, off.found,
                           off.expected, best->method, best->rtol, off.relative, allowed);
    }
    std::cout << fmt::format(
        "{}: {} of {} runs open, condition {:.1e}, at most {:.1e} of the bound\n", GetParam().name,
        open, endings.size(), condition, most);
}

INSTANTIATE_TEST_SUITE_P(Models, Spread, ::testing::ValuesIn(files_with_a_solution()),
                         [](const auto& file) { return test_name(file.param); });

}  // namespace
}  // namespace involute::testing
