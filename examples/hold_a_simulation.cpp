// SPDX-License-Identifier: Apache-2.0
// A pendulum that is held in the hand: advanced, asked between steps, stopped at events, started
// elsewhere, and taken to the moon. The equations are completed and compiled once.
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

int main()
{
    const involute::System pendulum = involute::read_system(R"(
        param  g = 1
        var    x, y, lambda
        x'' + lambda*x = 0
        y'' + lambda*y + g = 0
        x^2 + y^2 = 1
        start  y = 0, y' = 0
        guess  x = 1
        event  lowest: x = 0
        solve  to 10
    )");
    involute::Simulation sim(pendulum, {.tunable = {"g"}, .solve = {.rtol = 1e-10, .atol = 1e-12}});

    sim.advance_to_event();
    const double quarter = sim.parameter();
    std::printf("lowest at t = %.10f, speed %.10f\n", quarter, std::abs(sim["x'"]));

    sim.advance_to(3);
    const double t = (sim.parameter_before() + sim.parameter()) / 2;
    std::printf("lambda(%.3f) = %.10f, -3 y = %.10f\n", t, sim.at(t, "lambda"), sim.at(t, "-3*y"));

    const involute::Solution rows = sim.run({.to = 10, .sampling = {.every = 1}});
    std::printf("%zu rows from here, and still t = %g\n", rows.rows.size(), sim.parameter());

    sim.start("y = -0.8, y' = 0").advance_to_event();
    const double smaller = sim.parameter();
    std::printf("a smaller swing is lowest at t = %.10f\n", smaller);

    // On the way the point stays where it is, because no constraint knows g; the force does not.
    const double before = sim["lambda"];
    sim.set("g", 0.25);
    std::printf("lambda %.10f -> %.10f, %zu values moved\n", before, sim["lambda"],
                sim.moved().size());

    // With a quarter of the gravity everything takes twice as long.
    sim.start("y = 0, y' = 0").advance_to_event();
    std::printf("with g = 0.25 it is lowest at t = %.10f\n", sim.parameter());

    // A quarter of the period of a swing from the horizontal: K(1/2) = 1.8540746773 (Gauss).
    const bool right = std::abs(quarter - 1.8540746773013719) < 1e-8 && smaller < quarter &&
                       std::abs(sim.parameter() - 2 * quarter) < 1e-7;
    return right ? 0 : 1;
}
