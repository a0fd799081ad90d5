// SPDX-License-Identifier: Apache-2.0
// A field and constraints given as code, as a problem of a walk. Points are p = (x, y).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "involute/project/certificate.hpp"
#include "involute/project/minimum_norm.hpp"
#include "involute/step/problem.hpp"

namespace involute {

/// out: values at (x, y).
using PlainFunction =
    std::function<void(double x, std::span<const double> y, std::span<double> out)>;

struct PlainFunctions {
    int unknowns = 0;
    int constraints = 0;
    PlainFunction field{};                // dy/dx
    PlainFunction constraint{};           // g
    PlainFunction constraint_jacobian{};  // ∂g/∂y, row after row; absent: by differences
};

class CallableProblem final : public Problem<double> {
public:
    CallableProblem(PlainFunctions functions, Scale scale);

    int size() const override { return functions_.unknowns + 1; }
    Factored slope(const double* p, double* v) override;
    Projection project(double* p, double tolerance) override;
    Projection project_along(const double*, double* p, double tolerance) override
    {
        return project(p, tolerance);
    }
    void accepted(const double*, const double*) override {}
    void at_parameter(double* p, double t) const override { p[0] = t; }
    std::span<const double> own_floors() const override { return own_floors_; }
    Work work() const override { return {.evaluations = evaluations_}; }

    /// The largest relative residual |g_i| / Σ |∂g_i/∂y_j| s_j at p, and its constraint.
    Residual residual(const double* p);
    /// What was not finite when the field or the constraints were evaluated last, and its number.
    enum class Part { field, constraint, constraint_jacobian };
    struct Bad {
        Part part = Part::field;
        int number = 0;
    };
    Bad bad() const { return bad_; }

private:
    Residual relative_residual(const double* p) const;
    void evaluate_constraints(double* p);
    bool constraints_are_finite();

    PlainFunctions functions_;
    Scale scale_;
    std::vector<double> own_floors_{};  // x first
    MinimumNorm<double> minimum_norm_;
    std::vector<double> g_, shifted_, jacobian_, weights_, delta_, point_;
    long evaluations_ = 0;
    Bad bad_{};
};

}  // namespace involute
