// SPDX-License-Identifier: Apache-2.0
// y' = f(t, y) as y' - f(t, y) = 0, for solvers of implicit equations.
#pragma once

#include <algorithm>

#include "bench/dense.hpp"

namespace bench {

template <class P>
struct OdeForm {
    static constexpr int size = P::size;
    static constexpr int tested = size;

    static void residual(double t, const double* y, const double* yp, double* r)
    {
        P::ode(t, y, r);
        for (int i = 0; i < size; ++i) r[i] = yp[i] - r[i];
    }
    static void jacobian(double t, double c, const double* y, const double*, Dense J)
    {
        P::ode_jacobian(t, y, J);
        for (int j = 0; j < size; ++j)
            for (int i = 0; i < size; ++i) J(i, j) = (i == j ? c : 0) - J(i, j);
    }
    static void start(double* y, double* yp)
    {
        std::copy(P::start.begin(), P::start.end(), y);
        P::ode(0, y, yp);
    }
};

}  // namespace bench
