// SPDX-License-Identifier: Apache-2.0
// The two ways to walk a completed system: with x as the parameter, or along the curve.
#pragma once

#include <vector>

#include "involute/drive/problem.hpp"
#include "involute/geometry/linear_solver.hpp"

namespace involute {

/// x is the parameter: slope = V, projection at fixed x.
template <class S>
class XProblem final : public Problem<S> {
public:
    XProblem(Geometry<S>& geometry, Scale scale);
    int size() const override { return geometry_.layout().size; }
    Factored slope(const S* p, S* v) override;
    Projection project(S* p, double tolerance) override
    {
        return projector_.at_fixed_x(p, tolerance);
    }
    void accepted(const S* p, const S* v) override;
    void at_parameter(S* p, S t) const override { p[0] = t; }
    Projector<S>& projector() { return projector_; }

private:
    Geometry<S>& geometry_;
    Projector<S> projector_;
    std::vector<S> z_;
};

/// Scaled arclength is the parameter: slope = unit tangent of the curve, the null vector (ξ, ζ) of
/// C = (r | J) embedded as (ξ; ξ y^(l+1); ζ) (mathematics 1.4), oriented like the slope at the
/// last accepted point; projection with x free. Regular at folds and impasse points.
template <class S>
class CurveProblem final : public Problem<S> {
public:
    /// fixed_scale > 0: every coordinate has this scale (1: plain arclength).
    CurveProblem(Geometry<S>& geometry, Scale scale, double fixed_scale);
    int size() const override { return geometry_.layout().size; }
    Factored slope(const S* p, S* v) override;
    Projection project(S* p, double tolerance) override
    {
        return projector_.with_x_free(p, tolerance);
    }
    void accepted(const S* p, const S* v) override;
    void at_parameter(S*, S) const override {}

    /// Which way x goes at the start (+1, -1); the orientation follows by continuity from there.
    void orient(int x_direction);
    /// z at the last accepted point where x is not turning: z = ζ / ξ.
    void tops(const S* p, S* z);
    /// How nearly C has lost rank: its smallest singular value, rows in the scale of dg.
    double regularity(const S* p);
    Projector<S>& projector() { return projector_; }

private:
    S scale_at(const S* p, int i) const;
    Health null_vector(const S* p);

    Geometry<S>& geometry_;
    Projector<S> projector_;
    Scale scale_;
    double fixed_scale_;
    LinearSolver<S> bordered_;
    std::vector<S> border_, null_, zero_, rows_, entries_, values_;
    bool oriented_ = false;
    int x_direction_ = 1;
};

extern template class XProblem<double>;
extern template class XProblem<Quad>;
extern template class CurveProblem<double>;
extern template class CurveProblem<Quad>;

}  // namespace involute
