// SPDX-License-Identifier: Apache-2.0
#include "papers/stiff_mechanics.hpp"

#include <stdexcept>

#include "involute/base/dense.hpp"
#include "involute/method/coefficients.hpp"
#include "involute/method/implicit_methods.hpp"

namespace involute::papers {
template <class S>
RadauIIA<S> radau_iia(int stages)
{
    const Tableau* tableau = find_implicit_method(stages == 2 ? "radau3" : "radau5");
    if (!tableau || tableau->stages != stages)
        throw std::invalid_argument("Radau IIA is tabulated for two and three stages");
    const Coefficients<S>& from = coefficients<S>(*tableau);
    RadauIIA<S> result{.s = stages};
    result.A.resize(stages, stages);
    result.b.resize(stages);
    result.c.resize(stages);
    for (int i = 0; i < stages; ++i) {
        for (int j = 0; j < stages; ++j) result.A(i, j) = from.a(i, j);
        result.b[i] = from.b[std::size_t(i)];
        result.c[i] = from.c[std::size_t(i)];
    }
    result.A2 = result.A * result.A;
    return result;
}

template <class S>
MechanicalState<S> StiffStep<S>::stage(const VectorOf<S>& accelerations, int i) const
{
    MechanicalState<S> result{from.y + method.c[i] * h * from.v, from.v};
    for (int k = 0; k < s(); ++k) {
        result.y += h * h * method.A2(i, k) * accelerations.segment(k * n(), n());
        result.v += h * method.A(i, k) * accelerations.segment(k * n(), n());
    }
    return result;
}

template <class S>
MechanicalState<S> StiffStep<S>::end(const VectorOf<S>& accelerations) const
{
    const VectorOf<S> bA = method.A.transpose() * method.b;
    MechanicalState<S> result{from.y + h * from.v, from.v};
    for (int k = 0; k < s(); ++k) {
        result.y += h * h * bA[k] * accelerations.segment(k * n(), n());
        result.v += h * method.b[k] * accelerations.segment(k * n(), n());
    }
    return result;
}

template <class S>
VectorOf<S> stage_residual(const StiffStep<S>& step, const VectorOf<S>& accelerations)
{
    const auto& p = step.problem;
    const int n = step.n();
    VectorOf<S> result(step.size());
    for (int i = 0; i < step.s(); ++i) {
        const auto [y, v] = step.stage(accelerations, i);
        result.segment(i * n, n) = p.mass(y) * accelerations.segment(i * n, n) - p.force(y, v) +
                                   p.gradient(y) / (step.eps * step.eps);
    }
    return result;
}

template <class S>
MatrixOf<S> stage_derivative(const StiffStep<S>& step, const VectorOf<S>& accelerations)
{
    const auto& p = step.problem;
    const int n = step.n();
    MatrixOf<S> result = MatrixOf<S>::Zero(step.size(), step.size());
    for (int i = 0; i < step.s(); ++i) {
        const auto [y, v] = step.stage(accelerations, i);
        const MatrixOf<S> mass = p.mass(y), f_v = p.force_v(y, v);
        const MatrixOf<S> in_y = p.inertia_y(y, v, accelerations.segment(i * n, n)) +
                                 p.hessian(y) / (step.eps * step.eps);
        for (int k = 0; k < step.s(); ++k)
            result.block(i * n, k * n, n, n) =
                step.h * step.h * step.method.A2(i, k) * in_y - step.h * step.method.A(i, k) * f_v;
        result.block(i * n, i * n, n, n) += mass;
    }
    return result;
}

template <class S>
ConstrainedMotion<S> constrained_motion(const StiffMechanics<S>& p, const MechanicalState<S>& at)
{
    const int n = p.n, m = p.m;
    MatrixOf<S> matrix = MatrixOf<S>::Zero(n + m, n + m);
    VectorOf<S> right(n + m);
    const MatrixOf<S> G = p.G(at.y);
    matrix.topLeftCorner(n, n) = p.mass(at.y);
    matrix.topRightCorner(n, m) = G.transpose();
    matrix.bottomLeftCorner(m, n) = G;
    right.head(n) = p.force(at.y, at.v);
    for (int k = 0; k < m; ++k)
        right[n + k] = -at.v.dot(p.pull_y(at.y, VectorOf<S>::Unit(m, k)) * at.v);
    const VectorOf<S> solution = solve_square(matrix, right);
    return {solution.head(n), solution.tail(m)};
}

template struct StiffStep<double>;
template struct StiffStep<Quad>;
template RadauIIA<double> radau_iia(int);
template RadauIIA<Quad> radau_iia(int);
template ConstrainedMotion<double> constrained_motion(const StiffMechanics<double>&,
                                                      const MechanicalState<double>&);
template ConstrainedMotion<Quad> constrained_motion(const StiffMechanics<Quad>&,
                                                    const MechanicalState<Quad>&);
template VectorOf<double> stage_residual(const StiffStep<double>&, const VectorOf<double>&);
template VectorOf<Quad> stage_residual(const StiffStep<Quad>&, const VectorOf<Quad>&);
template MatrixOf<double> stage_derivative(const StiffStep<double>&, const VectorOf<double>&);
template MatrixOf<Quad> stage_derivative(const StiffStep<Quad>&, const VectorOf<Quad>&);

}  // namespace involute::papers
