// SPDX-License-Identifier: Apache-2.0
// Regular singular points: one smooth solution leaves the start, and it is followed.
#include "singular_support.hpp"

namespace involute {
namespace {

using testing::says;
using testing::tolerance;

Solution run_to(const std::string& text, double rtol, double to)
{
    SolveOptions options = tolerance(rtol);
    options.to = to;
    options.sampling.points = 3;
    options.singular = "";
    return solve(read_system(text), options);
}

// y = sin t / t, and y'' = -1/3 at 0.
TEST(RegularSingularStart, OfLaneAndEmdenIsSolved)
{
    for (const double rtol : {1e-6, 1e-9, 1e-12}) {
        const Solution run =
            run_to("var y\nt*y'' + 2*y' + t*y = 0\nstart y = 1, y' = 0\n", rtol, 2);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        ASSERT_EQ(run.rows.size(), 3u);
        EXPECT_EQ(run.rows[0][0], 0);
        EXPECT_EQ(run.rows[0][1], 1);
        EXPECT_EQ(run.rows[1][0], 1);
        EXPECT_NEAR(run.rows[1][1], std::sin(1.0), 10 * rtol);
        EXPECT_NEAR(end_value(run, "y"), std::sin(2.0) / 2, 10 * rtol);
        ASSERT_EQ(run.singular_points.size(), 1u);
        EXPECT_EQ(run.singular_points[0].kind, SingularKind::regular_singular);
        EXPECT_TRUE(says(run.singular_points[0].branches[0].description, "the regular solution"));
        EXPECT_TRUE(run.singular_points[0].branches[0].followed);
    }
}

TEST(RegularSingularStart, OfBesselIsSolved)
{
    for (const double rtol : {1e-6, 1e-9, 1e-12})
        for (const double to : {1.0, -1.0}) {
            const Solution run = run_to("var y\nt*y'' + y' + t*y = 0\nstart y = 1\n", rtol, to);
            ASSERT_EQ(run.code, Outcome::finished) << run.reason;
            EXPECT_NEAR(end_value(run, "y"), std::cyl_bessel_j(0, 1.0), 10 * rtol);
            EXPECT_NEAR(run.rows[1][1], std::cyl_bessel_j(0, 0.5), 10 * rtol);
        }
}

// Of an algebraic unknown: y = sin t / t is removable at 0.
TEST(RegularSingularPoint, OfAnAlgebraicUnknownIsNamedAndPassed)
{
    const std::string text = "var y\nt*y = sin(t)\nstart t = -1\n";
    const Solution run = run_to(text, 1e-6, 1);
    ASSERT_EQ(run.code, Outcome::singular) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::regular_singular) << run.reason;
    EXPECT_FALSE(says(run.reason, "envelope"));
    SolveOptions options = tolerance(1e-9);
    options.to = 1;
    options.continuations = {1};
    const Solution on = solve(read_system(text), options);
    ASSERT_EQ(on.code, Outcome::finished) << on.reason;
    EXPECT_NEAR(end_value(on, "y"), std::sin(1.0), 1e-9);
}

// x = sin(k u)/(k u) with u = t - t0: a way out is a straight line, which the solution leaves the
// sooner the faster it swings and the larger t is beside that; and the end may be nearer still.
TEST(RegularSingularStart, IsLeftBeforeTheSolutionBends)
{
    for (const double k : {1.0, 30.0, 1e4})
        for (const double t0 : {0.0, 1000.0, -7.25})
            for (const double rtol : {1e-4, 1e-7, 1e-10})
                for (const double part : {2.0, 1e-3}) {
                    const double to = t0 + part / k;
                    const std::string u = "(t - (" + std::to_string(t0) + "))";
                    const std::string turn = std::to_string(k) + "*" + u;
                    const Solution run = run_to("var x\n" + u + "*x' + x = cos(" + turn +
                                                    ")\nstart x = 1, t = " + std::to_string(t0),
                                                rtol, to);
                    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
                    const double turned = k * (run.rows.back()[0] - t0);
                    // t itself is rounded
                    EXPECT_NEAR(end_value(run, "x"), std::sin(turned) / turned,
                                100 * rtol + 1e-15 * k * std::abs(t0))
                        << k << " " << t0 << " " << rtol << " " << part;
                }
}

// The same equations as written in books, which have no value at 0 or vanish there altogether.
struct Classic {
    const char* text;
    double (*solution)(double);
    double second;  // derivative at 0
};

TEST(RegularSingularStart, OfEquationsAsTheyAreWrittenIsSolved)
{
    const Classic classics[] = {
        {"var y\ny'' + 2*y'/t + y = 0\nstart y = 1, y' = 0\n",
         [](double t) { return std::sin(t) / t; }, -1.0 / 3},
        {"var y\ny'' + 2*y'/t + y^5 = 0\nstart y = 1, y' = 0\n",  // Lane and Emden
         [](double t) { return 1 / std::sqrt(1 + t * t / 3); }, -1.0 / 3},
        {"var y\ny'' + y'/t + y = 0\nstart y = 1\n",
         [](double t) { return std::cyl_bessel_j(0, t); }, -0.5},
        {"var y\nt^2*y'' + t*y' + t^2*y = 0\nstart y = 1, y' = 0\n",
         [](double t) { return std::cyl_bessel_j(0, t); }, -0.5},
        {"var y\nt^2*y'' + t*y' + (t^2 - 1)*y = 0\nstart y = 0, y' = 1/2\n",
         [](double t) { return std::cyl_bessel_j(1, t); }, 0},
        {"var y\ny'' + y'/t + (1 - 1/t^2)*y = 0\nstart y = 0, y' = 1/2\n",
         [](double t) { return std::cyl_bessel_j(1, t); }, 0},
        {"var y\nt^2*y'' + t*y' + (t^2 - 4)*y = 0\nstart y = 0, y' = 0, y'' = 1/4\n",
         [](double t) { return std::cyl_bessel_j(2, t); }, 0.25},
        {"var y\n1e6*y + y'' + 2*y'/t = 0\nstart y = 1, y' = 0\n",
         [](double t) { return std::sin(1e3 * t) / (1e3 * t); }, -1e6 / 3}};
    for (const Classic& classic : classics)
        for (const double rtol : {1e-5, 1e-12})
            for (const char* method : {"auto", "taylor", "radau"}) {
                SolveOptions options = tolerance(rtol);
                options.to = 2;
                options.method = method;
                options.sampling.points = 3;
                options.singular = "";
                if (classic.second < -1e3) options.to = 2e-2;
                const Solution run = solve(read_system(classic.text), options);
                ASSERT_EQ(run.code, Outcome::finished) << classic.text << method << run.reason;
                ASSERT_EQ(run.rows.size(), 3u) << classic.text << method;
                EXPECT_EQ(run.rows[0][0], 0) << classic.text;
                EXPECT_NEAR(run.rows[0][3], classic.second, 1e-12 * (1 - classic.second));
                for (const std::size_t k : {1u, 2u})
                    EXPECT_NEAR(run.rows[k][1], classic.solution(run.rows[k][0]),
                                100 * rtol + 1e-13)
                        << classic.text << method << rtol;
                ASSERT_EQ(run.singular_points.size(), 1u);
                EXPECT_EQ(run.singular_points[0].kind, SingularKind::regular_singular);
                EXPECT_TRUE(
                    says(run.singular_points[0].branches[0].description, "the regular solution"));
                EXPECT_TRUE(says(run.notices[0], "the row at t = 0 is its limit"));
            }
}

// y = sin t / t at its own zero of the denominator, backwards too.
TEST(RegularSingularStart, OfAnAlgebraicUnknownHasItsLimit)
{
    for (const double to : {1.0, -1.0}) {
        const Solution run = run_to("var y\nt*y = sin(t)\nstart t = 0\n", 1e-9, to);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_FALSE(says(run.singular_points[0].message, "envelope"));
        ASSERT_EQ(run.rows.size(), 3u);
        EXPECT_EQ(run.rows[0][0], 0);
        EXPECT_NEAR(run.rows[0][1], 1, 1e-15);
        EXPECT_EQ(run.rows[1][0], to / 2);
        EXPECT_NEAR(run.rows[1][1], std::sin(0.5) / 0.5, 1e-9);
    }
}

// With y' = 1 at 0 no solution is smooth; y = 2 sqrt(t) is not smooth either; y = C t leaves C
// open.
TEST(RegularSingularStart, IsNotInvented)
{
    const Solution steep = run_to("var y\ny'' + 2*y'/t + y = 0\nstart y = 1, y' = 1\n", 1e-6, 1);
    EXPECT_EQ(steep.code, Outcome::no_start_found);
    EXPECT_TRUE(says(steep.reason, "divided by `t`")) << steep.reason;
    const Solution root = run_to("var y\ny' = 1/sqrt(t)\nstart y = 0\n", 1e-6, 1);
    EXPECT_EQ(root.code, Outcome::no_start_found) << root.reason;
    const Solution open = run_to("var y\ny' = y/t\nstart y = 0\n", 1e-6, 1);
    EXPECT_EQ(open.status, RunStatus::failed) << open.reason;
}

// Rows that are handed over as they come include that of the start.
TEST(RegularSingularStart, HandsItsRowOver)
{
    for (const char* text : {"var y\ny'' + 2*y'/t + y = 0\nstart y = 1, y' = 0\n",
                             "var y\nt*y'' + 2*y' + t*y = 0\nstart y = 1, y' = 0\n"}) {
        SolveOptions options = tolerance(1e-8);
        options.to = 1;
        options.sampling.points = 3;
        std::vector<double> places;
        options.stream = [&](const PassingRow& row) {
            places.push_back(row.values[0]);
            return true;
        };
        const Solution run = solve(read_system(text), options);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_EQ(places, (std::vector<double>{0, 0.5, 1})) << text;
        EXPECT_EQ(run.statistics.rows, 3);
    }
}

// A push of K = 1e4 from t = c on. With w = t*y it is w'' + w = K t there, so that t*y is sin(t)
// and from c on K (t - c cos(t - c) - sin(t - c)) more. The series of before c ends at c, however
// short that is beside the way.
TEST(RegularSingularStart, IsLeftBeforeAKink)
{
    const double K = 1e4, c = 5e-4, t = 0.01, u = t - c;
    const double y = (std::sin(t) + K * (t - c * std::cos(u) - std::sin(u))) / t;
    for (const char* text :
         {"var y\ny'' + 2*y'/t + y = if(t < 5e-4, 0, 1e4)\nstart y = 1, y' = 0\n",
          "var y\nt*y'' + 2*y' + t*y = 1e4*t*(1 + sign(t - 5e-4))/2\nstart y = 1, y' = 0\n",
          "var y, z\ny'' + 2*y'/t + y = if(z < 5e-4, 0, 1e4)\nz' = 1\n"
          "start y = 1, y' = 0, z = 0\n"})
        for (const double to : {0.02, 1.0, 10.0}) {
            SolveOptions options = tolerance(1e-10);
            options.to = to;
            options.sampling.at = {t};
            options.max_steps = 100'000;
            const Solution run = solve(read_system(text), options);
            ASSERT_FALSE(run.rows.empty()) << text << run.reason;
            EXPECT_EQ(run.rows[0][0], t) << text;
            // At the kink y' is a thousand times smaller than what the push makes of it.
            EXPECT_NEAR(run.rows[0][1], y, 1e-7) << text << to;
        }
}

}  // namespace
}  // namespace involute
