// SPDX-License-Identifier: Apache-2.0
// The hand-reduced forms of a mechanism M q'' = f - Gᵗλ, g(t, q) = 0 that the peers solve, each
// with its analytic Jacobian, put together from the pieces a problem provides:
//   underlying ODE   q' = v,  v' = a(t, q, v) from the KKT system
//   index 2          q' = v,  M v' = f - Gᵗλ,  G v + g_t = 0
//   GGL              q' = v - Gᵗμ,  M v' = f - Gᵗλ,  G v + g_t = 0,  g = 0
// GGL: Gear, Leimkuhler, Gupta, J. Comp. Appl. Math. 12 (1985) 77-90.
#pragma once

#include <algorithm>

#include "bench/dense.hpp"

namespace bench {

/// y = (q, v), dy = (v, a).
template <class P>
void ode(double t, const double* y, double* dy)
{
    constexpr int n = P::n, m = P::m;
    const double* v = y + n;
    const auto frame = P::frame(t, y);
    const auto factors = P::factor(frame);
    double force[n], rate[m];
    P::force(frame, v, force);
    P::curvature(frame, v, rate);
    for (int i = 0; i < m; ++i) rate[i] = -rate[i];
    std::copy(v, v + n, dy);
    P::solve(frame, factors, force, rate, dy + n);
}

/// a and λ at (t, q, v).
template <class P>
void accelerate(double t, const double* y, double* a, double* lambda)
{
    constexpr int n = P::n;
    double dy[2 * n], zero[P::m] = {}, rest[n];
    ode<P>(t, y, dy);
    std::copy(dy + n, dy + 2 * n, a);
    const auto frame = P::frame(t, y);
    P::dynamics(frame, y + n, a, zero, rest);
    for (int i = 0; i < n; ++i) rest[i] = -rest[i];
    P::multipliers(frame, P::factor(frame), rest, lambda);
}

/// Differentiating the KKT system: its matrix times d(a, λ) = -(r_q; (G a + γ)_q), same for v.
template <class P>
void ode_jacobian(double t, const double* y, Dense J)
{
    constexpr int n = P::n, m = P::m;
    const double* v = y + n;
    double a[n], lambda[m];
    accelerate<P>(t, y, a, lambda);
    const auto frame = P::frame(t, y);
    const auto factors = P::factor(frame);
    double force[2 * n * n] = {}, rate[2 * n * m] = {};
    P::dynamics_q(frame, v, a, lambda, {force, n});
    P::dynamics_v(frame, v, {force + n * n, n});
    P::acceleration_q(frame, v, a, {rate, m});
    P::acceleration_v(frame, v, {rate + n * m, m});
    for (double& x : force) x = -x;
    for (double& x : rate) x = -x;
    for (int j = 0; j < 2 * n; ++j) P::solve(frame, factors, force + j * n, rate + j * m, &J(n, j));
    for (int i = 0; i < n; ++i) J(i, n + i) = 1;
}

template <class P>
struct Index2 {
    static constexpr int n = P::n, m = P::m;
    static constexpr int size = 2 * n + m;
    static constexpr int tested = 2 * n;

    static void residual(double t, const double* y, const double* yp, double* r)
    {
        const double* v = y + n;
        const auto frame = P::frame(t, y);
        for (int i = 0; i < n; ++i) r[i] = yp[i] - v[i];
        P::dynamics(frame, v, yp + n, y + 2 * n, r + n);
        P::velocity(frame, v, r + 2 * n);
    }
    /// ∂r/∂y + c ∂r/∂y'; J starts at zero.
    static void jacobian(double t, double c, const double* y, const double* yp, Dense J)
    {
        const double* v = y + n;
        const auto frame = P::frame(t, y);
        for (int i = 0; i < n; ++i) J(i, i) = c, J(i, n + i) = -1;
        P::dynamics_q(frame, v, yp + n, y + 2 * n, J.block(n, 0));
        P::dynamics_v(frame, v, J.block(n, n));
        P::mass(frame, c, J.block(n, n));
        P::gradient(frame, J.block(2 * n, n));
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < m; ++k) J(n + i, 2 * n + k) = J(2 * n + k, n + i);
        P::velocity_q(frame, v, J.block(2 * n, 0));
    }
    static void start(double* y, double* yp)
    {
        std::copy(P::start.begin(), P::start.end(), y);
        std::copy(y + n, y + 2 * n, yp);
        accelerate<P>(0, y, yp + n, y + 2 * n);
        std::fill(yp + 2 * n, yp + size, 0.0);
    }
};

template <class P>
struct Ggl {
    static constexpr int n = P::n, m = P::m;
    static constexpr int size = 2 * n + 2 * m;
    static constexpr int tested = 2 * n;
    using Base = Index2<P>;

    static void residual(double t, const double* y, const double* yp, double* r)
    {
        const double* v = y + n;
        const auto frame = P::frame(t, y);
        for (int i = 0; i < n; ++i) r[i] = yp[i] - v[i];
        P::pull(frame, y + Base::size, r);
        P::dynamics(frame, v, yp + n, y + 2 * n, r + n);
        P::velocity(frame, v, r + 2 * n);
        P::position(frame, r + Base::size);
    }
    static void jacobian(double t, double c, const double* y, const double* yp, Dense J)
    {
        Base::jacobian(t, c, y, yp, J);
        const auto frame = P::frame(t, y);
        P::pull_q(frame, y + Base::size, J);
        P::gradient(frame, J.block(Base::size, 0));
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < m; ++k) J(i, Base::size + k) = J(Base::size + k, i);
    }
    static void start(double* y, double* yp)
    {
        Base::start(y, yp);
        std::fill(y + Base::size, y + size, 0.0);
        std::fill(yp + Base::size, yp + size, 0.0);
    }
};

}  // namespace bench
