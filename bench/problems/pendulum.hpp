// SPDX-License-Identifier: Apache-2.0
// The planar pendulum, unit length, mass and gravity (Schropp (4.1), (4.2)), written by hand as
//   M q'' = f - Gᵗλ,  g = 0:   q = (x, y),  M = 1,  f = (0, -1),  g = x² + y² - 1,  G = 2 (x, y).
// On the constraint 2λ|q|² = |v|² - y.
//
// What every problem here provides, for forms.hpp (the index-2, GGL and underlying equations) and
// limit.hpp: `frame` (what depends on t and q and is shared), the dynamics r = M a - f + Gᵗλ, the
// constraint on position, velocity h = G v + g_t and acceleration G a + γ, and their derivatives.
// Functions with a Dense argument ADD to a block that starts at zero.
#pragma once

#include <array>

#include "bench/dense.hpp"

namespace bench {

struct Pendulum {
    static constexpr int n = 2;
    static constexpr int m = 1;
    static constexpr double end = 20;
    static constexpr const char* name = "pendulum to 20";
    static constexpr const char* model = "pendulum.ode";
    static constexpr std::array<const char*, n> unknowns{"x", "y"};
    static constexpr std::array<double, 2 * n> start{1, 0, 0, 0};
    /// Closed form with Jacobi elliptic functions: sin(θ/2) = cd(t|1/2)/√2.
    static constexpr std::array<double, 2 * n> reference{
        -0.51771970355277781620, -0.85555029574725988580, 1.11913716027995492009,
        -0.67722419328833657900};

    struct Frame {
        double x, y;
    };
    struct Factors {
        double inverse;  // 1 / |q|²
    };

    static Frame frame(double, const double* q) { return {q[0], q[1]}; }
    static Factors factor(const Frame& s) { return {1 / (s.x * s.x + s.y * s.y)}; }

    /// The KKT system: M x + Gᵗλ = force, G x = rate.
    static void solve(const Frame& s, const Factors& k, const double* force, const double* rate,
                      double* x)
    {
        const double pull = (s.x * force[0] + s.y * force[1] - 0.5 * rate[0]) * k.inverse;
        x[0] = force[0] - pull * s.x;
        x[1] = force[1] - pull * s.y;
    }
    static void multipliers(const Frame& s, const Factors& k, const double* rest, double* lambda)
    {
        lambda[0] = 0.5 * (s.x * rest[0] + s.y * rest[1]) * k.inverse;
    }

    static void force(const Frame&, const double*, double* f)
    {
        f[0] = 0;
        f[1] = -1;
    }
    static void dynamics(const Frame& s, const double*, const double* a, const double* lambda,
                         double* r)
    {
        r[0] = a[0] + 2 * s.x * lambda[0];
        r[1] = a[1] + 2 * s.y * lambda[0] + 1;
    }
    static void position(const Frame& s, double* g) { g[0] = s.x * s.x + s.y * s.y - 1; }
    static void velocity(const Frame& s, const double* v, double* h)
    {
        h[0] = 2 * (s.x * v[0] + s.y * v[1]);
    }
    static void curvature(const Frame&, const double* v, double* gamma)
    {
        gamma[0] = 2 * (v[0] * v[0] + v[1] * v[1]);
    }
    static void pull(const Frame& s, const double* mu, double* r)
    {
        r[0] += 2 * s.x * mu[0];
        r[1] += 2 * s.y * mu[0];
    }

    static void mass(const Frame&, double scale, Dense J)
    {
        J(0, 0) += scale;
        J(1, 1) += scale;
    }
    static void dynamics_q(const Frame& s, const double*, const double*, const double* lambda,
                           Dense J)
    {
        pull_q(s, lambda, J);
    }
    static void dynamics_v(const Frame&, const double*, Dense) {}
    static void gradient(const Frame& s, Dense G)
    {
        G(0, 0) += 2 * s.x;
        G(0, 1) += 2 * s.y;
    }
    static void velocity_q(const Frame&, const double* v, Dense J)
    {
        J(0, 0) += 2 * v[0];
        J(0, 1) += 2 * v[1];
    }
    static void pull_q(const Frame&, const double* mu, Dense J)
    {
        J(0, 0) += 2 * mu[0];
        J(1, 1) += 2 * mu[0];
    }
    static void acceleration_q(const Frame&, const double*, const double* a, Dense J)
    {
        J(0, 0) += 2 * a[0];
        J(0, 1) += 2 * a[1];
    }
    static void acceleration_v(const Frame&, const double* v, Dense J)
    {
        J(0, 0) += 4 * v[0];
        J(0, 1) += 4 * v[1];
    }
};

/// The same pendulum over five times as long.
struct LongPendulum : Pendulum {
    static constexpr double end = 100;
    static constexpr const char* name = "pendulum to 100";
    static constexpr std::array<double, 2 * n> reference{
        -0.99997405204635617085, -0.00720383467268370853, -0.00086469033297937741,
        0.12002883676848438522};
};

}  // namespace bench
