// SPDX-License-Identifier: Apache-2.0
// Simeon's slider crank with an elastic rod (IVP test set), written by hand as M x'' = f - Gᵗλ with
// x = (φ1, φ2, x3, q1..q4): crank, rod, slider, and four shapes of the rod. See pendulum.hpp for
// what the functions mean. With δ = φ1 - φ2 and D = ∂(coupling)/∂δ,
//   f1 = φ2'² D - 2 φ2' e·q',   f2 = -φ1'² D - 2 φ2' (ρ c12 + MQ q)·q',
// where e_j and n1_j are the entries ∂M12/∂q_j and M1,3+j; ∂n1/∂δ = -e, ∂e/∂δ = n1.
//
// The KKT system by hand: four degrees of freedom, the shapes. G x = b gives φ1 from row 3, φ2 from
// row 1 and x3 from row 2; what remains is a 4×4 system with NᵗMN.
#pragma once

#include <array>
#include <cmath>

#include "bench/dense.hpp"

namespace bench {

struct SliderCrank {
    static constexpr int n = 7;
    static constexpr int m = 3;
    static constexpr int s = 4;  // shapes
    static constexpr double end = 0.1;
    static constexpr const char* name = "slider crank, index 2";
    static constexpr const char* model = "slider_crank_index2.ode";
    static constexpr std::array<const char*, n> unknowns{"phi1", "phi2", "x3",  "q[1]",
                                                         "q[2]", "q[3]", "q[4]"};
    static constexpr double q30 = 0.103339863e-4, q40 = 0.169327969e-4;
    static constexpr std::array<double, 2 * n> start{0,
                                                     0,
                                                     .450016933,
                                                     0,
                                                     0,
                                                     q30,
                                                     q40,
                                                     150,
                                                     -22.5 / (0.3 + q40),
                                                     -2.689386719979040e-6,
                                                     4.448961125815990e-1,
                                                     4.634339319238670e-3,
                                                     -1.785910760000550e-6,
                                                     -2.689386719979040e-6};
    /// An implicit method in quadruple precision on the index-2 form, two tolerances agreeing.
    static constexpr std::array<double, 2 * n> reference{15,
                                                         -3.311734988256299287e-1,
                                                         1.697373328430721369e-1,
                                                         1.8931928997009337e-4,
                                                         2.375751249986646e-5,
                                                         -5.32389677074861e-6,
                                                         -8.36331327880778e-6,
                                                         150,
                                                         6.0253467551318349e+1,
                                                         -8.753116326704163,
                                                         -3.0055413998525e-2,
                                                         -5.5004318013327e-3,
                                                         4.97411179465e-4,
                                                         1.10555999360e-3};

    static constexpr double Omega = 150, L1 = .15, L2 = .30, M2 = .151104, M3 = .075552,
                            J1 = .002727, J2 = .0045339259, E = 2e11, B = .008, H = .008,
                            rho = 7870, Pi = 3.1415927;  // as published, to these digits
    static constexpr double FM = rho * B * H * L2, FK = E * B * H / L2, FB = B * H * L2;
    static constexpr double bend = FK * Pi * Pi * Pi * Pi / 24 * (H / L2) * (H / L2);
    static constexpr double coupling = .5 * L1 * L2 * M2, rl = rho * L1, M11 = J1 + M2 * L1 * L1;
    static constexpr double b13 = -FB * 16 / (Pi * Pi * Pi), b24 = FB * .5 / Pi;
    static constexpr double b14 = FB * (8 / (Pi * Pi * Pi) - 1 / Pi);

    using Shapes = std::array<double, s>;
    static constexpr Shapes c1{0, 0, FB * 2 / 3, FB / 6}, c2{FB * 2 / Pi, 0, 0, 0};
    static constexpr Shapes c12{0, 0, L2* FB / 3, L2* FB / 6};
    static constexpr Shapes c21{L2 * FB / Pi, -L2* FB * .5 / Pi, 0, 0};
    static constexpr double MQ[s][s] = {
        {FM / 2, 0, 0, 0}, {0, FM / 2, 0, 0}, {0, 0, 8 * FM, FM}, {0, 0, FM, 2 * FM}};
    static constexpr double KQ[s][s] = {{bend, 0, 0, 0},
                                        {0, 16 * bend, 0, 0},
                                        {0, 0, FK * 16 / 3, -FK * 8 / 3},
                                        {0, 0, -FK * 8 / 3, FK * 7 / 3}};
    static constexpr double BQ[s][s] = {
        {0, 0, b13, b14}, {0, 0, 0, b24}, {-b13, 0, 0, 0}, {-b14, -b24, 0, 0}};

    struct Frame {
        double t;
        double s1, k1, s2, k2;  // sines and cosines of φ1, φ2
        double length;          // of the stretched rod
        double M12, M22, D;
        Shapes n1, n2, e;  // M1,3+j, M2,3+j, ∂M12/∂q_j
        Shapes mq;         // MQ q
        const double* x;
    };
    struct Factors {
        double lower[s][s];  // Cholesky factor of NᵗMN
        double turn;         // ∂φ2''/∂q4'' on G x = 0
        double slide;        // ∂x3''/∂q4'' there
    };

    static double dot(const Shapes& a, const double* b)
    {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    }
    static Shapes times(const double (&A)[s][s], const double* b)
    {
        Shapes out{};
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < s; ++j) out[i] += A[i][j] * b[j];
        return out;
    }

    static Frame frame(double t, const double* x)
    {
        Frame f;
        const double* q = x + 3;
        f.t = t;
        f.x = x;
        f.s1 = std::sin(x[0]), f.k1 = std::cos(x[0]);
        f.s2 = std::sin(x[1]), f.k2 = std::cos(x[1]);
        const double S = f.s1 * f.k2 - f.k1 * f.s2, C = f.k1 * f.k2 + f.s1 * f.s2;
        f.length = L2 + q[3];
        f.mq = times(MQ, q);
        const Shapes bq = times(BQ, q);  // qᵗBQ = -BQ q
        for (int j = 0; j < s; ++j) {
            f.e[j] = rl * (S * c2[j] + C * c1[j]);
            f.n1[j] = rl * (C * c2[j] - S * c1[j]);
            f.n2[j] = rho * (c21[j] - bq[j]);
        }
        f.M12 = coupling * C + dot(f.e, q);
        f.D = -coupling * S + dot(f.n1, q);
        f.M22 = J2 + dot(f.mq, q) + 2 * rho * dot(c12, q);
        return f;
    }

    /// M x.
    static void inertia(const Frame& f, const double* a, double* r)
    {
        const Shapes ma = times(MQ, a + 3);
        r[0] = M11 * a[0] + f.M12 * a[1] + dot(f.n1, a + 3);
        r[1] = f.M12 * a[0] + f.M22 * a[1] + dot(f.n2, a + 3);
        r[2] = M3 * a[2];
        for (int i = 0; i < s; ++i) r[3 + i] = f.n1[i] * a[0] + f.n2[i] * a[1] + ma[i];
    }

    /// N has unit shapes; only the fourth moves φ2 and x3 with it.
    static Factors factor(const Frame& f)
    {
        Factors k{};
        k.turn = -f.s2 / (f.length * f.k2);
        k.slide = f.k2 - f.length * f.s2 * k.turn;
        double A[s][s];
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < s; ++j) A[i][j] = MQ[i][j];
        for (int i = 0; i < s; ++i) A[i][3] += f.n2[i] * k.turn, A[3][i] += f.n2[i] * k.turn;
        A[3][3] += f.M22 * k.turn * k.turn + M3 * k.slide * k.slide;
        for (int j = 0; j < s; ++j)
            for (int i = j; i < s; ++i) {
                double sum = A[i][j];
                for (int l = 0; l < j; ++l) sum -= k.lower[i][l] * k.lower[j][l];
                k.lower[i][j] = i == j ? std::sqrt(sum) : sum / k.lower[j][j];
            }
        return k;
    }
    static void solve(const Frame& f, const Factors& k, const double* force, const double* rate,
                      double* x)
    {
        double c[n] = {}, rest[n];  // G c = rate with no shapes
        c[0] = rate[2];
        c[1] = (rate[0] - L1 * f.k1 * c[0]) / (f.length * f.k2);
        c[2] = rate[1] - L1 * f.s1 * c[0] - f.length * f.s2 * c[1];
        inertia(f, c, rest);
        for (int i = 0; i < n; ++i) rest[i] = force[i] - rest[i];
        double b[s] = {rest[3], rest[4], rest[5], rest[6] + k.turn * rest[1] + k.slide * rest[2]};
        for (int i = 0; i < s; ++i) {
            for (int l = 0; l < i; ++l) b[i] -= k.lower[i][l] * b[l];
            b[i] /= k.lower[i][i];
        }
        for (int i = s - 1; i >= 0; --i) {
            for (int l = i + 1; l < s; ++l) b[i] -= k.lower[l][i] * b[l];
            b[i] /= k.lower[i][i];
        }
        x[0] = c[0];
        x[1] = c[1] + k.turn * b[3];
        x[2] = c[2] + k.slide * b[3];
        for (int i = 0; i < s; ++i) x[3 + i] = b[i];
    }
    static void multipliers(const Frame& f, const Factors&, const double* rest, double* lambda)
    {
        lambda[1] = rest[2];
        lambda[0] = (rest[1] / f.length - f.s2 * lambda[1]) / f.k2;
        lambda[2] = rest[0] - L1 * (f.k1 * lambda[0] + f.s1 * lambda[1]);
    }

    static void force(const Frame& f, const double* v, double* out)
    {
        const double *q = f.x + 3, *p = v + 3;
        const Shapes bp = times(BQ, p), kq = times(KQ, q);
        const double w = v[1] * v[1];
        out[0] = w * f.D - 2 * v[1] * dot(f.e, p);
        out[1] = -v[0] * v[0] * f.D - 2 * v[1] * (rho * dot(c12, p) + dot(f.mq, p));
        out[2] = 0;
        for (int i = 0; i < s; ++i)
            out[3 + i] = w * (f.mq[i] + rho * c12[i]) + v[0] * v[0] * f.e[i] +
                         2 * rho * v[1] * bp[i] - kq[i];
    }
    static void dynamics(const Frame& f, const double* v, const double* a, const double* lambda,
                         double* r)
    {
        double out[n];
        force(f, v, out);
        inertia(f, a, r);
        for (int i = 0; i < n; ++i) r[i] -= out[i];
        pull(f, lambda, r);
    }
    static void position(const Frame& f, double* g)
    {
        g[0] = L1 * f.s1 + f.length * f.s2;
        g[1] = f.x[2] - L1 * f.k1 - f.length * f.k2;
        g[2] = f.x[0] - Omega * f.t;
    }
    static void velocity(const Frame& f, const double* v, double* h)
    {
        h[0] = L1 * f.k1 * v[0] + f.length * f.k2 * v[1] + f.s2 * v[6];
        h[1] = L1 * f.s1 * v[0] + f.length * f.s2 * v[1] + v[2] - f.k2 * v[6];
        h[2] = v[0] - Omega;
    }
    static void curvature(const Frame& f, const double* v, double* gamma)
    {
        const double u = L1 * v[0] * v[0], w = f.length * v[1] * v[1], z = 2 * v[1] * v[6];
        gamma[0] = -u * f.s1 - w * f.s2 + z * f.k2;
        gamma[1] = u * f.k1 + w * f.k2 + z * f.s2;
        gamma[2] = 0;
    }
    static void pull(const Frame& f, const double* mu, double* r)
    {
        r[0] += L1 * (f.k1 * mu[0] + f.s1 * mu[1]) + mu[2];
        r[1] += f.length * (f.k2 * mu[0] + f.s2 * mu[1]);
        r[2] += mu[1];
        r[6] += f.s2 * mu[0] - f.k2 * mu[1];
    }

    static void mass(const Frame& f, double scale, Dense J)
    {
        J(0, 0) += scale * M11, J(0, 1) += scale * f.M12;
        J(1, 0) += scale * f.M12, J(1, 1) += scale * f.M22;
        J(2, 2) += scale * M3;
        for (int i = 0; i < s; ++i) {
            J(0, 3 + i) += scale * f.n1[i], J(3 + i, 0) += scale * f.n1[i];
            J(1, 3 + i) += scale * f.n2[i], J(3 + i, 1) += scale * f.n2[i];
            for (int j = 0; j < s; ++j) J(3 + i, 3 + j) += scale * MQ[i][j];
        }
    }
    static void dynamics_q(const Frame& f, const double* v, const double* a, const double* lambda,
                           Dense J)
    {
        const double *p = v + 3, u = v[0] * v[0], w = v[1] * v[1];
        const Shapes ba = times(BQ, a + 3), mp = times(MQ, p);
        double turn[n] = {};  // by δ
        turn[0] = f.D * a[1] - dot(f.e, a + 3) + w * f.M12 + 2 * v[1] * dot(f.n1, p);
        turn[1] = f.D * a[0] - u * f.M12;
        for (int i = 0; i < s; ++i) turn[3 + i] = -f.e[i] * a[0] - u * f.n1[i];
        for (int i = 0; i < n; ++i) J(i, 0) += turn[i], J(i, 1) -= turn[i];
        for (int j = 0; j < s; ++j) {
            J(0, 3 + j) += a[1] * f.e[j] - w * f.n1[j];
            J(1, 3 + j) += a[0] * f.e[j] + 2 * a[1] * (f.mq[j] + rho * c12[j]) + rho * ba[j] +
                           u * f.n1[j] + 2 * v[1] * mp[j];
            for (int i = 0; i < s; ++i)
                J(3 + i, 3 + j) += rho * BQ[j][i] * a[1] - w * MQ[i][j] + KQ[i][j];
        }
        pull_q(f, lambda, J);
    }
    static void dynamics_v(const Frame& f, const double* v, Dense J)
    {
        const double* p = v + 3;
        const Shapes bp = times(BQ, p);
        J(0, 1) += 2 * (dot(f.e, p) - v[1] * f.D);
        J(1, 0) += 2 * v[0] * f.D;
        J(1, 1) += 2 * (rho * dot(c12, p) + dot(f.mq, p));
        for (int j = 0; j < s; ++j) {
            const double c = rho * c12[j] + f.mq[j];
            J(0, 3 + j) += 2 * v[1] * f.e[j];
            J(1, 3 + j) += 2 * v[1] * c;
            J(3 + j, 0) -= 2 * v[0] * f.e[j];
            J(3 + j, 1) -= 2 * (v[1] * c + rho * bp[j]);
            for (int i = 0; i < s; ++i) J(3 + i, 3 + j) -= 2 * rho * v[1] * BQ[i][j];
        }
    }
    static void gradient(const Frame& f, Dense G)
    {
        G(0, 0) += L1 * f.k1, G(0, 1) += f.length * f.k2, G(0, 6) += f.s2;
        G(1, 0) += L1 * f.s1, G(1, 1) += f.length * f.s2, G(1, 2) += 1, G(1, 6) -= f.k2;
        G(2, 0) += 1;
    }
    static void velocity_q(const Frame& f, const double* v, Dense J)
    {
        J(0, 0) -= L1 * f.s1 * v[0], J(1, 0) += L1 * f.k1 * v[0];
        J(0, 1) += f.k2 * v[6] - f.length * f.s2 * v[1];
        J(1, 1) += f.s2 * v[6] + f.length * f.k2 * v[1];
        J(0, 6) += f.k2 * v[1], J(1, 6) += f.s2 * v[1];
    }
    static void pull_q(const Frame& f, const double* mu, Dense J)
    {
        const double c = f.k2 * mu[0] + f.s2 * mu[1];
        J(0, 0) += L1 * (f.k1 * mu[1] - f.s1 * mu[0]);
        J(1, 1) += f.length * (f.k2 * mu[1] - f.s2 * mu[0]);
        J(6, 1) += c;
        J(1, 6) += c;
    }
    static void acceleration_q(const Frame& f, const double* v, const double* a, Dense J)
    {
        const double u = L1 * v[0] * v[0], w = f.length * v[1] * v[1], z = 2 * v[1] * v[6];
        J(0, 0) -= L1 * f.s1 * a[0] + u * f.k1;
        J(1, 0) += L1 * f.k1 * a[0] - u * f.s1;
        J(0, 1) += f.k2 * a[6] - f.length * f.s2 * a[1] - w * f.k2 - z * f.s2;
        J(1, 1) += f.s2 * a[6] + f.length * f.k2 * a[1] - w * f.s2 + z * f.k2;
        J(0, 6) += f.k2 * a[1] - f.s2 * v[1] * v[1];
        J(1, 6) += f.s2 * a[1] + f.k2 * v[1] * v[1];
    }
    static void acceleration_v(const Frame& f, const double* v, Dense J)
    {
        J(0, 0) -= 2 * L1 * f.s1 * v[0], J(1, 0) += 2 * L1 * f.k1 * v[0];
        J(0, 1) += 2 * (f.k2 * v[6] - f.length * f.s2 * v[1]);
        J(1, 1) += 2 * (f.s2 * v[6] + f.length * f.k2 * v[1]);
        J(0, 6) += 2 * f.k2 * v[1], J(1, 6) += 2 * f.s2 * v[1];
    }
};

/// From the nearest start with a closed chain: x3 alone is other, by what was open.
struct ClosedSliderCrank : SliderCrank {
    static constexpr const char* name = "slider crank, index 3";
    static constexpr const char* model = "slider_crank_index3.ode";
    static constexpr double gap = start[2] - L1 - L2 - q40;
    static constexpr std::array<double, 2 * n> closed(std::array<double, 2 * n> at)
    {
        at[2] -= gap;
        return at;
    }
    static const std::array<double, 2 * n> start, reference;
};
inline constexpr std::array<double, 14> ClosedSliderCrank::start = closed(SliderCrank::start);
inline constexpr std::array<double, 14> ClosedSliderCrank::reference =
    closed(SliderCrank::reference);

}  // namespace bench
