// SPDX-License-Identifier: Apache-2.0
#include "papers/lub_problems.hpp"

#include <cmath>
#include <vector>

#include "involute/base/dense.hpp"
#include "involute/method/coefficients.hpp"
#include "involute/method/explicit_methods.hpp"

namespace involute::papers {

template <class S>
StiffMechanics<S> spring_pendulum()
{
    using Vector = VectorOf<S>;
    using Matrix = MatrixOf<S>;
    StiffMechanics<S> p{.n = 2, .m = 1, .exact = true};
    p.mass = [](const Vector&) -> Matrix { return Matrix::Identity(2, 2); };
    p.force = [](const Vector&, const Vector&) -> Vector { return -Vector::Unit(2, 1); };
    p.force_v = [](const Vector&, const Vector&) -> Matrix { return Matrix::Zero(2, 2); };
    p.inertia_y = [](const Vector&, const Vector&, const Vector&) -> Matrix {
        return Matrix::Zero(2, 2);
    };
    p.g = [](const Vector& y) -> Vector { return Vector::Constant(1, 1 - 1 / y.norm()); };
    p.g_y = [](const Vector& y) -> Matrix {
        const S r = y.norm();
        return y.transpose() / (r * r * r);
    };
    p.G = [](const Vector& y) -> Matrix { return y.transpose(); };
    p.pull_y = [](const Vector&, const Vector& lambda) -> Matrix {
        return lambda[0] * Matrix::Identity(2, 2);
    };
    p.gradient = [g = p.g](const Vector& y) -> Vector { return g(y)[0] * y; };
    p.hessian = [g = p.g, g_y = p.g_y](const Vector& y) -> Matrix {
        return g(y)[0] * Matrix::Identity(2, 2) + y * g_y(y);
    };
    return p;
}

namespace {

/// r of the slow manifold with its derivatives.
template <class S>
struct SlowRadius {
    S r{}, in_theta{}, in_omega{};
};

template <class S>
SlowRadius<S> slow_radius(const SlowPoint<S>& at, const S& eps)
{
    using std::cos;
    using std::sin;
    const S s = sin(at.theta), c = cos(at.theta), w = at.omega, e = eps * eps;
    const S w2 = w * w, w3 = w2 * w, w4 = w2 * w2, w5 = w4 * w;
    const S r1 = w2 - s;
    const S r2 = 3 * s * s - 4 * s * w2 + w4 - 3;
    const S r3 = -9 * s * s * s - 12 * s * s * w2 + 2 * s * w4 + 9 * s + w4 * w2 + 24 * w2;
    const S in_s = e * (-1 + e * (6 * s - 4 * w2 + e * (-27 * s * s - 24 * s * w2 + 2 * w4 + 9)));
    const S in_w =
        e *
        (2 * w + e * (-8 * s * w + 4 * w3 + e * (-24 * s * s * w + 8 * s * w3 + 6 * w5 + 48 * w)));
    return {1 + e * (r1 + e * (r2 + e * r3)), in_s * c, in_w};
}

template <class S>
SlowPoint<S> slow_slope(const SlowPoint<S>& at, const S& eps)
{
    using std::cos;
    const auto [r, in_theta, in_omega] = slow_radius(at, eps);
    const S w = at.omega;
    return {w, -(cos(at.theta) + 2 * w * w * in_theta) / (r + 2 * w * in_omega)};
}

/// Steps of order 8 along a field.
template <class S, class Slope>
VectorOf<S> walk_explicitly(VectorOf<S> x, const Slope& slope, const S& t, int steps)
{
    const Coefficients<S>& rk = coefficients<S>(*find_method("rkf78"));
    const S h = t / steps;
    std::vector<VectorOf<S>> k(std::size_t(rk.stages));
    for (int n = 0; n < steps; ++n) {
        for (int i = 0; i < rk.stages; ++i) {
            VectorOf<S> at = x;
            for (int j = 0; j < i; ++j)
                if (rk.a(i, j) != 0) at += h * rk.a(i, j) * k[std::size_t(j)];
            k[std::size_t(i)] = slope(at);
        }
        for (int i = 0; i < rk.stages; ++i) x += h * rk.b[std::size_t(i)] * k[std::size_t(i)];
    }
    return x;
}

}  // namespace

template <class S>
MechanicalState<S> on_slow_manifold(const SlowPoint<S>& at, const S& eps)
{
    using std::cos;
    using std::sin;
    const auto [r, in_theta, in_omega] = slow_radius(at, eps);
    const SlowPoint<S> slope = slow_slope(at, eps);
    const S r_t = in_theta * slope.theta + in_omega * slope.omega;
    const VectorOf<S> radial{{cos(at.theta), sin(at.theta)}};
    const VectorOf<S> across{{-sin(at.theta), cos(at.theta)}};
    return {r * radial, r_t * radial + r * at.omega * across};
}

template <class S>
SlowPoint<S> move_slowly(const SlowPoint<S>& from, const S& eps, const S& t)
{
    // Order 8 with this many steps a unit of time leaves errors below 1e-27.
    constexpr int density = 640;
    const auto slope = [&](const VectorOf<S>& x) -> VectorOf<S> {
        const SlowPoint<S> d = slow_slope(SlowPoint<S>{x[0], x[1]}, eps);
        return VectorOf<S>{{d.theta, d.omega}};
    };
    const int steps = int(std::ceil(std::abs(to_double(t)) * density));
    const VectorOf<S> to =
        walk_explicitly<S>(VectorOf<S>{{from.theta, from.omega}}, slope, t, steps);
    return {to[0], to[1]};
}

template <class S>
MechanicalState<S> move_stiffly(const StiffMechanics<S>& p, const MechanicalState<S>& from,
                                const S& eps, const S& t, int steps)
{
    const int n = p.n;
    const auto slope = [&](const VectorOf<S>& x) -> VectorOf<S> {
        const VectorOf<S> y = x.head(n), v = x.tail(n);
        const VectorOf<S> force = p.force(y, v) - p.gradient(y) / (eps * eps);
        VectorOf<S> result(2 * n);
        result << v, solve_square<S>(p.mass(y), MatrixOf<S>(force));
        return result;
    };
    VectorOf<S> x(2 * n);
    x << from.y, from.v;
    x = walk_explicitly<S>(x, slope, t, steps);
    return {x.head(n), x.tail(n)};
}

template <class S>
SlowPoint<S> with_speed(const S& theta, const S& speed, const S& eps)
{
    SlowPoint<S> at{theta, speed};
    // r changes by O(ε²) of what ω changes.
    for (int k = 0; k < 20; ++k) at.omega = speed / slow_radius(at, eps).r;
    return at;
}

template <class S>
MechanicalState<S> towards_smooth_motion(const StiffMechanics<S>& p,
                                         const MechanicalState<S>& constrained, const S& eps)
{
    const auto& [y, v] = constrained;
    const MatrixOf<S> G = p.G(y);
    const MatrixOf<S> normal = solve_square<S>(p.mass(y), MatrixOf<S>(G.transpose()));
    const VectorOf<S> lambda = constrained_motion(p, constrained).lambda;
    // y¹ = M⁻¹Gᵗμ; the rows of ∇²U y¹ = Gᵗλ⁰ along G decide μ.
    const VectorOf<S> mu =
        solve_square<S>(G * p.hessian(y) * normal, VectorOf<S>(G * G.transpose() * lambda));
    return {y + eps * eps * normal * mu, v};
}

template StiffMechanics<double> spring_pendulum();
template StiffMechanics<Quad> spring_pendulum();
template MechanicalState<double> on_slow_manifold(const SlowPoint<double>&, const double&);
template MechanicalState<Quad> on_slow_manifold(const SlowPoint<Quad>&, const Quad&);
template SlowPoint<double> move_slowly(const SlowPoint<double>&, const double&, const double&);
template SlowPoint<Quad> move_slowly(const SlowPoint<Quad>&, const Quad&, const Quad&);
template MechanicalState<double> move_stiffly(const StiffMechanics<double>&,
                                              const MechanicalState<double>&, const double&,
                                              const double&, int);
template MechanicalState<Quad> move_stiffly(const StiffMechanics<Quad>&,
                                            const MechanicalState<Quad>&, const Quad&, const Quad&,
                                            int);
template SlowPoint<double> with_speed(const double&, const double&, const double&);
template SlowPoint<Quad> with_speed(const Quad&, const Quad&, const Quad&);
template MechanicalState<double> towards_smooth_motion(const StiffMechanics<double>&,
                                                       const MechanicalState<double>&,
                                                       const double&);
template MechanicalState<Quad> towards_smooth_motion(const StiffMechanics<Quad>&,
                                                     const MechanicalState<Quad>&, const Quad&);

}  // namespace involute::papers
