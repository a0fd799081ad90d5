// SPDX-License-Identifier: Apache-2.0
// Van der Pol's oscillator y' = z, eps z' = (1 - y²) z - y from (2, 0).
#pragma once

#include <array>

#include "bench/dense.hpp"

namespace bench {

struct VanDerPol {
    static constexpr int size = 2;
    static constexpr double eps = 1e-6;
    static constexpr double end = 2;
    static constexpr const char* name = "van der Pol, eps = 1e-6";
    static constexpr const char* model = "van_der_pol.ode";
    static constexpr std::array<const char*, size> unknowns{"y", "z"};
    static constexpr std::array<double, size> start{2, 0};
    /// Radau IIA, seven stages, in quadruple precision, two tolerances agreeing.
    static constexpr std::array<double, size> reference{1.706167732170465008,
                                                        -0.892809701024816547};

    static void ode(double, const double* y, double* dy) { field(eps, y, dy); }
    static void ode_jacobian(double, const double* y, Dense J) { jacobian(eps, y, J); }

protected:
    static void field(double small, const double* y, double* dy)
    {
        dy[0] = y[1];
        dy[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / small;
    }
    static void jacobian(double small, const double* y, Dense J)
    {
        J(0, 1) = 1;
        J(1, 0) = (-2 * y[0] * y[1] - 1) / small;
        J(1, 1) = (1 - y[0] * y[0]) / small;
    }
};

/// The same with a millionth of eps.
struct StifferVanDerPol : VanDerPol {
    static constexpr double eps = 1e-12;
    static constexpr const char* name = "van der Pol, eps = 1e-12";
    static constexpr const char* model = "van_der_pol_1e-12.ode";
    static constexpr std::array<double, size> reference{1.705546217535378337,
                                                        -0.893476362546528247};

    static void ode(double, const double* y, double* dy) { field(eps, y, dy); }
    static void ode_jacobian(double, const double* y, Dense J) { jacobian(eps, y, J); }
};

}  // namespace bench
