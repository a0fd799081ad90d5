// SPDX-License-Identifier: Apache-2.0
#include "involute/step/callable_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace involute {
namespace {

SparsePattern dense_pattern(int rows, int columns)
{
    SparsePattern pattern{rows, columns, {}};
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) pattern.entries.push_back({i, j});
    return pattern;
}

}  // namespace

CallableProblem::CallableProblem(PlainFunctions functions, Scale scale)
    : functions_(std::move(functions)),
      scale_(scale),
      minimum_norm_(dense_pattern(functions_.constraints, functions_.unknowns)),
      g_(functions_.constraints),
      shifted_(functions_.constraints),
      jacobian_(std::size_t(functions_.constraints) * functions_.unknowns),
      weights_(functions_.unknowns),
      delta_(functions_.unknowns),
      point_(functions_.unknowns + 1)
{
    if (!scale_.own) return;
    own_floors_.push_back(scale_.floor);
    for (int j = 0; j < functions_.unknowns; ++j) own_floors_.push_back(scale_.of(j, 0));
}

Factored CallableProblem::slope(const double* p, double* v)
{
    ++evaluations_;
    v[0] = 1;
    const auto n = std::size_t(functions_.unknowns);
    std::fill(v + 1, v + 1 + n, std::nan(""));  // what the callable forgets is not finite
    functions_.field(p[0], {p + 1, n}, {v + 1, n});
    for (std::size_t i = 1; i <= n; ++i)
        if (!std::isfinite(v[i])) {
            bad_ = {Part::field, int(i) - 1};
            return {Health::not_finite, false};
        }
    return {};
}

Projection CallableProblem::project(double* p, double tolerance)
{
    if (functions_.constraints == 0) return {.converged = true};
    const auto n = std::size_t(functions_.unknowns);
    for (std::size_t j = 0; j < n; ++j) {
        const double s = std::abs(p[1 + j]) + scale_.of(int(j), 0);
        weights_[j] = s * s;
    }
    Projection result;
    double last = 0;
    for (result.iterations = 1; result.iterations <= 12; ++result.iterations) {
        evaluate_constraints(p);
        if (!constraints_are_finite() ||
            !minimum_norm_.correct(jacobian_.data(), weights_.data(), g_.data(), delta_.data())) {
            result.health = Health::not_finite;
            return result;
        }
        double increment = 0;
        for (std::size_t j = 0; j < n; ++j) {
            p[1 + j] += delta_[j];
            increment = std::max(increment,
                                 std::abs(delta_[j]) / (std::abs(p[1 + j]) + scale_.of(int(j), 0)));
        }
        result.moved += increment;
        const bool stagnant = result.iterations > 1 && increment > 0.5 * last;
        if (increment <= 1e-14 || (stagnant && increment <= 1e-2 * tolerance)) {
            // Where the Jacobian has lost rank, no increment does not mean no residual.
            result.converged = relative_residual(p).value <= tolerance;
            return result;
        }
        last = increment;
    }
    return result;
}

Residual CallableProblem::residual(const double* p)
{
    if (functions_.constraints == 0) return {};
    point_.assign(p, p + size());
    evaluate_constraints(point_.data());
    return relative_residual(p);
}

/// Of what was evaluated last.
Residual CallableProblem::relative_residual(const double* p) const
{
    const auto n = std::size_t(functions_.unknowns);
    Residual worst;
    for (int i = 0; i < functions_.constraints; ++i) {
        double reach = 0;
        for (std::size_t j = 0; j < n; ++j)
            reach += std::abs(jacobian_[i * n + j]) * (std::abs(p[1 + j]) + scale_.of(int(j), 0));
        const double found = g_[i] == 0 ? 0 : std::abs(g_[i]) / reach;
        if (!(found <= worst.value))
            worst = {std::isfinite(found) ? found : std::numeric_limits<double>::infinity(), i};
    }
    return worst;
}

/// Of what was evaluated last; if not, bad_ says what.
bool CallableProblem::constraints_are_finite()
{
    for (std::size_t i = 0; i < g_.size(); ++i)
        if (!std::isfinite(g_[i])) {
            bad_ = {Part::constraint, int(i)};
            return false;
        }
    for (std::size_t k = 0; k < jacobian_.size(); ++k)
        if (!std::isfinite(jacobian_[k])) {
            bad_ = {Part::constraint_jacobian, int(k / std::size_t(functions_.unknowns))};
            return false;
        }
    return true;
}

/// g_ and jacobian_ at p, which is moved about and put back. What a callable forgets is not finite.
void CallableProblem::evaluate_constraints(double* p)
{
    const auto n = std::size_t(functions_.unknowns);
    double* y = p + 1;
    const auto values = [&](std::vector<double>& g) {
        std::fill(g.begin(), g.end(), std::nan(""));
        functions_.constraint(p[0], {y, n}, g);
    };
    values(g_);
    if (functions_.constraint_jacobian) {
        std::fill(jacobian_.begin(), jacobian_.end(), std::nan(""));
        functions_.constraint_jacobian(p[0], {y, n}, jacobian_);
        return;
    }
    // Central differences: Newton's iteration only needs them roughly.
    for (std::size_t j = 0; j < n; ++j) {
        const double h = 6e-6 * (std::abs(y[j]) + scale_.of(int(j), 0)), keep = y[j];
        y[j] = keep + h;
        values(shifted_);
        for (int i = 0; i < functions_.constraints; ++i) jacobian_[i * n + j] = shifted_[i];
        y[j] = keep - h;
        values(shifted_);
        for (int i = 0; i < functions_.constraints; ++i)
            jacobian_[i * n + j] = (jacobian_[i * n + j] - shifted_[i]) / (2 * h);
        y[j] = keep;
    }
}

}  // namespace involute
