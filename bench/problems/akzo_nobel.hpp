// SPDX-License-Identifier: Apache-2.0
// Chemical Akzo Nobel of the IVP test set: five rates and an equilibrium y6 = Ks y1 y4, which the
// ODE has put in. y6 is not measured: it follows from the others.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/dense.hpp"

namespace bench {

struct AkzoNobel {
    static constexpr int size = 5;
    static constexpr double end = 180;
    static constexpr const char* name = "Akzo Nobel to 180";
    static constexpr const char* model = "akzo_nobel.ode";
    static constexpr std::array<const char*, size> unknowns{"y1", "y2", "y3", "y4", "y5"};
    static constexpr std::array<double, size> start{0.444, 0.00123, 0, 0.007, 0};
    /// An implicit method in quadruple precision, two tolerances agreeing.
    static constexpr std::array<double, size> reference{1.15079492066170219e-1, 1.2038314715677e-3,
                                                        1.611562887407974210e-1,
                                                        3.65615642124928e-4, 1.7080108852644041e-2};

    static constexpr double k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, K = 34.4, Ks = 115.83;
    static constexpr double klA = 3.3, inflow = 0.9 / 737;

    /// y has six components here.
    static void rates(const double* y, double* dy)
    {
        const double root = std::sqrt(std::abs(y[1]));
        const double r1 = k1 * y[0] * y[0] * y[0] * y[0] * root, r2 = k2 * y[2] * y[3];
        const double r3 = k2 / K * y[0] * y[4], r4 = k3 * y[0] * y[3] * y[3];
        const double r5 = k4 * y[5] * y[5] * root;
        dy[0] = -2 * r1 + r2 - r3 - r4;
        dy[1] = -0.5 * r1 - r4 - 0.5 * r5 + klA * (inflow - y[1]);
        dy[2] = r1 - r2 + r3;
        dy[3] = -r2 + r3 - 2 * r4;
        dy[4] = r2 - r3 + r5;
    }
    /// Their derivatives, 5 x 6.
    static void rates_y(const double* y, Dense J)
    {
        const double root = std::sqrt(std::abs(y[1])), cube = y[0] * y[0] * y[0];
        const double root_y = (y[1] < 0 ? -0.5 : 0.5) / root;
        double r[5][6] = {};  // of the five reactions
        r[0][0] = 4 * k1 * cube * root;
        r[0][1] = k1 * cube * y[0] * root_y;
        r[1][2] = k2 * y[3];
        r[1][3] = k2 * y[2];
        r[2][0] = k2 / K * y[4];
        r[2][4] = k2 / K * y[0];
        r[3][0] = k3 * y[3] * y[3];
        r[3][3] = 2 * k3 * y[0] * y[3];
        r[4][1] = k4 * y[5] * y[5] * root_y;
        r[4][5] = 2 * k4 * y[5] * root;
        for (int j = 0; j < 6; ++j) {
            J(0, j) = -2 * r[0][j] + r[1][j] - r[2][j] - r[3][j];
            J(1, j) = -0.5 * r[0][j] - r[3][j] - 0.5 * r[4][j] - (j == 1 ? klA : 0);
            J(2, j) = r[0][j] - r[1][j] + r[2][j];
            J(3, j) = -r[1][j] + r[2][j] - 2 * r[3][j];
            J(4, j) = r[1][j] - r[2][j] + r[4][j];
        }
    }

    static void ode(double, const double* y, double* dy)
    {
        const double all[6] = {y[0], y[1], y[2], y[3], y[4], Ks * y[0] * y[3]};
        rates(all, dy);
    }
    static void ode_jacobian(double, const double* y, Dense J)
    {
        const double all[6] = {y[0], y[1], y[2], y[3], y[4], Ks * y[0] * y[3]};
        double wide[5 * 6];
        const Dense six{wide, size};
        rates_y(all, six);
        for (int i = 0; i < size; ++i) {
            for (int j = 0; j < size; ++j) J(i, j) = six(i, j);
            J(i, 0) += six(i, 5) * Ks * y[3];
            J(i, 3) += six(i, 5) * Ks * y[0];
        }
    }
};

struct AkzoNobelEquilibrium {
    static constexpr int size = 6;
    static constexpr int tested = size;
    using P = AkzoNobel;

    static void residual(double, const double* y, const double* yp, double* r)
    {
        P::rates(y, r);
        for (int i = 0; i < P::size; ++i) r[i] = yp[i] - r[i];
        r[5] = P::Ks * y[0] * y[3] - y[5];
    }
    static void jacobian(double, double c, const double* y, const double*, Dense J)
    {
        P::rates_y(y, J);
        for (int j = 0; j < size; ++j)
            for (int i = 0; i < P::size; ++i) J(i, j) = (i == j ? c : 0) - J(i, j);
        J(5, 0) = P::Ks * y[3];
        J(5, 3) = P::Ks * y[0];
        J(5, 5) = -1;
    }
    static void start(double* y, double* yp)
    {
        std::copy(P::start.begin(), P::start.end(), y);
        y[5] = P::Ks * y[0] * y[3];
        P::rates(y, yp);
        yp[5] = P::Ks * (yp[0] * y[3] + y[0] * yp[3]);
    }
};

}  // namespace bench
