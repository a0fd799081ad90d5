// SPDX-License-Identifier: Apache-2.0
// High irradiance responses of plants (Schäfer 1975; Hairer, Wanner, Solving ODE II, IV.10).
#pragma once

#include <array>

#include "bench/dense.hpp"

namespace bench {

struct Hires {
    static constexpr int size = 8;
    static constexpr double end = 321.8122;
    static constexpr const char* name = "HIRES to 321.8";
    static constexpr const char* model = "hires.ode";
    static constexpr std::array<const char*, size> unknowns{"y[1]", "y[2]", "y[3]", "y[4]",
                                                            "y[5]", "y[6]", "y[7]", "y[8]"};
    static constexpr std::array<double, size> start{1, 0, 0, 0, 0, 0, 0, 0.0057};
    /// Radau IIA, seven stages, in quadruple precision, two tolerances agreeing.
    static constexpr std::array<double, size> reference{
        7.3713125733256678e-4, 1.4424857263161847e-4, 5.8887297409675750e-5, 1.1756513432831491e-3,
        2.3863561988313305e-3, 6.2389682527427958e-3, 2.8499983951857687e-3, 2.8500016048142313e-3};

    static void ode(double, const double* y, double* dy)
    {
        const double bind = 280 * y[5] * y[7];
        dy[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
        dy[1] = 1.71 * y[0] - 8.75 * y[1];
        dy[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
        dy[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
        dy[4] = -1.745 * y[4] + 0.43 * (y[5] + y[6]);
        dy[5] = -bind + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
        dy[6] = bind - 1.81 * y[6];
        dy[7] = -dy[6];
    }
    static void ode_jacobian(double, const double* y, Dense J)
    {
        J(0, 0) = -1.71, J(0, 1) = 0.43, J(0, 2) = 8.32;
        J(1, 0) = 1.71, J(1, 1) = -8.75;
        J(2, 2) = -10.03, J(2, 3) = 0.43, J(2, 4) = 0.035;
        J(3, 1) = 8.32, J(3, 2) = 1.71, J(3, 3) = -1.12;
        J(4, 4) = -1.745, J(4, 5) = 0.43, J(4, 6) = 0.43;
        J(5, 3) = 0.69, J(5, 4) = 1.71, J(5, 5) = -0.43 - 280 * y[7];
        J(5, 6) = 0.69, J(5, 7) = -280 * y[5];
        J(6, 5) = 280 * y[7], J(6, 6) = -1.81, J(6, 7) = 280 * y[5];
        for (int j = 5; j < size; ++j) J(7, j) = -J(6, j);
    }
};

}  // namespace bench
