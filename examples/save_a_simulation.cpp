// SPDX-License-Identifier: Apache-2.0
// A pendulum that is put aside: saved as text, loaded again, and gone on with to the same bits.
#include <cstdio>
#include <sstream>

#include "involute/involute.hpp"

int main()
{
    const involute::System pendulum = involute::read_system(R"(
        var    x, y, lambda
        x'' + lambda*x = 0
        y'' + lambda*y + 1 = 0
        x^2 + y^2 = 1
        start  y = 0, y' = 0
        guess  x = 1
    )");
    involute::Simulation sim(pendulum, {.rtol = 1e-10});
    sim.advance_to(3);
    std::stringstream file;
    sim.save(file);
    std::printf("%zu bytes at t = %g\n", file.str().size(), sim.parameter());

    involute::Simulation later = involute::Simulation::load(file);
    sim.advance_to(10);
    later.advance_to(10);
    std::printf("x(10) = %.17g and %.17g\n", sim["x"], later["x"]);
    return sim["x"] == later["x"] && sim["lambda"] == later["lambda"] ? 0 : 1;
}
