// SPDX-License-Identifier: Apache-2.0
// What a simulation tells beside single values: rows with their names, crossings, singular points,
// and the system it walks on. What is told must survive that legs end, clones and files.
#include <numbers>

#include "involute/drive/simulation.hpp"
#include "involute/model/with.hpp"
#include "involute/system/parameters.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

constexpr double pi = std::numbers::pi;

Simulation through_file(const Simulation& sim)
{
    std::stringstream file;
    sim.save(file);
    return Simulation::load(file);
}

TEST(SimulationReport, ARowIsTheRowOfASolution)
{
    const System system = read_system(pendulum + "solve to 2\n");
    Simulation sim(system);
    const Solution whole = solve(system);
    EXPECT_EQ(sim.names(), whole.names);
    EXPECT_EQ(sim.row(), whole.rows.front());
    sim.advance_to(2);
    EXPECT_EQ(sim.row(), whole.rows.back());
    const std::vector<double> between = sim.row_at(1.99);
    ASSERT_EQ(between.size(), whole.names.size() + 1);
    EXPECT_EQ(between[0], 1.99);
    EXPECT_EQ(between[std::size_t(column(whole, "lambda"))], sim.at(1.99, "lambda"));
    sim.set_options({.columns = {"x^2 + y^2", "lambda"}});
    EXPECT_EQ(sim.names(), (std::vector<std::string>{"x^2 + y^2", "lambda"}));
    ASSERT_EQ(sim.row().size(), 3u);
    EXPECT_NEAR(sim.row()[1], 1, 1e-12);
}

TEST(SimulationReport, CrossingsAreThoseOfTheWholeWay)
{
    // y = sin(t) is 0 at pi, 2 pi, ..; y' falls through 0 at pi/2, 5 pi/2, ..
    const System system =
        with_crossings(read_system(oscillator), "section down: y' = 0 falling; zero: y = 0");
    Simulation sim(system, {.to = 10});
    ASSERT_EQ(sim.crossings().size(), 2u);
    EXPECT_TRUE(sim.crossings()[1].rows.empty());
    sim.advance_to(2);
    EXPECT_EQ(sim.advance_to_event(), Outcome::event);
    EXPECT_NEAR(sim.parameter(), pi, 1e-7);
    sim.set_options({.to = 10, .method = "radau"});  // the leg ends, and another begins
    Simulation twin = sim.clone(), later = through_file(sim);
    for (Simulation* each : {&sim, &twin, &later}) {
        each->advance_to(9);
        const std::vector<CrossingRecord> found = each->crossings();
        ASSERT_EQ(found[0].rows.size(), 2u);
        ASSERT_EQ(found[1].rows.size(), 2u);
        EXPECT_FALSE(found[0].is_event);
        EXPECT_TRUE(found[1].is_event);
        EXPECT_NEAR(found[0].rows[0][0], pi / 2, 1e-7);
        EXPECT_NEAR(found[0].rows[1][0], 5 * pi / 2, 1e-7);
        EXPECT_NEAR(found[1].rows[0][0], pi, 1e-7);
        EXPECT_NEAR(found[1].rows[1][0], 2 * pi, 1e-7);
    }
    sim.set_options({.to = 10, .columns = {"y'"}});
    ASSERT_EQ(sim.crossings()[1].rows[0].size(), 2u);
    EXPECT_NEAR(sim.crossings()[1].rows[0][1], -1, 1e-6);
    sim.start();
    EXPECT_TRUE(sim.crossings()[1].rows.empty());
}

TEST(SimulationReport, ACrossingWhereALegEndsIsCountedOnce)
{
    Simulation sim(read_system("param k = 0; var y; y' = 1 + k*y; start y = -1\n"
                               "section zero: y = 0\nsolve to 3\n"),
                   {.tunable = {"k"}});
    sim.advance_to(1);  // y = 0 there, but for rounding
    sim.set("k", 0.125);
    sim.advance_to(2);
    ASSERT_EQ(sim.crossings()[0].rows.size(), 1u);
    EXPECT_NEAR(sim.crossings()[0].rows[0][0], 1, 1e-9);
}

TEST(SimulationReport, SingularPointsAreKept)
{
    // y = sqrt(1 - t): its derivative is infinite at 1.
    Simulation sim(read_system("var y; 2*y*y' = -1; start y = 1; solve to 2\n"));
    EXPECT_NE(sim.advance_to(2), Outcome::finished);
    ASSERT_EQ(sim.singular_points().size(), 1u);
    EXPECT_NEAR(sim.singular_points()[0].x, 1, 1e-6);
    Simulation later = through_file(sim);
    ASSERT_EQ(later.singular_points().size(), 1u);
    EXPECT_EQ(later.singular_points()[0].message, sim.singular_points()[0].message);
    sim.start();
    EXPECT_TRUE(sim.singular_points().empty());
}

TEST(SimulationReport, KnowsItsParametersAndStart)
{
    Simulation sim(
        with_start(read_system("param k = 2, a = 3; var x; x' = -k*x; start x = a\n"), "x = 5"),
        {.tunable = {"k"}, .solve = {.to = 1}});
    sim.set("k", 4);
    EXPECT_EQ(sim.system().names.unknowns, (std::vector<std::string>{"x"}));
    ASSERT_EQ(sim.system().parameters.size(), 2u);
    EXPECT_EQ(to_double(sim.system().parameters[0].value), 4);
    EXPECT_TRUE(sim.system().parameters[0].tunable);
    EXPECT_FALSE(sim.system().parameters[1].tunable);
    EXPECT_EQ(sim["x"], 5);
    sim.advance_to(1);
    EXPECT_NEAR(sim["x"], 5 * std::exp(-4.0), 1e-8);
    EXPECT_EQ(solve(with_start(sim.system(), "x = 1"), {.to = 1}).rows[0][1], 1);
}

TEST(SimulationReport, WhatMovedIsStillKnownAfterItWasLoaded)
{
    Simulation sim(read_system("param L = 1; var x, y, lambda; x'' = -lambda*x\n"
                               "y'' = -lambda*y - 1; x^2 + y^2 = L^2\n"
                               "start y = 0, y' = 0; guess x = 1; solve to 3\n"),
                   {.tunable = {"L"}});
    sim.advance_to(1);
    sim.set("L", 1.25);
    ASSERT_FALSE(sim.moved().empty());
    const Simulation later = through_file(sim), twin = sim.clone();
    for (const Simulation* each : {&later, &twin}) {
        ASSERT_EQ(each->moved().size(), sim.moved().size());
        for (std::size_t k = 0; k < sim.moved().size(); ++k) {
            EXPECT_EQ(each->moved()[k].name, sim.moved()[k].name);
            EXPECT_EQ(each->moved()[k].before, sim.moved()[k].before);
            EXPECT_EQ(each->moved()[k].after, sim.moved()[k].after);
        }
    }
}

TEST(SimulationReport, AddedEventsComeBackFromAFile)
{
    const System ball = with_crossings(
        read_system("param g = 2; var y; y'' = -g; start y = 4, y' = 0; solve to 9\n"),
        "hit: y = 0 falling stop");
    Simulation sim(ball, {.tunable = {"g"}});
    sim.set("g", 8);  // y = 4 - 4 t^2
    sim.advance_to(0.5);
    Simulation later = through_file(sim);
    EXPECT_EQ(later.advance_to(9), Outcome::event);
    EXPECT_NEAR(later.parameter(), 1, 1e-8);
}

}  // namespace
}  // namespace involute::testing
