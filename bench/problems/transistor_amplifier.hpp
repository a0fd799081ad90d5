// SPDX-License-Identifier: Apache-2.0
// The transistor amplifier of the IVP test set: C y' = f(t, y) with a singular matrix of
// capacitances, index 1.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "bench/dense.hpp"

namespace bench {

struct TransistorAmplifier {
    static constexpr int size = 8;
    static constexpr int tested = size;
    static constexpr double end = 0.2;
    static constexpr const char* name = "transistor amplifier to 0.2";
    static constexpr const char* model = "transistor_amplifier.ode";
    static constexpr std::array<const char*, size> unknowns{"y[1]", "y[2]", "y[3]", "y[4]",
                                                            "y[5]", "y[6]", "y[7]", "y[8]"};
    static constexpr std::array<double, size> initial{0, 3, 3, 6, 3, 3, 6, 0};
    /// An implicit method in quadruple precision, two tolerances agreeing.
    static constexpr std::array<double, size> reference{
        -5.56214501226271e-3, 3.00652247190304228, 2.8499587886081281,   2.92642253620624,
        2.70461786501055,     2.761837778393145,   4.770927631616772049, 1.236995868091548};

    static constexpr double Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6;
    static constexpr double R0 = 1000, R = 9000;
    static constexpr double C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;

    static double signal(double t) { return 0.1 * std::sin(200 * std::numbers::pi * t); }
    static double current(double u) { return beta * (std::exp(u / UF) - 1); }
    static double conductance(double u) { return beta / UF * std::exp(u / UF); }

    static void residual(double t, const double* y, const double* yp, double* r)
    {
        const double i1 = current(y[1] - y[2]), i2 = current(y[4] - y[5]);
        const double q1 = C1 * (yp[1] - yp[0]), q3 = C3 * (yp[4] - yp[3]);
        const double q5 = C5 * (yp[7] - yp[6]);
        r[0] = q1 - (y[0] - signal(t)) / R0;
        r[1] = -q1 - (2 * y[1] - Ub) / R - (1 - alpha) * i1;
        r[2] = -C2 * yp[2] - y[2] / R + i1;
        r[3] = q3 - (y[3] - Ub) / R - alpha * i1;
        r[4] = -q3 - (2 * y[4] - Ub) / R - (1 - alpha) * i2;
        r[5] = -C4 * yp[5] - y[5] / R + i2;
        r[6] = q5 - (y[6] - Ub) / R - alpha * i2;
        r[7] = -q5 - y[7] / R;
    }
    static void jacobian(double, double c, const double* y, const double*, Dense J)
    {
        const double g1 = conductance(y[1] - y[2]), g2 = conductance(y[4] - y[5]);
        capacitor(c * C1, J);
        capacitor(c * C3, J.block(3, 3));
        capacitor(c * C5, J.block(6, 6));
        J(0, 0) -= 1 / R0;
        J(1, 1) -= 2 / R;
        J(2, 2) -= c * C2 + 1 / R;
        J(3, 3) -= 1 / R;
        J(4, 4) -= 2 / R;
        J(5, 5) -= c * C4 + 1 / R;
        J(6, 6) -= 1 / R;
        J(7, 7) -= 1 / R;
        transistor(g1, J.block(1, 1));
        transistor(g2, J.block(4, 4));
    }
    /// y' by hand: f is 0 at the start except at nodes 3 and 6, so that no current flows through
    /// C1, C3 and C5; the sums of the rows they join, differentiated, give the rest.
    static void start(double* y, double* yp)
    {
        const double g = beta / UF;
        std::copy(initial.begin(), initial.end(), y);
        yp[2] = -y[2] / (R * C2);
        yp[5] = -y[5] / (R * C4);
        yp[0] = yp[1] = (20 * std::numbers::pi / R0 + (1 - alpha) * g * yp[2]) /
                        (1 / R0 + 2 / R + (1 - alpha) * g);
        yp[3] = yp[4] =
            (-alpha * g * (yp[1] - yp[2]) + (1 - alpha) * g * yp[5]) / (3 / R + (1 - alpha) * g);
        yp[6] = yp[7] = -alpha * g * (yp[4] - yp[5]) / (2 / R);
    }

private:
    static void capacitor(double c, Dense J)
    {
        J(0, 0) -= c, J(1, 1) -= c;
        J(0, 1) += c, J(1, 0) += c;
    }
    /// Base, emitter, collector: rows of the block that begins at the base.
    static void transistor(double g, Dense J)
    {
        for (const auto& [row, part] : {std::pair{0, -(1 - alpha)}, {1, 1.0}, {2, -alpha}}) {
            J(row, 0) += part * g;
            J(row, 1) -= part * g;
        }
    }
};

/// The same in the voltages of the five capacitors and, last, those of nodes 1, 4 and 7, which no
/// capacitor holds: so that the error test can leave these out.
struct CapacitorVoltages {
    using P = TransistorAmplifier;
    static constexpr int size = P::size;
    static constexpr int tested = 5;

    static void nodes(const double* z, double* y)
    {
        const double all[size] = {z[5],        z[5] + z[0], z[1], z[6],
                                  z[6] + z[2], z[3],        z[7], z[7] + z[4]};
        std::copy(all, all + size, y);
    }
    static void residual(double t, const double* z, const double* zp, double* r)
    {
        double y[size], yp[size];
        nodes(z, y);
        nodes(zp, yp);
        P::residual(t, y, yp, r);
    }
    static void jacobian(double t, double c, const double* z, const double* zp, Dense J)
    {
        double y[size], yp[size], by_nodes[size * size] = {};
        const Dense N{by_nodes, size};
        nodes(z, y);
        nodes(zp, yp);
        P::jacobian(t, c, y, yp, N);
        for (int i = 0; i < size; ++i) {
            const double row[size] = {N(i, 1),           N(i, 2),          N(i, 4),
                                      N(i, 5),           N(i, 7),          N(i, 0) + N(i, 1),
                                      N(i, 3) + N(i, 4), N(i, 6) + N(i, 7)};
            for (int j = 0; j < size; ++j) J(i, j) = row[j];
        }
    }
    static void start(double* z, double* zp)
    {
        double y[size], yp[size];
        P::start(y, yp);
        voltages(y, z);
        voltages(yp, zp);
    }

private:
    static void voltages(const double* y, double* z)
    {
        const double all[size] = {y[1] - y[0], y[2], y[4] - y[3], y[5],
                                  y[7] - y[6], y[0], y[3],        y[6]};
        std::copy(all, all + size, z);
    }
};

}  // namespace bench
