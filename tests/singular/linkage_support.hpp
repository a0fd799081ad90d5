// SPDX-License-Identifier: Apache-2.0
// N four-bar linkages in a row (IFToMM library of benchmark problems, "N-four-bar mechanism"):
// N + 1 uprights from (k, 0) to the joints (xk, yk), N couplers between the joints, all of length
// and mass 1. Upright, with x0' = 1, it falls and goes round as one parallelogram; whenever it is
// flat, at φ = 0 and π, N more degrees of freedom appear for a moment.
#pragma once

#include <fmt/format.h>

#include <cmath>

#include "tests/singular/singular_support.hpp"

namespace involute::testing {

/// Uniform rods: a third of the mass at each end, a sixth between them.
inline std::string linkages(int loops)
{
    std::string names, forces, rods, start = "start x0' = 1";
    for (int k = 0; k <= loops; ++k) {
        names += fmt::format("{}x{}, y{}", k ? ", " : "", k, k);
        const int couplers = (k > 0) + (k < loops);
        for (const char c : {'x', 'y'}) {
            forces += fmt::format("(1/3 + {}/3)*{}{}''", couplers, c, k);
            if (k > 0)
                forces +=
                    fmt::format(" + {}{}''/6 + m[{}]*({}{} - {}{})", c, k - 1, k, c, k, c, k - 1);
            if (k < loops)
                forces += fmt::format(" + {}{}''/6 - m[{}]*({}{} - {}{})", c, k + 1, k + 1, c,
                                      k + 1, c, k);
            forces += c == 'x'
                          ? fmt::format(" + l[{}]*(x{} - {}) = 0\n", k, k, k)
                          : fmt::format(" + l[{}]*y{} + (1/2 + {}/2)*9.81 = 0\n", k, k, couplers);
        }
        rods += fmt::format("(x{} - {})^2 + y{}^2 = 1\n", k, k, k);
        if (k > 0) rods += fmt::format("(x{} - x{})^2 + (y{} - y{})^2 = 1\n", k, k - 1, k, k - 1);
        start += fmt::format(", x{} = {}, y{} = 1", k, k, k);
    }
    return fmt::format("var {}, l[0..{}], m[1..{}]\n{}{}{}\n", names, loops, loops, forces, rods,
                       start);
}

/// φ of the parallelogram: ((N+1)/3 + N) φ'' = -g ((N+1)/2 + N) cos φ, from π/2 with φ' = -1.
inline double linkage_angle(int loops, double t)
{
    using Real = long double;
    const Real factor =
        Real(9.81) * ((loops + 1) / Real(2) + loops) / ((loops + 1) / Real(3) + loops);
    const auto turn = [&](Real phi) { return -factor * std::cos(phi); };
    const int steps = 4000;
    const Real h = Real(t) / steps;
    Real phi = std::acos(Real(0)), rate = -1;
    for (int i = 0; i < steps; ++i) {  // the classical Runge-Kutta method
        const Real k1 = turn(phi), v2 = rate + h / 2 * k1;
        const Real k2 = turn(phi + h / 2 * rate), v3 = rate + h / 2 * k2;
        const Real k3 = turn(phi + h / 2 * v2), v4 = rate + h * k3;
        const Real k4 = turn(phi + h * v3);
        phi += h / 6 * (rate + 2 * v2 + 2 * v3 + v4);
        rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return double(phi);
}

/// Straight on through every flat position up to t; how often it is flat on the way.
inline void expect_parallelogram(int loops, double rtol, const std::string& method, double to,
                                 std::size_t flat)
{
    SolveOptions options = tolerance(rtol);
    options.to = to;
    options.method = method;
    options.singular = "";
    options.continuations.assign(flat, 1);
    const Solution run = solve(read_system(linkages(loops)), options);
    const std::string which = fmt::format("{} loops, {} at {}: ", loops, method, rtol);
    ASSERT_EQ(run.code, Outcome::finished) << which << run.reason;
    EXPECT_EQ(run.singular_points.size(), flat) << which;
    for (const SingularPoint& point : run.singular_points)
        EXPECT_EQ(point.kind, SingularKind::constraint_rank_drop) << which;
    const double phi = linkage_angle(loops, to), bound = 3000 * rtol + 3e-7;
    for (int k = 0; k <= loops; ++k) {
        EXPECT_NEAR(end_value(run, fmt::format("x{}", k)), k + std::cos(phi), bound) << which;
        EXPECT_NEAR(end_value(run, fmt::format("y{}", k)), std::sin(phi), bound) << which;
    }
}

}  // namespace involute::testing
