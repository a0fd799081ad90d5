// SPDX-License-Identifier: Apache-2.0
// Options that make no sense are refused, all of them at once, with a word on what to do.
#include <limits>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::says;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<Diagnostic> refused(const SolveOptions& options)
{
    try {
        solve(read_system(testing::pendulum), options);
    } catch (const Error& error) {
        return error.diagnostics();
    }
    return {};
}

void expect_refused(SolveOptions options, const std::string& message, const std::string& hint)
{
    if (!options.to && !options.length) options.to = 1.0;
    const std::vector<Diagnostic> found = refused(options);
    ASSERT_EQ(found.size(), 1u) << message;
    EXPECT_TRUE(says(found[0].message, message)) << found[0].message;
    EXPECT_TRUE(says(found[0].hint, hint)) << found[0].hint;
}

TEST(Options, RefuseInvalidTolerances)
{
    for (const double rtol : {0.0, -1e-8, 1.0, 2.0, nan, infinity})
        expect_refused({.rtol = rtol}, "is not a tolerance", "between 0 and 1");
    for (const double atol : {0.0, -1e-10, nan, infinity})
        expect_refused({.atol = atol}, "is not a tolerance", "`atol` must be positive");
}

TEST(Options, RefuseInvalidStepSizes)
{
    for (const double bad : {-1.0, nan, infinity}) {
        expect_refused({.step = bad}, "is not a step size", "positive");
        expect_refused({.first_step = bad}, "is not a step size", "positive");
        expect_refused({.max_step = bad}, "is not a step size", "positive");
        expect_refused({.max_seconds = bad}, "is not a time", "positive");
        expect_refused({.sampling = {.every = bad}}, "is not a distance", "positive");
    }
    expect_refused({.max_steps = -1}, "is negative", "positive");
}

TEST(Options, RefuseInvalidEnds)
{
    for (const double bad : {nan, infinity, -infinity})
        expect_refused({.to = bad}, "not a finite number", "option `to`");
    for (const double bad : {nan, infinity, 0.0, -1.0}) {
        expect_refused({.length = bad}, "length of the run", "option `length`");
        expect_refused({.scale = bad}, "scale", "option `scale`");
    }
}

TEST(Options, RefuseTooFewPoints)
{
    for (const long points : {1L, -5L})
        expect_refused({.sampling = {.points = points}}, "too few", "at least 2");
}

TEST(Options, RefuseInvalidAbscissas)
{
    for (const double bad : {nan, infinity})
        expect_refused({.sampling = {.at = {0.5, bad}}}, "not a finite number",
                       "option `sampling.at`");
}

TEST(Options, RefuseUnknownMethods)
{
    expect_refused({.method = "rk9"}, "unknown method `rk9`", "did you mean `rk4`?");
    expect_refused({.method = "magic"}, "unknown method `magic`", "involute methods");
}

TEST(Options, AreAllCheckedBeforeAnythingIsRefused)
{
    const std::vector<Diagnostic> found =
        refused({.to = nan, .rtol = -1, .atol = nan, .step = -2, .max_steps = -3});
    EXPECT_EQ(found.size(), 5u);
}

TEST(Options, MustSayHowFarToGo)
{
    const std::vector<Diagnostic> found = refused({});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(says(found[0].message, "nothing says how far to solve"));
    EXPECT_TRUE(says(found[0].hint, "option `to = X`"));
}

TEST(Options, TakePrecedenceOverTheModel)
{
    const System system = read_system(testing::pendulum + "solve to 3\n");
    EXPECT_EQ(solve(system).rows.back()[0], 3.0);
    EXPECT_EQ(solve(system, {.to = 1.5}).rows.back()[0], 1.5);
}

TEST(Options, AreCheckedByTheAnalysisToo)
{
    EXPECT_THROW(analyze(read_system(testing::pendulum), {.rtol = nan}), Error);
}

// The looser the tolerance, the fewer the steps; the error follows it.
TEST(Tolerance, SetsTheError)
{
    double before = 1;
    for (const double rtol : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
        const Solution run =
            solve(read_system(testing::pendulum), {.to = 20.0, .rtol = rtol, .atol = rtol / 100});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        const testing::Swing<Quad> exact{Quad(20)};
        const double error = std::max(std::abs(end_value(run, "x") - to_double(exact.x)),
                                      std::abs(end_value(run, "y") - to_double(exact.y)));
        EXPECT_LE(error, 100 * rtol);
        EXPECT_LE(error, before);
        before = error;
    }
}

TEST(Options, OutOfTheirEnumerationAreRefused)
{
    expect_refused({.precision = Precision(77)}, "option `precision = 77` is not known", "one of");
    expect_refused({.technique = {.projection = ProjectionWay(77)}},
                   "option `technique.projection = 77` is not known", "one of");
    expect_refused({.technique = {.estimate = Estimate(-1)}},
                   "option `technique.estimate = -1` is not known", "one of");
}

TEST(Options, ThatPutTheEndOutOfReachAreRefused)
{
    expect_refused({.to = 1.0, .step = 1e-17}, "with option `step = 1e-17` the run takes 1e+17",
                   "larger");
    expect_refused({.to = 1.0, .max_step = 1e-300}, "with option `max_step = 1e-300`", "larger");
}

}  // namespace
}  // namespace involute
