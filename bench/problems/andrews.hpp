// SPDX-License-Identifier: Apache-2.0
// Andrews' squeezing mechanism (Schiehlen 1990; Hairer, Wanner, Solving ODE II, VII.7), written by
// hand as M q'' = f - Gᵗλ with q = (β, θ, γ, φ, δ, ω, ε). The crank (β, θ) carries the point
//   A = (rr cos β - d cos(β+θ), rr sin β - d sin(β+θ))
// and three loops close on it: with γ (rows 1, 2), with φ, δ (rows 3, 4), with ω, ε (rows 5, 6).
// See pendulum.hpp for what the functions mean.
//
// The KKT system by hand: one degree of freedom. G x = b with x_β given is three 2×2 systems, in
// (β+θ, γ), (φ+δ, δ), (ω+ε, ε), whose determinants are products of lengths with one cosine. So
// x = c + s N with G c = b, c_β = 0 and G N = 0, N_β = 1, and s = Nᵗ(force - M c) / NᵗMN.
#pragma once

#include <array>
#include <cmath>

#include "bench/dense.hpp"

namespace bench {

struct Andrews {
    static constexpr int n = 7;
    static constexpr int m = 6;
    static constexpr double end = 0.03;
    static constexpr const char* name = "Andrews to 0.03";
    static constexpr const char* model = "andrews.ode";
    static constexpr std::array<const char*, n> unknowns{"beta",  "theta", "gamma",  "phi",
                                                         "delta", "omega", "epsilon"};
    static constexpr std::array<double, 2 * n> start{-0.0617138900142764496, 0,
                                                     0.455279819163070380,   0.222668390165885885,
                                                     0.487364979543842550,   -0.222668390165885885,
                                                     1.23054744454982119};
    /// Extrapolation in quadruple precision, two orders and tolerances agreeing.
    static constexpr std::array<double, 2 * n> reference{
        1.5810771195153707097e+1,  -1.5756371058411839470e+1, 4.0822240119645804858e-2,
        -5.3473011634207959377e-1, 5.2440996587995406937e-1,  5.3473011634207959377e-1,
        1.0480807410419378731,     1.1399203022591060642e+3,  -1.4243792951775400732e+3,
        1.1032911910618593745e+1,  1.9293374105032040832e+1,  5.7356991482950245382e-1,
        -1.9293374105032040832e+1, 3.2317914924913087499e-1};

    static constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050,
                            m6 = .00706, m7 = .05498;
    static constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014,
                            yc = .072, c0 = 4530;
    static constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7,
                            i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5;
    static constexpr double d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5,
                            l0 = 7785e-5, ss = 35e-3, sa = 1874e-5, sb = 1043e-5, sc = 18e-3,
                            sd = 2e-2, ta = 2308e-5, tb = 916e-5, u = 4e-2, ua = 1228e-5,
                            ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5, mom = 33e-3;

    // What of the masses does not move, and the three couplings that do.
    static constexpr double k2 = m2 * da * rr, k4 = m4 * zt * (e - ea), k6 = m6 * u * (zf - fa);
    static constexpr double M11 = m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2;
    static constexpr double M22 = m2 * da * da + i2;
    static constexpr double M33 = m3 * (sa * sa + sb * sb) + i3;
    static constexpr double M44 = m4 * (e - ea) * (e - ea) + i4;
    static constexpr double M55 =
        m4 * (zt * zt + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + i4 + i5;
    static constexpr double M66 = m6 * (zf - fa) * (zf - fa) + i6;
    static constexpr double M77 =
        m6 * ((zf - fa) * (zf - fa) + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;

    struct Frame {
        double rc, rs;  // rr (cos, sin) β
        double dc, ds;  // d (cos, sin)(β+θ)
        double cth, sth, cph, sph, com, som, cga, sga;
        double ec, es, zc, zs;  // e (cos, sin)(φ+δ), zt (cos, sin) δ
        double fc, fs, uc, us;  // zf (cos, sin)(ω+ε), u (cos, sin) ε
        double k2c, k4s, k6s;   // k2 cos θ, k4 sin φ, k6 sin ω
    };
    struct Factors {
        double i12, i34, i56;  // inverse determinants
        double N[n], MN[n], inverse;
    };

    static Frame frame(double, const double* q)
    {
        const double cbe = std::cos(q[0]), sbe = std::sin(q[0]);
        const double cde = std::cos(q[4]), sde = std::sin(q[4]);
        const double cep = std::cos(q[6]), sep = std::sin(q[6]);
        Frame s;
        s.cth = std::cos(q[1]), s.sth = std::sin(q[1]);
        s.cga = std::cos(q[2]), s.sga = std::sin(q[2]);
        s.cph = std::cos(q[3]), s.sph = std::sin(q[3]);
        s.com = std::cos(q[5]), s.som = std::sin(q[5]);
        s.rc = rr * cbe, s.rs = rr * sbe;
        s.dc = d * (cbe * s.cth - sbe * s.sth), s.ds = d * (sbe * s.cth + cbe * s.sth);
        s.ec = e * (s.cph * cde - s.sph * sde), s.es = e * (s.sph * cde + s.cph * sde);
        s.zc = zt * cde, s.zs = zt * sde;
        s.fc = zf * (s.com * cep - s.som * sep), s.fs = zf * (s.som * cep + s.com * sep);
        s.uc = u * cep, s.us = u * sep;
        s.k2c = k2 * s.cth, s.k4s = k4 * s.sph, s.k6s = k6 * s.som;
        return s;
    }

    static void mass_times(const Frame& s, const double* x, double* y)
    {
        y[0] = (M11 - 2 * s.k2c) * x[0] + (M22 - s.k2c) * x[1];
        y[1] = (M22 - s.k2c) * x[0] + M22 * x[1];
        y[2] = M33 * x[2];
        y[3] = M44 * x[3] + (M44 + s.k4s) * x[4];
        y[4] = (M44 + s.k4s) * x[3] + (M55 + 2 * s.k4s) * x[4];
        y[5] = M66 * x[5] + (M66 - s.k6s) * x[6];
        y[6] = (M66 - s.k6s) * x[5] + (M77 - 2 * s.k6s) * x[6];
    }

    /// G x = b with x_β given.
    static void close_loops(const Frame& s, const Factors& k, double beta, const double* b,
                            double* x)
    {
        // rows 1, 2 in (σ, γ), σ = β + θ: (ds, -dc) σ - ss (cos γ, sin γ) γ = b + (rs, -rc) β
        const double b1 = b[0] + s.rs * beta, b2 = b[1] - s.rc * beta;
        const double sigma = ss * (b2 * s.cga - b1 * s.sga) * k.i12;
        const double gamma = (s.ds * b2 + s.dc * b1) * k.i12;
        const double ax = s.ds * sigma - s.rs * beta, ay = s.rc * beta - s.dc * sigma;
        // rows 3, 4 in (φ+δ, δ): (-ec, -es) and (zs, -zc)
        const double b3 = b[2] - ax, b4 = b[3] - ay;
        const double phi_delta = -(s.zc * b3 + s.zs * b4) * k.i34;
        const double delta = (s.es * b3 - s.ec * b4) * k.i34;
        // rows 5, 6 in (ω+ε, ε): (fs, -fc) and (-uc, -us)
        const double b5 = b[4] - ax, b6 = b[5] - ay;
        const double omega_epsilon = (s.uc * b6 - s.us * b5) * k.i56;
        const double epsilon = (s.fs * b6 + s.fc * b5) * k.i56;
        x[0] = beta, x[1] = sigma - beta, x[2] = gamma;
        x[3] = phi_delta - delta, x[4] = delta;
        x[5] = omega_epsilon - epsilon, x[6] = epsilon;
    }

    static Factors factor(const Frame& s)
    {
        static constexpr double zero[m] = {};
        Factors k;
        k.i12 = -1 / (ss * (s.dc * s.cga + s.ds * s.sga));
        k.i34 = 1 / (e * zt * s.cph);
        k.i56 = -1 / (zf * u * s.com);
        close_loops(s, k, 1, zero, k.N);
        mass_times(s, k.N, k.MN);
        double square = 0;
        for (int i = 0; i < n; ++i) square += k.N[i] * k.MN[i];
        k.inverse = 1 / square;
        return k;
    }

    static void solve(const Frame& s, const Factors& k, const double* force, const double* rate,
                      double* x)
    {
        double c[n];
        close_loops(s, k, 0, rate, c);
        double along = 0;
        for (int i = 0; i < n; ++i) along += k.N[i] * force[i] - k.MN[i] * c[i];
        along *= k.inverse;
        for (int i = 0; i < n; ++i) x[i] = c[i] + along * k.N[i];
    }
    /// Gᵗλ = rest for a rest in its range: the transposed 2×2 systems.
    static void multipliers(const Frame& s, const Factors&, const double* rest, double* lambda)
    {
        const auto pair = [](double a11, double a12, double a21, double a22, double b1, double b2,
                             double* x) {
            const double det = a11 * a22 - a12 * a21;
            x[0] = (b1 * a22 - a12 * b2) / det;
            x[1] = (a11 * b2 - b1 * a21) / det;
        };
        pair(-s.ec, -s.es, s.zs, -s.zc, rest[3], rest[4] - rest[3], lambda + 2);
        pair(s.fs, -s.fc, -s.uc, -s.us, rest[5], rest[6] - rest[5], lambda + 4);
        const double theta =
            rest[1] - s.ds * (lambda[2] + lambda[4]) + s.dc * (lambda[3] + lambda[5]);
        pair(s.ds, -s.dc, -ss * s.cga, -ss * s.sga, theta, rest[2], lambda);
    }

    static double spring(const Frame& s)
    {
        const double x = sd * s.cga + sc * s.sga + xb - xc, y = sd * s.sga - sc * s.cga + yb - yc;
        const double length = std::sqrt(x * x + y * y);
        const double swing = x * (sc * s.cga - sd * s.sga) + y * (sd * s.cga + sc * s.sga);
        return c0 * (l0 / length - 1) * swing;
    }
    static void force(const Frame& s, const double* v, double* f)
    {
        f[0] = mom - k2 * v[1] * (v[1] + 2 * v[0]) * s.sth;
        f[1] = k2 * v[0] * v[0] * s.sth;
        f[2] = spring(s);
        f[3] = k4 * v[4] * v[4] * s.cph;
        f[4] = -k4 * v[3] * (v[3] + 2 * v[4]) * s.cph;
        f[5] = -k6 * v[6] * v[6] * s.com;
        f[6] = k6 * v[5] * (v[5] + 2 * v[6]) * s.com;
    }
    static void dynamics(const Frame& s, const double* v, const double* a, const double* lambda,
                         double* r)
    {
        double f[n];
        force(s, v, f);
        mass_times(s, a, r);
        for (int i = 0; i < n; ++i) r[i] -= f[i];
        pull(s, lambda, r);
    }
    static void position(const Frame& s, double* g)
    {
        const double ax = s.rc - s.dc, ay = s.rs - s.ds;
        g[0] = ax - ss * s.sga - xb;
        g[1] = ay + ss * s.cga - yb;
        g[2] = ax - s.es - s.zc - xa;
        g[3] = ay + s.ec - s.zs - ya;
        g[4] = ax - s.fc - s.us - xa;
        g[5] = ay - s.fs + s.uc - ya;
    }
    static void velocity(const Frame& s, const double* v, double* h)
    {
        const double sigma = v[0] + v[1], pd = v[3] + v[4], oe = v[5] + v[6];
        const double ax = s.ds * sigma - s.rs * v[0], ay = s.rc * v[0] - s.dc * sigma;
        h[0] = ax - ss * s.cga * v[2];
        h[1] = ay - ss * s.sga * v[2];
        h[2] = ax - s.ec * pd + s.zs * v[4];
        h[3] = ay - s.es * pd - s.zc * v[4];
        h[4] = ax + s.fs * oe - s.uc * v[6];
        h[5] = ay - s.fc * oe - s.us * v[6];
    }
    static void curvature(const Frame& s, const double* v, double* gamma)
    {
        const double sigma = v[0] + v[1], pd = v[3] + v[4], oe = v[5] + v[6];
        const double be2 = v[0] * v[0], sigma2 = sigma * sigma, ga2 = ss * v[2] * v[2];
        const double pd2 = pd * pd, de2 = v[4] * v[4], oe2 = oe * oe, ep2 = v[6] * v[6];
        const double ax = s.dc * sigma2 - s.rc * be2, ay = s.ds * sigma2 - s.rs * be2;
        gamma[0] = ax + s.sga * ga2;
        gamma[1] = ay - s.cga * ga2;
        gamma[2] = ax + s.es * pd2 + s.zc * de2;
        gamma[3] = ay - s.ec * pd2 + s.zs * de2;
        gamma[4] = ax + s.fc * oe2 + s.us * ep2;
        gamma[5] = ay + s.fs * oe2 - s.uc * ep2;
    }
    static void pull(const Frame& s, const double* mu, double* r)
    {
        const double x = mu[0] + mu[2] + mu[4], y = mu[1] + mu[3] + mu[5];
        const double theta = s.ds * x - s.dc * y;
        const double phi = -s.ec * mu[2] - s.es * mu[3], omega = s.fs * mu[4] - s.fc * mu[5];
        r[0] += theta - s.rs * x + s.rc * y;
        r[1] += theta;
        r[2] -= ss * (s.cga * mu[0] + s.sga * mu[1]);
        r[3] += phi;
        r[4] += phi + s.zs * mu[2] - s.zc * mu[3];
        r[5] += omega;
        r[6] += omega - s.uc * mu[4] - s.us * mu[5];
    }

    static void mass(const Frame& s, double scale, Dense J)
    {
        J(0, 0) += scale * (M11 - 2 * s.k2c);
        J(1, 0) += scale * (M22 - s.k2c), J(0, 1) += scale * (M22 - s.k2c);
        J(1, 1) += scale * M22;
        J(2, 2) += scale * M33;
        J(3, 3) += scale * M44;
        J(4, 3) += scale * (M44 + s.k4s), J(3, 4) += scale * (M44 + s.k4s);
        J(4, 4) += scale * (M55 + 2 * s.k4s);
        J(5, 5) += scale * M66;
        J(6, 5) += scale * (M66 - s.k6s), J(5, 6) += scale * (M66 - s.k6s);
        J(6, 6) += scale * (M77 - 2 * s.k6s);
    }
    static double spring_q(const Frame& s)
    {
        const double px = sd * s.cga + sc * s.sga, py = sd * s.sga - sc * s.cga;
        const double x = px + xb - xc, y = py + yb - yc, dx = -py, dy = px;
        const double length = std::sqrt(x * x + y * y), swing = x * dx + y * dy;
        const double stretch = c0 * (l0 / length - 1);
        const double stretch_q = -c0 * l0 * swing / (length * length * length);
        return stretch_q * swing + stretch * (dx * dx + dy * dy - x * px - y * py);
    }
    static void dynamics_q(const Frame& s, const double* v, const double* a, const double* lambda,
                           Dense J)
    {
        J(0, 1) += k2 * (s.sth * (2 * a[0] + a[1]) + v[1] * (v[1] + 2 * v[0]) * s.cth);
        J(1, 1) += k2 * (s.sth * a[0] - v[0] * v[0] * s.cth);
        J(2, 2) -= spring_q(s);
        J(3, 3) += k4 * (s.cph * a[4] + v[4] * v[4] * s.sph);
        J(4, 3) += k4 * (s.cph * (a[3] + 2 * a[4]) - v[3] * (v[3] + 2 * v[4]) * s.sph);
        J(5, 5) -= k6 * (s.com * a[6] + v[6] * v[6] * s.som);
        J(6, 5) -= k6 * (s.com * (a[5] + 2 * a[6]) - v[5] * (v[5] + 2 * v[6]) * s.som);
        pull_q(s, lambda, J);
    }
    static void dynamics_v(const Frame& s, const double* v, Dense J)
    {
        const double a = 2 * k2 * s.sth, b = 2 * k4 * s.cph, c = 2 * k6 * s.com;
        J(0, 0) += a * v[1];
        J(0, 1) += a * (v[1] + v[0]);
        J(1, 0) -= a * v[0];
        J(3, 4) -= b * v[4];
        J(4, 3) += b * (v[3] + v[4]);
        J(4, 4) += b * v[3];
        J(5, 6) += c * v[6];
        J(6, 5) -= c * (v[5] + v[6]);
        J(6, 6) -= c * v[5];
    }
    static void gradient(const Frame& s, Dense G)
    {
        for (int i = 0; i < m; i += 2) {
            G(i, 0) += s.ds - s.rs, G(i + 1, 0) += s.rc - s.dc;
            G(i, 1) += s.ds, G(i + 1, 1) -= s.dc;
        }
        G(0, 2) -= ss * s.cga, G(1, 2) -= ss * s.sga;
        G(2, 3) -= s.ec, G(3, 3) -= s.es;
        G(2, 4) += s.zs - s.ec, G(3, 4) -= s.zc + s.es;
        G(4, 5) += s.fs, G(5, 5) -= s.fc;
        G(4, 6) += s.fs - s.uc, G(5, 6) -= s.fc + s.us;
    }
    /// Rows of second derivatives: each column j is the derivative of G x by q_j.
    static void velocity_q(const Frame& s, const double* x, Dense J)
    {
        const double sigma = x[0] + x[1], pd = x[3] + x[4], oe = x[5] + x[6];
        for (int i = 0; i < m; i += 2) {
            J(i, 0) += s.dc * sigma - s.rc * x[0], J(i + 1, 0) += s.ds * sigma - s.rs * x[0];
            J(i, 1) += s.dc * sigma, J(i + 1, 1) += s.ds * sigma;
        }
        J(0, 2) += ss * s.sga * x[2], J(1, 2) -= ss * s.cga * x[2];
        J(2, 3) += s.es * pd, J(3, 3) -= s.ec * pd;
        J(2, 4) += s.es * pd + s.zc * x[4], J(3, 4) += s.zs * x[4] - s.ec * pd;
        J(4, 5) += s.fc * oe, J(5, 5) += s.fs * oe;
        J(4, 6) += s.fc * oe + s.us * x[6], J(5, 6) += s.fs * oe - s.uc * x[6];
    }
    static void pull_q(const Frame& s, const double* mu, Dense J)
    {
        const double x = mu[0] + mu[2] + mu[4], y = mu[1] + mu[3] + mu[5];
        const double theta = s.dc * x + s.ds * y;
        const double phi = s.es * mu[2] - s.ec * mu[3], omega = s.fc * mu[4] + s.fs * mu[5];
        J(0, 0) += theta - s.rc * x - s.rs * y;
        J(1, 0) += theta, J(0, 1) += theta, J(1, 1) += theta;
        J(2, 2) += ss * (s.sga * mu[0] - s.cga * mu[1]);
        J(3, 3) += phi, J(4, 3) += phi, J(3, 4) += phi;
        J(4, 4) += phi + s.zc * mu[2] + s.zs * mu[3];
        J(5, 5) += omega, J(6, 5) += omega, J(5, 6) += omega;
        J(6, 6) += omega + s.us * mu[4] - s.uc * mu[5];
    }
    static void acceleration_q(const Frame& s, const double* v, const double* a, Dense J)
    {
        velocity_q(s, a, J);
        const double sigma = v[0] + v[1], pd = v[3] + v[4], oe = v[5] + v[6];
        const double be2 = v[0] * v[0], sigma2 = sigma * sigma, ga2 = ss * v[2] * v[2];
        const double pd2 = pd * pd, de2 = v[4] * v[4], oe2 = oe * oe, ep2 = v[6] * v[6];
        for (int i = 0; i < m; i += 2) {
            J(i, 0) += s.rs * be2 - s.ds * sigma2, J(i + 1, 0) += s.dc * sigma2 - s.rc * be2;
            J(i, 1) -= s.ds * sigma2, J(i + 1, 1) += s.dc * sigma2;
        }
        J(0, 2) += s.cga * ga2, J(1, 2) += s.sga * ga2;
        J(2, 3) += s.ec * pd2, J(3, 3) += s.es * pd2;
        J(2, 4) += s.ec * pd2 - s.zs * de2, J(3, 4) += s.es * pd2 + s.zc * de2;
        J(4, 5) -= s.fs * oe2, J(5, 5) += s.fc * oe2;
        J(4, 6) += s.uc * ep2 - s.fs * oe2, J(5, 6) += s.fc * oe2 + s.us * ep2;
    }
    static void acceleration_v(const Frame& s, const double* v, Dense J)
    {
        double twice[n];
        for (int i = 0; i < n; ++i) twice[i] = 2 * v[i];
        velocity_q(s, twice, J);
    }
};

}  // namespace bench
