// SPDX-License-Identifier: Apache-2.0
// Robertson's reaction of three substances to t = 1e11, as three rates and, for solvers of implicit
// equations, with the conservation of mass in place of the third.
#pragma once

#include <algorithm>
#include <array>

#include "bench/dense.hpp"

namespace bench {

struct Robertson {
    static constexpr int size = 3;
    static constexpr double end = 1e11;
    static constexpr const char* name = "Robertson to 1e11";
    static constexpr const char* model = "robertson.ode";
    static constexpr std::array<const char*, size> unknowns{"y1", "y2", "y3"};
    static constexpr std::array<double, size> start{1, 0, 0};
    /// Radau IIA in quadruple precision, five and seven stages agreeing.
    static constexpr std::array<double, size> reference{
        2.083340149701294230572e-8, 8.33336077033478340064e-14, 0.999999979166515169379354};

    static void ode(double, const double* y, double* dy)
    {
        const double back = 1e4 * y[1] * y[2], on = 3e7 * y[1] * y[1];
        dy[0] = -0.04 * y[0] + back;
        dy[2] = on;
        dy[1] = -dy[0] - on;
    }
    static void ode_jacobian(double, const double* y, Dense J)
    {
        J(0, 0) = -0.04;
        J(0, 1) = 1e4 * y[2];
        J(0, 2) = 1e4 * y[1];
        J(2, 1) = 6e7 * y[1];
        for (int j = 0; j < size; ++j) J(1, j) = -J(0, j) - J(2, j);
    }
};

struct RobertsonMass {
    static constexpr int size = Robertson::size;
    static constexpr int tested = size;

    static void residual(double t, const double* y, const double* yp, double* r)
    {
        double dy[size];
        Robertson::ode(t, y, dy);
        r[0] = yp[0] - dy[0];
        r[1] = yp[1] - dy[1];
        r[2] = y[0] + y[1] + y[2] - 1;
    }
    static void jacobian(double t, double c, const double* y, const double*, Dense J)
    {
        Robertson::ode_jacobian(t, y, J);
        for (int j = 0; j < size; ++j) {
            for (int i = 0; i < 2; ++i) J(i, j) = (i == j ? c : 0) - J(i, j);
            J(2, j) = 1;
        }
    }
    static void start(double* y, double* yp)
    {
        std::copy(Robertson::start.begin(), Robertson::start.end(), y);
        Robertson::ode(0, y, yp);
    }
};

}  // namespace bench
