// SPDX-License-Identifier: Apache-2.0
// How solutions end that are no points of the equations, and that `finished` has its last row.
#include "singular_support.hpp"

namespace involute {
namespace {

using testing::says;
using testing::tolerance;

Solution run_at(const std::string& text, double rtol, double to, const std::string& method = "auto")
{
    SolveOptions options = tolerance(rtol);
    options.to = to;
    options.method = method;
    options.singular = "";
    return solve(read_system(text), options);
}

void expect_kind(const Solution& run, SingularKind kind, double x, double error)
{
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, kind) << run.reason;
    EXPECT_NEAR(run.singular_points[0].x, x, error) << run.reason;
}

// log(1.8e308) = 709.78
TEST(Overflow, IsNotCalledABlowUp)
{
    for (const double rtol : {1e-4, 1e-6, 1e-12}) {
        const Solution run = run_at("var x\nx' = x\nstart x = 1\n", rtol, 1000);
        EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
        expect_kind(run, SingularKind::overflow, 708, 3);
    }
}

// x = 1/(1 - t).
TEST(BlowUp, IsStillOne)
{
    for (const double rtol : {1e-4, 1e-6, 1e-12}) {
        const Solution run = run_at("var x\nx' = x^2\nstart x = 1\n", rtol, 2);
        EXPECT_EQ(run.code, Outcome::singular) << run.reason;
        expect_kind(run, SingularKind::blow_up, 1, 1e-3);
    }
}

// x = -1 - 1/t.
TEST(BlowUp, AtADoubleZeroIsNotPassed)
{
    for (const double rtol : {1e-4, 1e-6, 1e-12})
        for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
            const Solution run =
                run_at("var x\nt^2*x' = 1\nstart t = -1, x = 0\n", rtol, 1, method);
            EXPECT_EQ(run.code, Outcome::singular) << rtol << method << run.reason;
            expect_kind(run, SingularKind::blow_up, 0, 1e-9);
            for (const std::vector<double>& row : run.rows) EXPECT_LE(row[0], 0);
        }
}

TEST(Pole, OfAnAlgebraicUnknownIsNamed)
{
    for (const double rtol : {1e-4, 1e-6, 1e-12}) {
        const Solution run = run_at("var x\nt*x = 1\nstart t = -1\n", rtol, 1);
        EXPECT_EQ(run.code, Outcome::singular) << rtol << run.reason;
        expect_kind(run, SingularKind::pole, 0, 1e-9);
    }
}

TEST(Pole, AtTheStartIsAContradiction)
{
    const Solution run = run_at("var x\nt*x = 1\nstart t = 0\n", 1e-6, 1);
    EXPECT_EQ(run.code, Outcome::singular_start) << run.reason;
    EXPECT_TRUE(says(run.reason, "no highest derivatives satisfy equation 1")) << run.reason;
}

// x = 2/3 t^(3/2) has no Taylor series at 0.
TEST(Finished, HasItsLastRow)
{
    for (const double rtol : {1e-4, 1e-6, 1e-9, 1e-12}) {
        const Solution run = run_at("var x\nx' = sqrt(t)\nstart x = 0\n", rtol, 1);
        ASSERT_EQ(run.code, Outcome::finished) << rtol << run.reason;
        EXPECT_EQ(run.rows.back()[0], 1);
        EXPECT_NEAR(end_value(run, "x"), 2.0 / 3, 10 * rtol) << rtol;
    }
    const Solution series = run_at("var x\nx' = sqrt(t)\nstart x = 0\n", 1e-12, 1, "taylor");
    EXPECT_EQ(series.code, Outcome::not_finite);
    EXPECT_TRUE(says(series.reason, "another method may lead on")) << series.reason;
    EXPECT_TRUE(series.singular_points.empty());
}

// The root of x ends at the start itself, going down.
TEST(DomainEnd, AtTheStartIsStillOne)
{
    const Solution run = run_at("var x\nx' = -1 - sqrt(x)\nstart x = 0\n", 1e-8, 1);
    EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
    EXPECT_TRUE(says(run.reason, "leaves its domain")) << run.reason;
}

// On the circle, to its fold at t = 1 exactly: either the end is reached or it is called a fold.
TEST(Circle, EndsAtItsFold)
{
    for (const char* text : {"var y\nt^2 + y^2 = 1\nstart y = 1\n",
                             "var x, y\nx' = 1\nx^2 + y^2 = 1\nstart x = 0, y = 1\n",
                             "var y\ny*y' + t = 0\nstart y = 1\n"})
        for (const double rtol : {1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
            for (const char* method : {"auto", "dop853", "dopri54", "taylor", "radau"}) {
                const Solution run = run_at(text, rtol, 1, method);
                EXPECT_TRUE(run.code == Outcome::turned || run.code == Outcome::finished)
                    << text << rtol << method << run.reason;
                EXPECT_NEAR(run.end, 1, 10 * rtol) << text << rtol << method;
            }
}

// u = x = A sin(w t) looks over 24 twice. Nothing depends on u before, and its stages may be wrong:
// no blow-up, and no reason to give up.
TEST(Ending, IsNotMadeByAnAlgebraicUnknownThatNothingNeededYet)
{
    const std::string text =
        "var x, u, y\nx'' = -18*x\nu*(1 + x^2) = x + x^3\ny' = 3.1*max(0, u - 24)\n"
        "start x = 0, x' = 106, y = 0\n";
    const double w = std::sqrt(18.0), size = 106 / w, first = std::asin(24 / size);
    const double area =
        size * (2 * std::cos(first) - 24 / size * (std::acos(-1.0) - 2 * first)) / w;
    for (const double rtol : {1e-3, 1e-4, 1e-6, 1e-8, 1e-10}) {
        SolveOptions options = testing::tolerance(rtol);
        options.to = 3;
        options.method = "radau";
        const Solution run = solve(read_system(text), options);
        ASSERT_EQ(run.code, Outcome::finished) << rtol << run.reason;
        EXPECT_NEAR(end_value(run, "y"), 2 * 3.1 * area, std::max(1e-8, 100 * rtol)) << rtol;
    }
}

// y = t/(1 - t): along the curve it goes up beside t = 1, and t never turns.
TEST(Pole, BesideWhichACurveGoesUpIsNoImpasse)
{
    for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        SolveOptions options = tolerance(rtol);
        options.length = 100;
        const Solution run = solve(read_system("var y\n(t - 1)^2*y' = 1\nstart y = 0\n"), options);
        EXPECT_EQ(run.code, Outcome::singular) << run.reason;
        expect_kind(run, SingularKind::blow_up, 1, rtol);
    }
}

}  // namespace
}  // namespace involute
