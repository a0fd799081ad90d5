// SPDX-License-Identifier: Apache-2.0
// The car axis of the IVP test set (Mazzia, Magherini), written by hand as M q'' = f - Gᵗλ with
// q = (xl, yl, xr, yr), M = k: springs from a moving ground to the two ends of a rigid bar, and a
// left end held on a line that turns with the ground, so g depends on t:
//   g1 = xb(t) xl + yb(t) yl,   g2 = (xl - xr)² + (yl - yr)² - L².
// (λ has the opposite sign of the test set's.) See pendulum.hpp for what the functions mean.
#pragma once

#include <array>
#include <cmath>

#include "bench/dense.hpp"

namespace bench {

struct CarAxis {
    static constexpr int n = 4;
    static constexpr int m = 2;
    static constexpr double end = 3;
    static constexpr const char* name = "car axis to 3";
    static constexpr const char* model = "car_axis.ode";
    static constexpr std::array<const char*, n> unknowns{"xl", "yl", "xr", "yr"};
    static constexpr std::array<double, 2 * n> start{0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0};
    /// Extrapolation in quadruple precision, two orders and tolerances agreeing.
    static constexpr std::array<double, 2 * n> reference{
        4.9345578427524092132e-2, 4.9698946023000810676e-1,  1.0417425248854261152,
        3.7391102726536581936e-1, -7.7058368403592084284e-2, 7.446866592068416491e-3,
        1.7556815753541736630e-2, 7.7034104377960106312e-1};

    static constexpr double L = 1, L0 = 0.5, k = 5e-4, r = 0.1, w = 10, gravity = 1;

    struct Frame {
        double xb, yb, dxb, dyb, ddxb, ddyb;  // the ground at the right, with two derivatives
        double xl, yl;                        // left end
        double rx, ry;                        // right end from the ground
        double dx, dy;                        // left end minus right end
        double pull_l, pull_r;                // L0/|spring| - 1
        double length_l, length_r;
    };
    struct Factors {
        double g1x, g1y, g2x, g2y, cross, square, inverse;
    };

    static Frame frame(double t, const double* q)
    {
        Frame s;
        s.yb = r * std::sin(w * t);
        s.dyb = r * w * std::cos(w * t);
        s.ddyb = -w * w * s.yb;
        s.xb = std::sqrt(L * L - s.yb * s.yb);
        s.dxb = -s.yb * s.dyb / s.xb;
        s.ddxb = -(s.dyb * s.dyb + s.yb * s.ddyb + s.dxb * s.dxb) / s.xb;
        s.xl = q[0];
        s.yl = q[1];
        s.rx = q[2] - s.xb;
        s.ry = q[3] - s.yb;
        s.dx = q[0] - q[2];
        s.dy = q[1] - q[3];
        s.length_l = std::sqrt(s.xl * s.xl + s.yl * s.yl);
        s.length_r = std::sqrt(s.rx * s.rx + s.ry * s.ry);
        s.pull_l = L0 / s.length_l - 1;
        s.pull_r = L0 / s.length_r - 1;
        return s;
    }

    /// S = G Gᵗ = [1, c; c, 8 d²], eliminated by hand.
    static Factors factor(const Frame& s)
    {
        const double first = s.xb * s.xb + s.yb * s.yb;
        const double cross = 2 * (s.xb * s.dx + s.yb * s.dy);
        const double square = 8 * (s.dx * s.dx + s.dy * s.dy);
        return {
            s.xb, s.yb, 2 * s.dx, 2 * s.dy, cross, square, 1 / (first * square - cross * cross)};
    }
    static void small_solve(const Factors& K, double b1, double b2, double* x)
    {
        const double first = K.g1x * K.g1x + K.g1y * K.g1y;
        x[0] = (K.square * b1 - K.cross * b2) * K.inverse;
        x[1] = (first * b2 - K.cross * b1) * K.inverse;
    }
    static void multipliers(const Frame&, const Factors& K, const double* rest, double* lambda)
    {
        small_solve(K, K.g1x * rest[0] + K.g1y * rest[1],
                    K.g2x * (rest[0] - rest[2]) + K.g2y * (rest[1] - rest[3]), lambda);
    }
    static void solve(const Frame&, const Factors& K, const double* force, const double* rate,
                      double* x)
    {
        double lambda[m];
        small_solve(K, K.g1x * force[0] + K.g1y * force[1] - k * rate[0],
                    K.g2x * (force[0] - force[2]) + K.g2y * (force[1] - force[3]) - k * rate[1],
                    lambda);
        const double bar_x = K.g2x * lambda[1], bar_y = K.g2y * lambda[1];
        x[0] = (force[0] - K.g1x * lambda[0] - bar_x) * (1 / k);
        x[1] = (force[1] - K.g1y * lambda[0] - bar_y) * (1 / k);
        x[2] = (force[2] + bar_x) * (1 / k);
        x[3] = (force[3] + bar_y) * (1 / k);
    }

    static void force(const Frame& s, const double*, double* f)
    {
        f[0] = s.pull_l * s.xl;
        f[1] = s.pull_l * s.yl - k * gravity;
        f[2] = s.pull_r * s.rx;
        f[3] = s.pull_r * s.ry - k * gravity;
    }
    static void dynamics(const Frame& s, const double* v, const double* a, const double* lambda,
                         double* res)
    {
        double f[n];
        force(s, v, f);
        for (int i = 0; i < n; ++i) res[i] = k * a[i] - f[i];
        pull(s, lambda, res);
    }
    static void position(const Frame& s, double* g)
    {
        g[0] = s.xb * s.xl + s.yb * s.yl;
        g[1] = s.dx * s.dx + s.dy * s.dy - L * L;
    }
    static void velocity(const Frame& s, const double* v, double* h)
    {
        h[0] = s.dxb * s.xl + s.dyb * s.yl + s.xb * v[0] + s.yb * v[1];
        h[1] = 2 * (s.dx * (v[0] - v[2]) + s.dy * (v[1] - v[3]));
    }
    static void curvature(const Frame& s, const double* v, double* gamma)
    {
        const double vx = v[0] - v[2], vy = v[1] - v[3];
        gamma[0] = s.ddxb * s.xl + s.ddyb * s.yl + 2 * (s.dxb * v[0] + s.dyb * v[1]);
        gamma[1] = 2 * (vx * vx + vy * vy);
    }
    static void pull(const Frame& s, const double* mu, double* res)
    {
        const double bar_x = 2 * s.dx * mu[1], bar_y = 2 * s.dy * mu[1];
        res[0] += s.xb * mu[0] + bar_x;
        res[1] += s.yb * mu[0] + bar_y;
        res[2] -= bar_x;
        res[3] -= bar_y;
    }

    static void mass(const Frame&, double scale, Dense J)
    {
        for (int i = 0; i < n; ++i) J(i, i) += scale * k;
    }
    /// d(-f)/dq of one spring with end (x, y) from its foot: -(L0/l - 1) 1 + L0/l³ (x, y)(x, y)ᵗ.
    static void spring_q(double x, double y, double length, double pull, Dense J)
    {
        const double c = L0 / (length * length * length);
        J(0, 0) += c * x * x - pull;
        J(1, 1) += c * y * y - pull;
        J(0, 1) += c * x * y;
        J(1, 0) += c * x * y;
    }
    static void dynamics_q(const Frame& s, const double*, const double*, const double* lambda,
                           Dense J)
    {
        spring_q(s.xl, s.yl, s.length_l, s.pull_l, J);
        spring_q(s.rx, s.ry, s.length_r, s.pull_r, J.block(2, 2));
        pull_q(s, lambda, J);
    }
    static void dynamics_v(const Frame&, const double*, Dense) {}
    static void gradient(const Frame& s, Dense G)
    {
        G(0, 0) += s.xb;
        G(0, 1) += s.yb;
        bar_row(2 * s.dx, 2 * s.dy, G);
    }
    static void bar_row(double x, double y, Dense J)
    {
        J(1, 0) += x;
        J(1, 1) += y;
        J(1, 2) -= x;
        J(1, 3) -= y;
    }
    static void velocity_q(const Frame& s, const double* v, Dense J)
    {
        J(0, 0) += s.dxb;
        J(0, 1) += s.dyb;
        bar_row(2 * (v[0] - v[2]), 2 * (v[1] - v[3]), J);
    }
    static void pull_q(const Frame&, const double* mu, Dense J)
    {
        for (int i = 0; i < n; ++i) J(i, i) += 2 * mu[1];
        for (int i = 0; i < 2; ++i) {
            J(i, i + 2) -= 2 * mu[1];
            J(i + 2, i) -= 2 * mu[1];
        }
    }
    static void acceleration_q(const Frame& s, const double*, const double* a, Dense J)
    {
        J(0, 0) += s.ddxb;
        J(0, 1) += s.ddyb;
        bar_row(2 * (a[0] - a[2]), 2 * (a[1] - a[3]), J);
    }
    static void acceleration_v(const Frame& s, const double* v, Dense J)
    {
        J(0, 0) += 2 * s.dxb;
        J(0, 1) += 2 * s.dyb;
        bar_row(4 * (v[0] - v[2]), 4 * (v[1] - v[3]), J);
    }
};

}  // namespace bench
