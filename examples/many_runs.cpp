// SPDX-License-Identifier: Apache-2.0
// Many runs of one model on all cores: how the period of a pendulum grows with its swing.
//
// The pendulum is released from rest at an angle; a quarter of its period passes until it hangs.
// That is the complete elliptic integral K(sin(angle/2)), and the largest force 3 - 2 cos(angle).
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

int main()
{
    using namespace involute;
    const System pendulum = read_system(R"(
        param    angle = 1
        var      x, y, lambda
        x'' + lambda*x = 0
        y'' + lambda*y + 1 = 0
        x^2 + y^2 = 1
        start    x = sin(angle), x' = 0
        guess    y = -cos(angle)
        section  hangs: x = 0
        solve    to 5
    )");
    const Samples samples({axis("angle=0.1:1.5:15")});
    const Simulation simulation(pendulum, {.tunable = swept_parameters(pendulum, samples)});
    const Keep keep = read_keep("t(hangs), max(lambda)", simulation);

    double error = 0;
    const auto count = sweep(simulation, samples, keep, {}, [&](const SweepRow& row) {
        const double period = 4 * row.kept[0];
        std::printf("angle %.1f: period %.6f, largest force %.6f\n", row.sample[0], period,
                    row.kept[1]);
        const double angle = row.sample[0];
        error = std::max({error, std::abs(row.kept[0] - std::comp_ellint_1(std::sin(angle / 2))),
                          std::abs(row.kept[1] - (3 - 2 * std::cos(angle)))});
        return true;  // go on
    });
    std::printf("error %.1e\n", error);
    return count == 15 && error < 1e-7 ? 0 : 1;
}
