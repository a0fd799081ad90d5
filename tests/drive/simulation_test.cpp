// SPDX-License-Identifier: Apache-2.0
// A simulation that is held: the same bits as solve, whatever is asked on the way.
#include "involute/drive/simulation.hpp"

#include <thread>

#include "involute/base/error.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

const std::string circle = "var x, y\nx' = -y\ny' = x\nstart x = 1, y = 0\n";

TEST(Simulation, StandsWhereSolveEnds)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau", "rkf78", "rk4"}) {
        const System system = read_system(pendulum);
        SolveOptions options{.method = method};
        if (options.method == "rk4") options.step = 0.01;
        Simulation sim(system, options);
        EXPECT_EQ(sim.outcome(), Outcome::complete);
        EXPECT_EQ(sim.advance_to(3), Outcome::finished) << sim.reason();
        options.to = 3;
        const Solution s = solve(system, options);
        for (const char* name : {"t", "x", "x'", "y''", "lambda"})
            EXPECT_EQ(sim[name], end_value(s, name)) << method << ' ' << name;
        EXPECT_EQ(sim.parameter(), 3);
        EXPECT_EQ(sim.statistics().steps, s.statistics.steps);
    }
}

TEST(Simulation, MakesTheStepsThatSolveMakes)
{
    const System system = read_system(pendulum + "solve to 3\n");
    const Solution s = solve(system);
    Simulation sim(system);
    for (std::size_t k = 1; k < s.rows.size(); ++k) {
        EXPECT_EQ(sim.step(), Outcome::finished);
        EXPECT_EQ(sim.parameter(), s.rows[k][0]);
        EXPECT_EQ(sim["y'"], value(s, "y'", std::ptrdiff_t(k)));
    }
    EXPECT_EQ(sim.parameter(), 3);
    EXPECT_EQ(sim.step(), Outcome::finished);  // nothing is left
    EXPECT_EQ(sim.parameter(), 3);
}

TEST(Simulation, GivesValuesWithinTheLastStepOnTheManifold)
{
    for (const char* method : {"dop853", "taylor", "radau", "rkf78", "auto"}) {
        Simulation sim(read_system(circle + "solve to 5\n"), {.method = method, .rtol = 1e-10});
        for (int k = 0; k < 5; ++k) sim.step();
        const double a = sim.parameter_before(), b = sim.parameter();
        for (int k = 0; k <= 8; ++k) {
            const double t = k == 8 ? b : a + (b - a) * k / 8;
            EXPECT_NEAR(sim.at(t, "x"), std::cos(t), 1e-9) << method;
            EXPECT_NEAR(sim.at(t, "y'"), std::cos(t), 1e-9) << method;
            EXPECT_NEAR(sim.at(t, "x^2 + y^2"), 1, 1e-9) << method;
        }
        EXPECT_THROW(sim.at(b + 1, "x"), Error);
        EXPECT_THROW(sim["z"], Error);
    }
    Simulation sim(read_system(pendulum + "solve to 5\n"));
    for (int k = 0; k < 5; ++k) sim.step();
    const double middle = (sim.parameter_before() + sim.parameter()) / 2;
    EXPECT_NEAR(sim.at(middle, "x^2 + y^2 - 1"), 0, 1e-15);
    EXPECT_NEAR(sim.at(middle, "lambda + 3*y"), 0, 1e-9);  // energy: λ = -3 y
}

/// What is asked changes nothing that comes later.
TEST(Simulation, AskingLeavesNoTrace)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau", "rkf78"}) {
        const System system = read_system(pendulum + "solve to 4\n");
        Simulation plain(system, {.method = method}), asked(system, {.method = method});
        while (plain.parameter() < 4) {
            plain.step();
            asked.step();
            const double middle = (asked.parameter_before() + asked.parameter()) / 2;
            asked.at(middle, "lambda");
            asked["x'"];
            if (asked.statistics().steps % 5 == 0) asked.run({.to = 4, .sampling = {.points = 3}});
            ASSERT_EQ(plain.parameter(), asked.parameter()) << method;
        }
        for (const char* name : {"x", "y'", "lambda"}) EXPECT_EQ(plain[name], asked[name]);
    }
}

TEST(Simulation, RunsAgainAndAgain)
{
    const System system = read_system(pendulum);
    Simulation sim(system, {.rtol = 1e-9});
    const Solution alone = solve(system, {.to = 3, .rtol = 1e-9});
    EXPECT_EQ(sim.run({.to = 3}).rows, alone.rows);
    EXPECT_EQ(sim.run({.to = 3}).rows, alone.rows);
    sim.advance_to(2);
    const Solution rest = sim.run({.to = 3});
    EXPECT_EQ(rest.rows.front()[0], 2);
    EXPECT_NEAR(end_value(rest, "x"), end_value(alone, "x"), 1e-8);
    EXPECT_EQ(sim.parameter(), 2);
    EXPECT_EQ(sim.start().run({.to = 3}).rows, alone.rows);
    EXPECT_EQ(sim.parameter(), 0);
}

TEST(Simulation, StartsElsewhere)
{
    const System system = read_system(circle);
    Simulation sim(system);
    sim.start("x = 0, y = 2").advance_to(1);
    EXPECT_NEAR(sim["x"], -2 * std::sin(1.0), 1e-8);
    sim.start();
    EXPECT_EQ(sim["y"], 2);
    sim.start("t = 1").advance_to(2);  // the rest is the model's
    EXPECT_NEAR(sim["x"], std::cos(1.0), 1e-8);
}

TEST(Simulation, TurnsBack)
{
    Simulation sim(read_system(circle), {.rtol = 1e-10, .atol = 1e-12});
    sim.advance_to(2);
    sim.advance_to(-1);
    EXPECT_NEAR(sim["y"], std::sin(-1.0), 1e-8);
    sim.advance_to(-1);
    EXPECT_EQ(sim.parameter(), -1);
}

TEST(Simulation, StopsAtEventsAndGoesOn)
{
    const std::string events =
        "event up: y = 0 rising\nevent down: x = 0 falling stop\nsolve to 20\n";
    Simulation sim(read_system(circle + events), {.rtol = 1e-10, .atol = 1e-12});
    const double pi = std::acos(-1.0);
    // x falls through 0 at π/2 + 2πk and stops every walk; y rises through 0 at 2πk.
    EXPECT_EQ(sim.advance_to(3), Outcome::event);
    EXPECT_NEAR(sim.parameter(), pi / 2, 1e-9);
    EXPECT_NE(sim.reason().find("down"), std::string::npos);
    EXPECT_EQ(sim.advance_to_event(), Outcome::event);
    EXPECT_NEAR(sim.parameter(), 2 * pi, 1e-9);
    EXPECT_NEAR(sim["x"], 1, 1e-9);
    EXPECT_EQ(sim.advance_to_event(), Outcome::event);
    EXPECT_NEAR(sim.parameter(), 5 * pi / 2, 1e-8);
    EXPECT_EQ(sim.advance_to(14), Outcome::finished);  // passes `up` at 4π, which does not stop
    EXPECT_EQ(sim.advance_to_event(), Outcome::event);
    EXPECT_NEAR(sim.parameter(), 9 * pi / 2, 1e-8);
}

TEST(Simulation, SingularPointsAreOutcomes)
{
    // x x' = -1 from x = 1: x = sqrt(1 - 2 t) turns back at t = 1/2.
    Simulation sim(read_system("var x\nx*x' = -1\nstart x = 1\n"));
    const Outcome met = sim.advance_to(2);
    EXPECT_NE(met, Outcome::finished);
    EXPECT_EQ(sim.outcome(), met);
    EXPECT_FALSE(sim.reason().empty());
    EXPECT_EQ(sim.advance_to(3), met);
    EXPECT_EQ(sim.start().advance_to(0.25), Outcome::finished);
    EXPECT_NEAR(sim["x"], std::sqrt(0.5), 1e-8);

    Simulation none(read_system("var x, y\nx + y = 1\nx + y = 2\nx' = 1\n"));
    EXPECT_NE(none.outcome(), Outcome::complete);
    EXPECT_EQ(none.advance_to(1), none.outcome());
}

TEST(Simulation, GoesAlongACurveByArclength)
{
    // x^2 + t^2 = 1 through its folds: arclength is the angle.
    const std::string text = "var x\nx*x' + t = 0\nstart t = 0, x = 1\n";
    Simulation sim(read_system(text), {.curve = true, .scale = 1, .rtol = 1e-9});
    for (const double s : {0.5, 2.0, 4.0}) {
        EXPECT_EQ(sim.advance_to(s), Outcome::finished) << sim.reason();
        EXPECT_EQ(sim.parameter(), s);
        EXPECT_NEAR(sim["t"], std::sin(s), 1e-7);
        EXPECT_NEAR(sim["x"], std::cos(s), 1e-7);
    }
    EXPECT_THROW(sim.advance_to(1), Error);
    EXPECT_NEAR(sim.start().at(0, "x"), 1, 1e-12);
}

TEST(Simulation, WalksThroughChangesOfRegime)
{
    const std::string text = "var x\nx' = 1 + max(0, t - 1)\nstart x = 0\n";
    Simulation sim(read_system(text));
    sim.advance_to(3);
    EXPECT_NEAR(sim["x"], 3 + 2.0, 1e-8);
    // index 1 before t = 1, 2 after it
    const System changing = read_system(
        "var x, y\nx' = y\nmax(0, t - 1)*(x - t) + max(0, 1 - t)*(y - 1) = 0\n"
        "start t = 0, x = 0\n");
    Simulation across(changing);
    const Solution s = solve(changing, {.to = 2});
    EXPECT_EQ(across.advance_to(2), s.code);
    EXPECT_EQ(across["x"], end_value(s, "x"));
}

/// Clones go on with the bits of what they were cloned from, alone or beside each other.
TEST(Simulation, ClonesGoOnWithTheSameBits)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        Simulation sim(read_system(pendulum + "event low: x = 0\nsolve to 9\n"),
                       {.method = method});
        for (int k = 0; k < 7; ++k) sim.step();
        sim.advance_to(2.5);
        sim.advance_to_event();
        Simulation twin = sim.clone(), other = sim.clone();
        EXPECT_EQ(twin.parameter(), sim.parameter());
        EXPECT_EQ(twin["lambda"], sim["lambda"]);
        sim.advance_to(8);
        std::thread first([&] { twin.advance_to(8); });
        std::thread second([&] { other.advance_to(8); });
        first.join();
        second.join();
        for (const char* name : {"x", "y'", "lambda"}) {
            EXPECT_EQ(twin[name], sim[name]) << method;
            EXPECT_EQ(other[name], sim[name]) << method;
        }
    }
    Simulation elsewhere(read_system(circle));
    elsewhere.start("x = 3").advance_to(1);
    EXPECT_EQ(elsewhere.clone()["x"], elsewhere["x"]);
    Simulation curve(read_system("var x\nx*x' + t = 0\nstart t = 0, x = 1\n"),
                     {.curve = true, .scale = 1});
    curve.advance_to(1);
    Simulation along = curve.clone();
    curve.advance_to(3);
    along.advance_to(3);
    EXPECT_EQ(along["x"], curve["x"]);
}

TEST(Simulation, IsClonedAfterItWasCutShort)
{
    bool interrupt = false;
    Simulation sim(read_system(circle), {.interrupted = [&] { return interrupt; }});
    sim.advance_to(1);
    interrupt = true;
    EXPECT_EQ(sim.advance_to(100), Outcome::interrupted);
    Simulation twin = sim.clone();
    interrupt = false;
    EXPECT_EQ(sim.advance_to(100), Outcome::finished);  // it goes on where it was
    EXPECT_EQ(twin.advance_to(100), Outcome::finished);
    EXPECT_EQ(twin["x"], sim["x"]);
    EXPECT_NEAR(sim["x"], std::cos(100.0), 1e-5);
    EXPECT_EQ(sim.start().clone()["x"], 1);
}

TEST(Simulation, HasQuadruplePrecision)
{
    Simulation sim(
        read_system(circle),
        {.method = "taylor", .precision = Precision::quad, .rtol = 1e-25, .atol = 1e-27});
    sim.advance_to(1);
    EXPECT_EQ(sim["x"], std::cos(1.0));
}

TEST(Simulation, NeedsAnEndForSteps)
{
    Simulation sim(read_system(circle));
    EXPECT_THROW(sim.step(), Error);
    EXPECT_THROW(sim.advance_to(INFINITY), Error);
    sim.advance_to(1);
    EXPECT_NEAR(sim["x"], std::cos(1.0), 1e-8);
}

}  // namespace
}  // namespace involute::testing
