// SPDX-License-Identifier: Apache-2.0
#include "papers/lub_iterations.hpp"

#include <stdexcept>

#include "involute/base/dense.hpp"

namespace involute::papers {
namespace {

template <class S>
StageResult<S> newton(const StiffStep<S>& step, const VectorOf<S>& start,
                      const IterationOptions& options)
{
    StageResult<S> result{.accelerations = start};
    for (int k = 0; k < options.most; ++k) {
        const VectorOf<S> F = stage_residual(step, result.accelerations);
        const MatrixOf<S> J = stage_derivative(step, result.accelerations);
        if (!result.advance(solve_square(J, F), options)) break;
    }
    return result;
}

template <class S>
StageResult<S> with_constant_matrix(const StiffStep<S>& step, const MatrixOf<S>& matrix,
                                    const VectorOf<S>& start, const IterationOptions& options)
{
    const Lu<S> factors(matrix);
    StageResult<S> result{.accelerations = start};
    for (int k = 0; k < options.most; ++k) {
        const VectorOf<S> F = stage_residual(step, result.accelerations);
        if (!result.advance(factors.solve(F), options)) break;
    }
    return result;
}

/// Where the Hessians of j0, j1, j2 are taken; `constrained` are stages of the constrained problem.
template <class S>
VectorOf<S> place_of_hessian(const StiffStep<S>& step, StageIteration iteration,
                             const VectorOf<S>& constrained, int i)
{
    if (iteration == StageIteration::j0) return step.from.y;
    if (iteration == StageIteration::j1)
        return step.from.y + step.method.c[i] * step.h * step.from.v;
    return step.stage(constrained, i).y;
}

template <class S>
MatrixOf<double> rounded(const MatrixOf<S>& matrix)
{
    return matrix.unaryExpr([](const S& x) { return to_double(x); });
}

}  // namespace

template <class S>
MatrixOf<S> iteration_matrix(const StiffStep<S>& step, StageIteration iteration,
                             const VectorOf<S>& accelerations)
{
    if (iteration == StageIteration::newton) return stage_derivative(step, accelerations);
    if (iteration == StageIteration::general || iteration == StageIteration::hairer)
        throw std::invalid_argument("the unknowns of this iteration are not accelerations alone");
    VectorOf<S> constrained;
    if (iteration == StageIteration::j2) constrained = solve_constrained_stages(step).accelerations;
    const int n = step.n();
    const MatrixOf<S> mass = step.problem.mass(step.from.y);
    MatrixOf<S> result = MatrixOf<S>::Zero(step.size(), step.size());
    for (int i = 0; i < step.s(); ++i) {
        const MatrixOf<S> hessian =
            step.problem.hessian(place_of_hessian(step, iteration, constrained, i));
        for (int k = 0; k < step.s(); ++k)
            result.block(i * n, k * n, n, n) =
                step.h * step.h / (step.eps * step.eps) * step.method.A2(i, k) * hessian;
        result.block(i * n, i * n, n, n) += mass;
    }
    return result;
}

template <class S>
StageResult<S> solve_stages(const StiffStep<S>& step, StageIteration iteration,
                            const IterationOptions& options)
{
    // The start is no part of the iterations that are counted.
    const VectorOf<S> start =
        iteration == StageIteration::j2
            ? solve_constrained_stages(step, {.tolerance = options.tolerance}).accelerations
            : constrained_start(step);
    return solve_stages_from(step, iteration, start, options);
}

template <class S>
StageResult<S> solve_stages_from(const StiffStep<S>& step, StageIteration iteration,
                                 const VectorOf<S>& start, const IterationOptions& options)
{
    switch (iteration) {
        case StageIteration::newton:
            return newton(step, start, options);
        case StageIteration::general:
            return solve_general(step, start, options);
        case StageIteration::hairer:
            return solve_hairer(step, start, options);
        default:
            return with_constant_matrix(step, iteration_matrix(step, iteration, start), start,
                                        options);
    }
}

template <class S>
Contraction contraction(const StiffStep<S>& step, StageIteration iteration,
                        const VectorOf<S>& accelerations)
{
    const MatrixOf<S> J = iteration_matrix(step, iteration, accelerations);
    const MatrixOf<double> map =
        rounded<S>(solve_square(J, MatrixOf<S>(J - stage_derivative(step, accelerations))));
    return {eigenvalues(map).cwiseAbs().maxCoeff(), map.cwiseAbs().rowwise().sum().maxCoeff()};
}

template <class S>
double condition(const MatrixOf<S>& matrix)
{
    const Eigen::VectorXd values = singular_values(rounded(matrix));
    return values[0] / values[matrix.rows() - 1];
}

template StageResult<double> solve_stages(const StiffStep<double>&, StageIteration,
                                          const IterationOptions&);
template StageResult<Quad> solve_stages(const StiffStep<Quad>&, StageIteration,
                                        const IterationOptions&);
template StageResult<double> solve_stages_from(const StiffStep<double>&, StageIteration,
                                               const VectorOf<double>&, const IterationOptions&);
template StageResult<Quad> solve_stages_from(const StiffStep<Quad>&, StageIteration,
                                             const VectorOf<Quad>&, const IterationOptions&);
template MatrixOf<double> iteration_matrix(const StiffStep<double>&, StageIteration,
                                           const VectorOf<double>&);
template MatrixOf<Quad> iteration_matrix(const StiffStep<Quad>&, StageIteration,
                                         const VectorOf<Quad>&);
template Contraction contraction(const StiffStep<double>&, StageIteration, const VectorOf<double>&);
template Contraction contraction(const StiffStep<Quad>&, StageIteration, const VectorOf<Quad>&);
template double condition(const MatrixOf<double>&);
template double condition(const MatrixOf<Quad>&);

}  // namespace involute::papers
