// SPDX-License-Identifier: Apache-2.0
// Steps far longer than the periods of strong forces, on the smooth motion.
#include <gtest/gtest.h>

#include <cmath>

#include "involute/drive/solve.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/smooth_start.hpp"

namespace involute {
namespace {

const std::string spring_pendulum =
    "param eps = 1e-3\nsmall eps\nvar x, y\nlet r = sqrt(x^2 + y^2)\n"
    "x'' = -(1 - 1/r)/eps^2*x\ny'' = -(1 - 1/r)/eps^2*y - 1\n"
    "start x = 1, y = 0, x' = 0, y' = 0.5\nsolve to 1";

Solution run(const System& system, double h, const std::string& method = "radau5")
{
    SolveOptions options;
    options.method = method;
    options.step = h;
    options.sampling.only_end = true;
    const Solution solution = solve(system, options);
    EXPECT_EQ(solution.status, RunStatus::finished) << solution.reason;
    return solution;
}

Solution spring(double eps, double h)
{
    return run(read_system(spring_pendulum, "", {{"eps", eps}}), h);
}

// The smooth motion through theta = 0 with tangential speed 0.5 at t = 1: expansion in eps^2 to
// order 12 in 40 digits; the stiff equations in extended precision agree to 22 digits.
struct Reference {
    double eps, x, y, dx, dy;
};
constexpr Reference references[] = {
    {1e-3, 0.99999805249790023536707695, 0.0020934263284263081495301734,
     0.0010393984212552029172135713, -0.49579438288162978922435536},
    {1e-4, 0.99999781147820214935067044, 0.0020933019866585933033788629,
     0.0010378650371141363798601943, -0.49579463378888332619398635},
    {1e-5, 0.99999780906797109273020799, 0.002093300743240415941130211,
     0.0010378497032536703668034091, -0.49579463629795620833794185},
    {1e-6, 0.99999780904386877875641957, 0.0020933007308062341174837127,
     0.0010378495499150638011071897, -0.49579463632304693719406407},
    // The rigid pendulum; beyond it 2.4e-1 eps^2 at most.
    {1e-8, 0.99999780904362532103916838, 0.0020933007306806363212802098,
     0.0010378495483661889871197777, -0.49579463632330037889968497}};

TEST(SmoothRun, ErrorsAreThoseOfTheLimitAndAMultipleOfEpsSquaredTimesTheStep)
{
    const double h = 0.1;
    const Reference& limit = references[4];
    const Solution rigid = spring(limit.eps, h);
    const double limit_error = end_value(rigid, "x'") - limit.dx;
    for (const Reference& r : references) {
        const Solution found = spring(r.eps, h);
        // Index 3, three stages: positions h^5, velocities h^3 (Lubich, Theorem 3.1; the constants
        // of this motion are below 0.01 and 0.1).
        EXPECT_NEAR(end_value(found, "x"), r.x, 0.01 * std::pow(h, 5)) << r.eps;
        EXPECT_NEAR(end_value(found, "y"), r.y, 0.01 * std::pow(h, 5)) << r.eps;
        EXPECT_NEAR(end_value(found, "x'"), r.dx, 0.1 * std::pow(h, 3)) << r.eps;
        EXPECT_NEAR(end_value(found, "y'"), r.dy, 0.1 * std::pow(h, 3)) << r.eps;
        // The error that eps adds: a constant near 0.93 times eps^2 h, measured independently.
        const double added = end_value(found, "x'") - r.dx - limit_error;
        EXPECT_LT(std::abs(added), 1.1 * r.eps * r.eps * h + 1e-11) << r.eps;
        if (r.eps == 1e-3) {
            EXPECT_GT(std::abs(added), 0.8 * r.eps * r.eps * h);
        }
    }
}

TEST(SmoothRun, NewtonsIterationsAreThoseOfTheRigidPendulum)
{
    const Solution rigid = run(read_system("var x, y, lambda\nx'' + lambda*x = 0\n"
                                           "y'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n"
                                           "start x = 1, y = 0, x' = 0, y' = 0.5\nsolve to 1"),
                               0.1);
    for (const double eps : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
        const Solution found = spring(eps, 0.1);
        EXPECT_EQ(found.statistics.steps, 10) << eps;
        EXPECT_LE(double(found.statistics.iterations), 1.2 * double(rigid.statistics.iterations))
            << eps;
    }
}

TEST(SmoothRun, TheForceKeepsItsDigitsWhereItCannotBeComputedFromPositions)
{
    SolveOptions options;
    options.columns = {"force1", "x''"};
    options.sampling.only_end = true;
    const Solution found = solve(read_system(spring_pendulum, "", {{"eps", 1e-8}}), options);
    ASSERT_EQ(found.status, RunStatus::finished) << found.reason;
    // omega^2 - sin theta of the rigid pendulum, to rtol times what two derivatives cost
    const Reference& r = references[4];
    const double force = r.dx * r.dx + r.dy * r.dy - r.y;
    EXPECT_NEAR(std::abs(found.rows.back()[1]), force, 1e-4);
    EXPECT_NEAR(found.rows.back()[2], -force * r.x, 1e-4);
}

TEST(SmoothRun, UndeclaredLargeFactorsAreStrongForcesWithSmooth)
{
    const System system = read_system(
        "var x, y\nlet r = sqrt(x^2 + y^2)\nx'' = -1e6*(1 - 1/r)*x\ny'' = -1e6*(1 - 1/r)*y - 1\n"
        "start x = 1, y = 0, x' = 0, y' = 0.5\nsolve to 1");
    SolveOptions options;
    options.smooth = true;
    const Solution found = solve(system, options);
    ASSERT_EQ(found.status, RunStatus::finished) << found.reason;
    EXPECT_NEAR(end_value(found, "y"), references[0].y, 1e-8);
    EXPECT_LT(found.statistics.steps, 100);
    EXPECT_EQ(found.names, (std::vector<std::string>{"x", "x'", "x''", "y", "y'", "y''"}));
}

TEST(SmoothRun, WithoutStrongForcesGivesANotice)
{
    SolveOptions options;
    options.smooth = true;
    const Solution found =
        solve(read_system("var x\nx'' = -x\nstart x = 1, x' = 0\nsolve to 1"), options);
    ASSERT_EQ(found.status, RunStatus::finished);
    ASSERT_FALSE(found.notices.empty());
    EXPECT_NE(found.notices.back().find("no strong forces"), std::string::npos);
}

TEST(SmoothRun, IsRefusedAlongACurve)
{
    SolveOptions options;
    options.smooth = true;
    options.curve = true;
    EXPECT_THROW(
        solve(read_system("var x\nx'' = -1e8*x\nstart x = 1, x' = 0\nsolve to 1"), options), Error);
}

std::string chain(int dimensions)
{
    const std::string z = "z[0] = 0\n";
    const bool space = dimensions == 3;
    std::string text = "param N = 100, eps = 1e-4\nsmall eps\nvar x[0..N], y[0..N]" +
                       std::string(space ? ", z[0..N]\n" : "\n") + "x[0] = 0\ny[0] = 0\n" +
                       (space ? z : "") + "for i in 1..N { let pull[i] = (1 - 1/sqrt((x[i] - " +
                       "x[i-1])^2 + (y[i] - y[i-1])^2" + (space ? " + (z[i] - z[i-1])^2" : "") +
                       "))/eps^2 }\n";
    for (const std::string u : {"x", "y", "z"}) {
        if (u == "z" && !space) continue;
        const std::string g = u == "y" ? " - 1" : "";
        text += "for i in 1..N-1 { " + u + "[i]'' = pull[i+1]*(" + u + "[i+1] - " + u +
                "[i]) - pull[i]*(" + u + "[i] - " + u + "[i-1])" + g + " }\n" + u +
                "[N]'' = -pull[N]*(" + u + "[N] - " + u + "[N-1])" + g + "\n";
    }
    text += "for i in 1..N { start x[i] = i, y[i] = 0, x[i]' = 0, y[i]' = 0 }\n";
    if (space) text += "for i in 1..N { start z[i] = 0, z[i]' = i/8 }\n";
    return text + "solve to 1";
}

/// Lubich, Theorem 3.1: beside the error of the limit the velocities of a stiff system have one of
/// at most C ε² h^(q-2), q the number of stages: here constant in h for two and of first order
/// for three. Halving the step must not make it larger than that.
TEST(SmoothRun, AHundredMassesAddAnErrorOfTheOrderOfTheTheorem)
{
    for (const int dimensions : {2, 3})
        for (const auto& [method, order] : {std::pair{"radau3", 0}, {"radau5", 1}}) {
            const auto added = [&, method = method](double h) {
                // The limit has the same error in h; what the step does not change is exact.
                const auto speed = [&](double eps) {
                    return end_value(
                        run(read_system(chain(dimensions), "", {{"eps", eps}}), h, method),
                        "x[100]'");
                };
                return speed(1e-3) - speed(1e-8);
            };
            const double exact = added(0.025);
            const double coarse = std::abs(added(0.1) - exact),
                         fine = std::abs(added(0.05) - exact);
            EXPECT_GT(coarse, 0) << method;
            EXPECT_LT(fine, 1.2 * coarse / std::pow(2.0, order)) << method << dimensions;
        }
}

TEST(SmoothRun, AHundredMassesTendToTheirLimitAsEpsSquared)
{
    for (const int dimensions : {2, 3}) {
        const std::string text = chain(dimensions);
        const auto tip = [&](double eps) {
            const Solution found = run(read_system(text, "", {{"eps", eps}}), 0.1);
            EXPECT_EQ(found.statistics.steps, 10);
            return std::pair(end_value(found, "x[100]"), end_value(found, "y[100]"));
        };
        // The limit by another method: the chain of rods, in which nothing is stiff.
        System rods = without_compliance(read_system(text));
        const Solution exact = run(rods, 0, "auto");
        const auto [x0, y0] = tip(1e-8);
        EXPECT_NEAR(x0, end_value(exact, "x[100]"), 1e-4) << dimensions;
        EXPECT_NEAR(y0, end_value(exact, "y[100]"), 1e-4) << dimensions;
        const double a = tip(1e-4).first - x0, b = tip(2e-4).first - x0;
        EXPECT_NEAR(b / a, 4, 0.2) << dimensions;
    }
}

}  // namespace
}  // namespace involute
