// SPDX-License-Identifier: Apache-2.0
// Invariants are checked before they are used. The energy (6.7) of the four bar (Tuomela, Arponen,
// Higher order methods, section 6.4) is not constant while a torque acts: its rate is the power T
// θ'.
#include <gtest/gtest.h>

#include <cmath>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/prepare.hpp"
#include "tests/drive/support.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

const std::string energy =
    "m1*(y1'^2 + y2'^2)/2 + m2*(y3'^2 + y4'^2)/2 + m1*gamma*y2 + m2*gamma*y4";
// The angle of the crank, carried along: y1 θ' = y2' on the circle, without division by y1.
const std::string angle = "var theta\ntheta' = (y1*y2' - y2*y1')/a^2\nstart theta = 0\n";

std::string four_bar(const std::string& more)
{
    return model_text("four_bar") + more;
}

Analysis analysis_of(const std::string& text, double torque)
{
    return analyze(read_system(text, "four_bar.ode", {{"T", torque}}));
}

TEST(Invariants, EnergyOfTheFourBarIsRefusedWhileATorqueActs)
{
    const Analysis found = analysis_of(four_bar("invariant E = " + energy + "\n"), 0.8);
    EXPECT_EQ(found.code, Outcome::false_invariant);
    ASSERT_EQ(found.invariants.size(), 1u);
    EXPECT_FALSE(found.invariants[0].holds);
    EXPECT_GT(found.invariants[0].defect, 1e-3);
    const Solution run =
        solve(read_system(four_bar("invariant E = " + energy + "\n"), "four_bar.ode"));
    EXPECT_EQ(run.code, Outcome::false_invariant);
    EXPECT_NE(run.reason.find("dE/dt = "), std::string::npos) << run.reason;
}

TEST(Invariants, EnergyOfTheFourBarIsAcceptedWithoutTorque)
{
    const Analysis found = analysis_of(four_bar("invariant E = " + energy + "\n"), 0);
    EXPECT_EQ(found.code, Outcome::complete);
    EXPECT_TRUE(found.invariants.at(0).holds);
}

TEST(Invariants, EnergyMinusTheWorkOfTheTorqueIsAccepted)
{
    const std::string text = four_bar(angle + "invariant I = " + energy + " - T*theta\n");
    const Analysis found = analysis_of(text, 0.8);
    EXPECT_EQ(found.code, Outcome::complete);
    EXPECT_TRUE(found.invariants.at(0).holds) << found.invariants.at(0).defect;
    EXPECT_EQ(found.dimension, 2 + 1);  // the angle's own zero
}

TEST(Invariants, DefectOfTheFourBarEnergyIsThePowerOfTheTorque)
{
    // Both "invariants" change; at the same points their rates must be in the ratio T : 1.
    const System system = read_system(
        four_bar(angle + "impose E = " + energy + "\nimpose W = theta\n"), "four_bar.ode");
    Prepared prepared = prepare(system, {}, false);
    Geometry<double>& geometry = *prepared.geometry;
    const CompletedSystem& c = geometry.completed();
    const int first = int(c.layout.constraints.size());
    std::vector<double> entries(c.constraint_jacobian.entries.size()), z(c.layout.unknowns),
        v(c.layout.size);
    std::mt19937 random(5);
    int compared = 0;
    for (int k = 0; k < 10; ++k) {
        std::vector<double> p = prepared.start.p;
        geometry.invariant_values()[0] = 3 + 0.1 * k;  // some speed
        if (!generic_point(geometry, prepared.scale, 0.5, random, p)) continue;
        ASSERT_EQ(geometry.field(p.data(), z.data()).health, Health::good);
        geometry.direction(p.data(), z.data(), v.data());
        geometry.constraint_jacobian(p.data(), entries.data());
        double rate[2] = {0, 0};
        for (std::size_t e = 0; e < entries.size(); ++e)
            if (const int row = c.constraint_jacobian.entries[e].row - first; row >= 0)
                rate[row] += entries[e] * v[c.constraint_jacobian.entries[e].column];
        EXPECT_GT(std::abs(rate[1]), 1e-3);
        EXPECT_NEAR(rate[0], 0.8 * rate[1], 1e-9 * std::abs(rate[1]));
        ++compared;
    }
    EXPECT_GE(compared, 3);
}

// The energy is constant up to t = 5, and falls by 2 (t - 5) x'^2 from there on.
TEST(Invariants, OneThatBecomesFalseOnTheWayEndsTheRunThere)
{
    const std::string text =
        "var x\nx'' = -x - max(0, t - 5)*x'\n{} E = x^2 + x'^2\nstart x = 1, x' = 0\n";
    const auto with = [&](const char* word) {
        std::string model = text;
        return read_system(model.replace(model.find("{}"), 2, word));
    };
    for (const char* method : {"auto", "dop853", "radau", "taylor"}) {
        const Solution run = solve(with("invariant"), {.to = 20, .method = method});
        EXPECT_EQ(run.code, Outcome::false_invariant) << method << ": " << run.reason;
        EXPECT_NEAR(run.end, 5, 1e-3) << method;
        EXPECT_TRUE(testing::says(run.reason, "`E` (line 3) is not an invariant")) << run.reason;
        EXPECT_TRUE(testing::says(run.reason, "dE/dt = -")) << run.reason;
        ASSERT_FALSE(run.rows.empty());
        EXPECT_NEAR(run.rows.back().at(1), std::cos(run.rows.back().at(0)), 1e-6) << method;
    }
    // what is imposed knowingly is held
    const Solution held = solve(with("impose"), {.to = 6, .max_steps = 100000});
    EXPECT_NE(held.code, Outcome::false_invariant) << held.reason;
}

// Without a kink: the damping wakes up smoothly.
TEST(Invariants, OneThatIsOnlyNearlyConstantAtFirstIsNamedToo)
{
    const Solution run =
        solve(read_system("var x\nx'' = -x - 0.1*(t/50)^20*x'\ninvariant E = x^2 + x'^2\n"
                          "start x = 1, x' = 0\n"),
              {.to = 100});
    EXPECT_EQ(run.code, Outcome::false_invariant) << run.reason;
    EXPECT_GT(run.end, 5);
    EXPECT_LT(run.end, 50);
}

// The watch itself accuses nobody: energies of stiff and of constrained systems.
TEST(Invariants, TrueOnesAreNotAccusedOnTheWay)
{
    const char* stiff =
        "var a, b, c\na' = -0.04*a + 1e4*b*c\nb' = 0.04*a - 1e4*b*c - 3e7*b^2\n"
        "c' = 3e7*b^2\ninvariant S = a + b + c\nstart a = 1, b = 0, c = 0\n";
    const std::string swing = testing::pendulum + "invariant E = (x'^2 + y'^2)/2 + y\n";
    for (const char* method : {"auto", "radau", "dop853"})
        for (const double rtol : {1e-5, 1e-8, 1e-12}) {
            const SolveOptions options{
                .method = method, .rtol = rtol, .atol = rtol / 100, .max_steps = 20000};
            EXPECT_NE(solve(read_system(stiff), {.to = 40,
                                                 .method = method,
                                                 .rtol = rtol,
                                                 .atol = rtol / 100,
                                                 .max_steps = 20000})
                          .code,
                      Outcome::false_invariant);
            SolveOptions far = options;
            far.to = 100;
            EXPECT_EQ(solve(read_system(swing), far).code, Outcome::finished);
        }
}

TEST(Invariants, AFalseOneOfFiveStatesIsRefusedWithItsRate)
{
    const System system = read_system(R"(
var a, b, c, d, e
a' = b*c - 0.3*a*d
b' = c*d - a*e + sin(e)
c' = d*e - b*a - 0.1*c^3
d' = a*b - c*e
e' = a*c*d - b
invariant I = a^2 + b^2 + c^2 + d^2 + e^2
start a = 1, b = 0.5, c = -0.3, d = 0.8, e = 0.2
solve to 1
)");
    const Solution run = solve(system);
    EXPECT_EQ(run.code, Outcome::false_invariant);
    // The rates of a to e are -0.39, sin(0.2) - 0.44, -0.3373, 0.56 and -0.74.
    const double rate =
        2 * (-0.39 + 0.5 * (std::sin(0.2) - 0.44) + 0.3 * 0.3373 + 0.8 * 0.56 - 0.2 * 0.74);
    const Analysis found = analyze(system);
    EXPECT_EQ(found.code, Outcome::false_invariant);
    EXPECT_NEAR(found.invariants.at(0).rate, rate, 1e-12);
    EXPECT_NE(run.reason.find("is not an invariant"), std::string::npos) << run.reason;
}

}  // namespace
}  // namespace involute::test
