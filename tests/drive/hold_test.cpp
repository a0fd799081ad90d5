// SPDX-License-Identifier: Apache-2.0
// What is changed of a simulation that is held: parameters, start, options. Every run is the run of
// the model with these numbers written into its text.
#include <thread>

#include "involute/base/error.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/model/builder.hpp"
#include "involute/system/parameters.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

const std::string heavy = R"(
param m = 1, g = 1, L = 1
var x, y, lambda
m*x'' + lambda*x = 0
m*y'' + lambda*y + m*g = 0
x^2 + y^2 = L^2
start x = L, x' = 0
guess y = 0, y' = 0
solve to 3
)";
const std::string spring = "param k = 1; var x; x'' = -k*x; start x = 1, x' = 0; solve to 9\n";

std::string number(double value)
{
    std::ostringstream text;
    text.precision(17);
    text << value;
    return text.str();
}

std::string message_of(const auto& act)
{
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(Hold, AStartAfterAMoveIsTheOneOfTheNewNumbers)
{
    Simulation sim(read_system("param a = 1; var x; x' = -x; start x = a; solve to 3\n"),
                   {.tunable = {"a"}});
    sim.advance_to(1);
    sim.set("a", 2);
    Simulation twin = sim.clone();
    for (Simulation* each : {&sim, &twin}) {
        each->start();
        EXPECT_EQ((*each)["x"], 2);
        each->advance_to(1);
        EXPECT_NEAR((*each)["x"], 2 * std::exp(-1.0), 1e-8);
    }
    Simulation rod(read_system(heavy), {.tunable = {"L"}});
    rod.advance_to(1);
    rod.set("L", 2);
    rod.start();
    EXPECT_EQ(rod["x"], 2);
    rod.advance_to(1);
    rod.set("L", 3);
    rod.start("y = 0, y' = 0");
    EXPECT_NEAR(std::abs(rod["x"]), 3, 1e-12);
}

TEST(Hold, ParametersAreSetAtTheStartAsIfTheModelSaidSo)
{
    Simulation sim(read_system(heavy), {.tunable = {"g", "L"}});
    for (const auto& [g, L] : {std::pair{9.81, 0.7}, {1.62, 0.7}, {1.0, 1.0}, {3.0, 2.5}}) {
        sim.set({{"g", g}, {"L", L}});
        EXPECT_EQ(sim.outcome(), Outcome::complete);
        EXPECT_EQ(sim["x"], L);
        EXPECT_EQ(sim["g"], g);
        EXPECT_EQ(sim.advance_to(2), Outcome::finished) << sim.reason();
        const Solution alone = solve(read_system(heavy, "", {{"g", g}, {"L", L}}), {.to = 2});
        for (const char* name : {"x", "y'", "lambda"})
            EXPECT_NEAR(sim[name], end_value(alone, name), 1e-7 * (1 + g)) << name;
        sim.start();
    }
    EXPECT_TRUE(sim.moved().empty());
}

TEST(Hold, TheExampleOfItsDescription)
{
    // Released at the height of the pivot: energy 0, so that lambda L^2 = v^2 - g y = -3 g y.
    Simulation sim(read_system(heavy), {.tunable = {"g", "L"}, .solve = {.rtol = 1e-10}});
    sim.set("g", 9.81).start("y = 0, y' = 0");
    sim.advance_to(1.0);
    EXPECT_NEAR(sim["lambda + 3*9.81*y"], 0, 1e-7);
    const double y = sim["y"], v = sim["x'^2 + y'^2"];
    sim.set("g", 1.6);
    EXPECT_EQ(sim["y"], y);  // no constraint knows g
    EXPECT_TRUE(sim.moved().empty());
    EXPECT_NEAR(sim["lambda"], v - 1.6 * y, 1e-9);
    const Solution rest = sim.run({.to = 3});
    EXPECT_EQ(rest.rows.front()[0], 1.0);
    EXPECT_NEAR(value(rest, "lambda", 0), v - 1.6 * y, 1e-9);
}

/// On the way: the folded model started from the point reached goes on the same way.
TEST(Hold, GoesOnWithOtherNumbersAsTheFoldedModelFromThere)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau", "rkf78"}) {
        Simulation sim(read_system(heavy),
                       {.tunable = {"m", "g", "L"}, .solve = {.method = method, .rtol = 1e-9}});
        sim.advance_to(1);
        sim.set({{"g", 4}, {"m", 3}});
        EXPECT_EQ(sim.outcome(), Outcome::finished) << sim.reason();
        EXPECT_EQ(sim.parameter(), 1);
        const std::string from = "t = 1, x = " + number(sim["x"]) + ", y' = " + number(sim["y'"]);
        System folded = read_system(heavy, "", {{"g", 4}, {"m", 3}});
        folded.guesses = {{.unknown = 1, .order = 0, .value = sim["y"]},
                          {.unknown = 0, .order = 1, .value = sim["x'"]}};
        folded.starts.clear();
        add_starts(folded, from);
        const Solution alone = solve(folded, {.to = 2.5, .method = method, .rtol = 1e-9});
        EXPECT_EQ(sim.advance_to(2.5), Outcome::finished) << sim.reason();
        for (const char* name : {"x", "x'", "y", "lambda"})
            EXPECT_NEAR(sim[name], end_value(alone, name), 1e-6) << method << ' ' << name;
        EXPECT_NEAR(sim["x^2 + y^2"], 1, 1e-14);
    }
}

/// A spring whose stiffness doubles in frequency at t = pi/2: x = 0, x' = -1 there, then
/// x = -sin(2 (t - pi/2))/2.
TEST(Hold, ASpringThatIsChangedOnTheWay)
{
    Simulation sim(read_system(spring),
                   {.tunable = {"k"}, .solve = {.rtol = 1e-10, .atol = 1e-12}});
    const double quarter = std::acos(0.0);
    sim.advance_to(quarter);
    sim.set("k", 4).advance_to(3);
    EXPECT_NEAR(sim["x"], -std::sin(2 * (3 - quarter)) / 2, 1e-8);
    sim.set("k", 0);  // straight on: x'' = 0
    const double x = sim["x"], v = sim["x'"];
    sim.advance_to(5);
    EXPECT_NEAR(sim["x"], x + 2 * v, 1e-9);
    EXPECT_EQ(sim["k"], 0);
    sim.start();  // with the numbers it has now
    sim.advance_to(2);
    EXPECT_NEAR(sim["x"], 1, 1e-12);
}

/// The nearest point of the new circle, with positions and velocities weighted as one number in the
/// size of each: found here by a search over the angle.
TEST(Hold, ALengthThatChangesMovesToTheNearestPointAndSaysSo)
{
    Simulation sim(read_system(heavy), {.tunable = {"L"}});
    sim.advance_to(0.8);
    const double x = sim["x"], y = sim["y"], vx = sim["x'"], vy = sim["y'"];
    sim.set("L", 1.2);
    EXPECT_EQ(sim.outcome(), Outcome::finished) << sim.reason();
    EXPECT_NEAR(sim["x^2 + y^2"], 1.44, 1e-12);
    EXPECT_NEAR(sim["x*x' + y*y'"], 0, 1e-12);
    // near: no farther than the point scaled along the radius, with the velocity kept
    const double far = std::hypot(0.2 * x, 0.2 * y);
    EXPECT_LE(std::hypot(sim["x"] - x, sim["y"] - y), 3 * far);
    EXPECT_LE(std::hypot(sim["x'"] - vx, sim["y'"] - vy), 3 * far);
    ASSERT_GE(sim.moved().size(), 2u);
    EXPECT_EQ(sim.moved().front().name, "x");
    EXPECT_EQ(sim.moved().front().before, x);
    EXPECT_EQ(sim.moved().front().after, sim["x"]);
    EXPECT_TRUE(says(sim.notices().back(), "L = 1.2"));
    EXPECT_TRUE(says(sim.notices().back(), "x from"));
    EXPECT_EQ(sim.advance_to(2), Outcome::finished) << sim.reason();
    EXPECT_NEAR(sim["x^2 + y^2"], 1.44, 1e-12);
}

TEST(Hold, AMassOfZeroOnTheWayIsAnotherSystem)
{
    // m = 0: lambda x = 0 and lambda y = 0 on the circle: lambda = 0, and nothing moves x.
    Simulation sim(read_system(heavy), {.tunable = {"m"}});
    sim.advance_to(1);
    const double x = sim["x"], lambda = sim["lambda"];
    sim.set("m", 0);
    const Solution folded = solve(read_system(heavy, "", {{"m", 0}}), {.to = 2});
    EXPECT_EQ(sim.outcome() == Outcome::finished, folded.status == RunStatus::finished)
        << sim.reason() << folded.reason;
    if (sim.outcome() != Outcome::finished) {  // then all is as before
        EXPECT_EQ(word_of(sim.outcome()), word_of(folded.code));
        EXPECT_EQ(sim["x"], x);
        EXPECT_EQ(sim["m"], 1);
        EXPECT_EQ(sim["lambda"], lambda);
        EXPECT_FALSE(sim.reason().empty());
    }
    EXPECT_EQ(sim.set("m", 1).advance_to(2), Outcome::finished);
}

/// x' = y, a y' + y = 2 - x: with a = 0 y is no state any more, x = 2 - (2 - x0) exp(-t).
TEST(Hold, AnIndexThatChangesOnTheWay)
{
    const std::string text =
        "param a = 1; var x, y; x' = y; a*y' + y = 2 - x\n"
        "start x = 1; guess y = 1; solve to 9";
    for (const char* method : {"dop853", "radau"}) {
        Simulation sim(read_system(text),
                       {.tunable = {"a"}, .solve = {.method = method, .rtol = 1e-9}});
        sim.advance_to(1);
        const double x = sim["x"], y = sim["y"];
        sim.set("a", 0);
        EXPECT_EQ(sim.outcome(), Outcome::finished) << sim.reason();
        EXPECT_EQ(sim["x"], x);  // x may stay, so it does
        EXPECT_NEAR(sim["y"], 2 - x, 1e-12);
        ASSERT_EQ(sim.moved().size(), 1u);
        EXPECT_EQ(sim.moved()[0].name, "y");
        EXPECT_EQ(sim.moved()[0].before, y);
        EXPECT_TRUE(says(sim.notices()[sim.notices().size() - 2], "completed anew"));
        sim.advance_to(3);
        EXPECT_NEAR(sim["x"], 2 - (2 - x) * std::exp(-2.0), 1e-8) << method;
        // and back: both are states again and keep their values
        const double x3 = sim["x"], y3 = sim["y"];
        sim.set("a", 0.5);
        EXPECT_NEAR(sim["x"], x3, 1e-14);
        EXPECT_NEAR(sim["y"], y3, 1e-14);
        EXPECT_EQ(sim.advance_to(4), Outcome::finished) << sim.reason();
        EXPECT_EQ(sim.start().advance_to(0.5), Outcome::finished);
    }
}

/// x' + z = 0, x + b z = sin(t): with b = 0 z is hidden in the derivative of x = sin(t).
TEST(Hold, AHigherIndexAtOneValueOnTheWay)
{
    Simulation sim(read_system("param b = 1; var x, z; x' + z = 0; x + b*z = sin(t)\n"
                               "guess x = 0, z = 0; solve to 9"),
                   {.tunable = {"b"}});
    sim.advance_to(1);
    sim.set("b", 0);
    EXPECT_EQ(sim.outcome(), Outcome::finished) << sim.reason();
    EXPECT_NEAR(sim["x"], std::sin(1.0), 1e-12);
    EXPECT_NEAR(sim["z"], -std::cos(1.0), 1e-12);
    sim.advance_to(2);
    EXPECT_NEAR(sim["z"], -std::cos(2.0), 1e-7);
}

TEST(Hold, AStiffnessOfZeroOnTheWay)
{
    const std::string chain =
        "param k = 2, c = 1; var x[1..3]\n"
        "x[1]'' = k*(x[2] - x[1]); 0 = k*(x[1] - x[2]) + c*(x[3] - x[2])\n"
        "x[3]'' = c*(x[2] - x[3])\n"
        "start x[1] = 0, x[1]' = 1, x[3] = 1, x[3]' = 0; solve to 9";
    Simulation sim(read_system(chain), {.tunable = {"k", "c"}});
    sim.advance_to(1);
    const double x = sim["x[1]"], v = sim["x[1]'"], last = sim["x[3]"], speed = sim["x[3]'"];
    sim.set("k", 0);  // both masses are free, the node sits on the last one
    EXPECT_NEAR(sim["x[2] - x[3]"], 0, 1e-12);
    sim.advance_to(3);
    EXPECT_NEAR(sim["x[1]"], x + 2 * v, 1e-8);
    EXPECT_NEAR(sim["x[3]"], last + 2 * speed, 1e-8);
    const double there = sim["x[1]"];
    sim.set("c", 0);  // nothing holds the node
    EXPECT_NE(sim.outcome(), Outcome::finished);
    EXPECT_TRUE(says(sim.reason(), "c = 0"));
    EXPECT_EQ(sim["x[1]"], there);
    EXPECT_EQ(sim["c"], 1);
    EXPECT_EQ(sim.advance_to(4), Outcome::finished);
    EXPECT_NEAR(sim["x[1]"], x + 3 * v, 1e-8);
}

TEST(Hold, ARedundancyOfOneValueOnTheWay)
{
    const std::string circles =
        "param L = 1; var x, y\n"
        "x^2 + y^2 = 1; x^2 + y^2 = L; x' = -y\n"
        "start x = 0.6; guess y = 0.8; solve to 0.5";
    Simulation sim(read_system(circles), {.tunable = {"L"}});
    sim.advance_to(0.25);
    const double x = sim["x"];
    sim.set("L", 2);
    EXPECT_EQ(sim.outcome(), Outcome::inconsistent) << sim.reason();
    EXPECT_EQ(sim["x"], x);
    EXPECT_EQ(sim.advance_to(0.5), Outcome::finished);
    EXPECT_NEAR(sim["x"], std::cos(0.5 + std::acos(0.6)), 1e-7);
}

/// A refused value leaves no trace: the same bits as a simulation that never heard of it.
TEST(Hold, AnImpossibleValueLeavesEverythingAsItWas)
{
    const std::string text =
        "param a = 0; var x, y\nx' = -y\nx^2 + y^2 + a = 1\n"
        "start x = 0.6; guess y = 0.8; solve to 0.4";
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        const SimulationOptions options{.tunable = {"a"}, .solve = {.method = method}};
        Simulation sim(read_system(text), options), plain(read_system(text), options);
        sim.advance_to(0.2);
        plain.advance_to(0.2);
        sim.set("a", 3);  // x^2 + y^2 = -2
        EXPECT_NE(sim.outcome(), Outcome::finished);
        EXPECT_TRUE(says(sim.reason(), "a = 3")) << sim.reason();
        EXPECT_EQ(sim["a"], 0);
        EXPECT_EQ(sim.advance_to(0.4), Outcome::finished) << sim.reason();
        plain.advance_to(0.4);
        EXPECT_EQ(sim["x"], plain["x"]) << method;
        EXPECT_EQ(sim["y'"], plain["y'"]) << method;
    }
}

TEST(Hold, AtTheStartAnImpossibleValueIsAnOutcomeUntilAnotherStart)
{
    Simulation sim(read_system("param L = 1; var x, y; x^2 + y^2 = L^2; x' = y\n"
                               "start x = 0.6; guess y = 0.8; solve to 0.2"),
                   {.tunable = {"L"}});
    sim.set("L", 0.1);
    EXPECT_NE(sim.outcome(), Outcome::complete);
    sim.start("x = 0.06");
    EXPECT_EQ(sim.outcome(), Outcome::complete) << sim.reason();
    EXPECT_NEAR(sim["y"], 0.08, 1e-14);
    EXPECT_EQ(sim.set("L", 1).outcome(), Outcome::complete);
    EXPECT_EQ(sim["x"], 0.06);
}

TEST(Hold, InvariantsHaveTheValuesTheyHaveWhereNumbersChange)
{
    const std::string text =
        "param k = 1; var x, v; x' = v; v' = -k*x\n"
        "invariant e = k*x^2 + v^2\nstart x = 1, v = 0; solve to 9";
    Simulation sim(read_system(text), {.tunable = {"k"}});
    sim.advance_to(1);
    sim.set("k", 4);
    EXPECT_NEAR(sim["v"], -std::sin(1.0), 1e-7);  // it did not move
    const double e = sim["4*x^2 + v^2"];
    sim.advance_to(3);
    EXPECT_NEAR(sim["4*x^2 + v^2"], e, 1e-12);
    // one that does not hold for the new value is refused
    Simulation other(read_system("param k = 1; var x, v; x' = v; v' = -k*x\n"
                                 "invariant e = x^2 + v^2\nstart x = 1, v = 0; solve to 9"),
                     {.tunable = {"k"}});
    other.advance_to(1);
    EXPECT_EQ(other.set("k", 2).outcome(), Outcome::false_invariant);
    EXPECT_EQ(other.advance_to(2), Outcome::finished);
    EXPECT_NEAR(other["x"], std::cos(2.0), 1e-7);
}

TEST(Hold, AlongACurveToo)
{
    // x x' + k t = 0 from (0, 1): k = 1 is a circle, where arclength is the angle.
    Simulation sim(read_system("param k = 1; var x; x*x' + k*t = 0; start t = 0, x = 1"),
                   {.tunable = {"k"}, .solve = {.curve = true, .scale = 1, .rtol = 1e-9}});
    sim.advance_to(0.5);
    sim.set("k", 0);  // x' = 0: straight on
    EXPECT_EQ(sim.outcome(), Outcome::finished) << sim.reason();
    EXPECT_NEAR(sim["x"], std::cos(0.5), 1e-7);
    sim.advance_to(2);
    EXPECT_EQ(sim.parameter(), 2);
    EXPECT_NEAR(sim["x"], std::cos(0.5), 1e-7);
    EXPECT_NEAR(sim["t"], std::sin(0.5) + 1.5, 1e-7);
}

TEST(Hold, RefusesWhatCannotBeSet)
{
    const System system = read_system(heavy);
    Simulation sim(system, {.tunable = {"g"}});
    EXPECT_TRUE(says(message_of([&] { sim.set("h", 1); }), "no parameter `h`"));
    EXPECT_TRUE(says(message_of([&] { sim.set("L", 1); }), "folded"));
    EXPECT_TRUE(says(message_of([&] { sim.set("g", NAN); }), "not finite"));
    EXPECT_TRUE(says(message_of([&] { sim.set({{"g", 2}, {"g", INFINITY}}); }), "not finite"));
    EXPECT_EQ(sim["g"], 1);
    EXPECT_EQ(sim.advance_to(1), Outcome::finished);
    const double x = sim["x"];
    EXPECT_THROW(sim.set("q", 2), Error);
    EXPECT_EQ(sim["x"], x);
    EXPECT_THROW(Simulation(system, {.tunable = {"h"}}), Error);
    EXPECT_TRUE(says(message_of([] {
                         Simulation(read_system("param N = 2; var x[1..N]\n"
                                                "for i in 1..N { x[i]' = 1 }"),
                                    {.tunable = {"N"}});
                     }),
                     "`N`"));
}

TEST(Hold, SystemsThatAreTunableAlready)
{
    Builder m;
    const auto x = m.unknown("x"), k = m.parameter("k", 1);
    m.equation(x.dot() == -k * x);
    m.start(x, 1);
    Simulation built(m.system());
    built.advance_to(1);
    built.set("k", 3).advance_to(2);
    EXPECT_NEAR(built["x"], std::exp(-4.0), 1e-8);

    System read = read_system(heavy, "", {}, {"g"});
    set_parameters(read, {{"g", 5}});
    Simulation sim(read, {.tunable = {"L"}});
    EXPECT_EQ(sim["g"], 5);  // it keeps what was set
    EXPECT_EQ(sim.set("L", 2)["x"], 2);
    EXPECT_EQ(sim.set("g", 1)["g"], 1);
}

/// Other start values find what a simulation of their own finds, up to roundings.
TEST(Hold, OtherStartsNeedNoCompletion)
{
    const System system = read_system(heavy);
    Simulation sim(system);
    for (const char* start : {"x = 0.5, x' = 0.1", "t = 2, x = -0.3, x' = 1", "x = 1, x' = 0"}) {
        sim.start(start);
        EXPECT_EQ(sim.outcome(), Outcome::complete);
        const double to = sim.parameter() + 1;
        System alone = system;
        add_starts(alone, start);
        Simulation fresh(alone);
        for (const char* name : {"t", "x", "y", "y'", "lambda"})
            EXPECT_NEAR(sim[name], fresh[name], 1e-13) << start << ' ' << name;
        sim.advance_to(to);
        fresh.advance_to(to);
        for (const char* name : {"x", "y'", "lambda"})
            EXPECT_NEAR(sim[name], fresh[name], 1e-11) << start << ' ' << name;
    }
    EXPECT_NE(sim.start("x = 3").outcome(), Outcome::complete);
    EXPECT_THROW(sim.start("q = 3"), Error);
    EXPECT_EQ(sim.start("x = 0.5").outcome(), Outcome::complete);
}

TEST(Hold, StartValuesMayBeFormulasOfParameters)
{
    Simulation sim(read_system(heavy), {.tunable = {"L"}});
    sim.start("x = L/2, x' = 0");
    EXPECT_EQ(sim["x"], 0.5);
    EXPECT_EQ(sim.set("L", 4)["x"], 2);
    sim.advance_to(0.5);
    sim.set("L", 5);
    EXPECT_NEAR(sim["x^2 + y^2"], 25, 1e-10);
    EXPECT_EQ(sim.start()["x"], 2.5);
}

/// Options from here on: both methods are on the same circle, and tolerances are heeded.
TEST(Hold, OptionsChangeOnTheWay)
{
    Simulation sim(read_system(spring), {.tunable = {"k"}});
    sim.advance_to(1);
    SolveOptions finer = sim.options();
    finer.method = "radau";
    finer.rtol = 1e-11;
    finer.atol = 1e-13;
    sim.set_options(finer);
    const double x = sim["x"], v = sim["x'"];
    EXPECT_NEAR(x, std::cos(1.0), 1e-8);
    sim.advance_to(3);
    EXPECT_NEAR(sim["x"], x * std::cos(2.0) + v * std::sin(2.0), 1e-10);
    finer.method = "dop853";
    finer.max_step = 0.01;
    const long before = sim.statistics().steps;
    sim.set_options(finer).advance_to(4);
    EXPECT_GE(sim.statistics().steps - before, 100);
    finer.precision = Precision::quad;
    EXPECT_THROW(sim.set_options(finer), Error);
    finer = sim.options();
    finer.curve = true;
    EXPECT_THROW(sim.set_options(finer), Error);
    finer.curve = false;
    finer.rtol = -1;
    EXPECT_THROW(sim.set_options(finer), Error);
    EXPECT_EQ(sim.options().max_step, 0.01);
    // at the start they are those of a simulation of its own
    sim.set_options({.method = "taylor"}).start();
    Simulation fresh(read_system(spring), {.tunable = {"k"}, .solve = {.method = "taylor"}});
    sim.advance_to(2);
    fresh.advance_to(2);
    EXPECT_EQ(sim["x"], fresh["x"]);
}

/// t y'' + 2 y' + t y = 0, y(0) = 1: sin(t)/t.
TEST(Hold, BeginsOnAPowerSeriesWhereSolveDoes)
{
    const System system =
        read_system("var y\ny'' + 2*y'/t + y = 0\nstart t = 0, y = 1\nsolve to 3");
    const Solution s = solve(system);
    ASSERT_EQ(s.code, Outcome::finished) << s.reason;
    Simulation sim(system);
    EXPECT_EQ(sim.outcome(), Outcome::complete) << sim.reason();
    EXPECT_EQ(sim.advance_to(3), Outcome::finished) << sim.reason();
    EXPECT_NEAR(sim["y"], std::sin(3.0) / 3, 1e-7);
    EXPECT_EQ(sim["y"], end_value(s, "y"));
}

TEST(Hold, QuadruplePrecisionToo)
{
    Simulation sim(
        read_system(spring),
        {.tunable = {"k"},
         .solve = {
             .method = "taylor", .precision = Precision::quad, .rtol = 1e-22, .atol = 1e-24}});
    sim.advance_to(1);
    sim.set("k", 4);
    sim.advance_to(2);
    const double x = std::cos(1.0) * std::cos(2.0) - std::sin(1.0) * std::sin(2.0) / 2;
    EXPECT_NEAR(sim["x"], x, 1e-15);
}

}  // namespace
}  // namespace involute::testing
