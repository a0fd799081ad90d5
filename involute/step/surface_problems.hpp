// SPDX-License-Identifier: Apache-2.0
// The two ways to walk a completed system: with x as the parameter, or along the curve.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "involute/options/choices.hpp"
#include "involute/step/null_direction.hpp"
#include "involute/step/problem.hpp"
#include "involute/step/surface_projection.hpp"

namespace involute {

/// What both share: points of a completed system, and the way to its surface.
template <class S>
class SurfaceProblem : public Problem<S> {
public:
    SurfaceProblem(Geometry<S>& geometry, Scale scale, const ProjectionChoice& style, bool x_free)
        : geometry_(geometry), projection_(geometry, scale, style, x_free)
    {
        if (scale.own) own_floors_ = floors_of(scale, geometry.layout());
    }
    std::span<const double> own_floors() const final { return own_floors_; }
    int size() const final { return geometry_.layout().size; }
    Projection project(S* p, double tolerance) final { return projection_.project(p, tolerance); }
    Projection project_along(const S* base, S* p, double tolerance) final
    {
        return projection_.project_along(base, p, tolerance);
    }
    void begin_step(const S* p, const S* v) final { projection_.begin_step(p, v); }

    /// The highest derivatives z at p, where x is not turning.
    virtual void tops(const S* p, S* z) = 0;

    /// |det J| as slopes came across it; along a curve how far C is from losing rank.
    virtual SeenDeterminant<S>& seen() { return geometry_.seen; }
    /// Makes seen() that at p.
    virtual void look_at(const S* p) = 0;
    /// The same problem in quadruple precision, over a geometry of the same system.
    virtual std::unique_ptr<SurfaceProblem<Quad>> in_full(Geometry<Quad>& exact) const = 0;
    Work work() const override;
    void visit_state(State& state) override;

    SurfaceProjection<S>& projection() { return projection_; }
    Geometry<S>& geometry() { return geometry_; }

protected:
    Geometry<S>& geometry_;
    SurfaceProjection<S> projection_;
    std::vector<double> own_floors_{};
};

/// x is the parameter: slope = V, projection at fixed x.
template <class S>
class XProblem final : public SurfaceProblem<S> {
public:
    using Scalar = S;
    XProblem(Geometry<S>& geometry, Scale scale, const ProjectionChoice& style = {},
             Distribution distribution = Distribution::linear_solve);
    Factored slope(const S* p, S* v) override;
    void accepted(const S* p, const S* v) override;
    void at_parameter(S* p, S t) const override { p[0] = t; }

    /// z at p: as carried there, or solved for.
    void tops(const S* p, S* z) override;
    void look_at(const S* p) override { find_tops(p, looked_at_.data()); }
    std::unique_ptr<SurfaceProblem<Quad>> in_full(Geometry<Quad>& exact) const override;
    /// What slope() found last.
    const std::vector<S>& last_tops() const { return z_; }
    /// Whether field and projection are the compiled ones of the geometry, and nothing else.
    bool is_compiled() const
    {
        return !null_ && this->projection_.is_by_sweeps() && geometry_.native();
    }
    /// As if slope() had found these last.
    void found_tops(const S* z) { std::copy_n(z, z_.size(), z_.begin()); }
    /// From now on z is the tops at p: where a step ends, or within one.
    void carry(const S* p, const S* z, bool within = false);
    void visit_state(State& state) override;

private:
    using SurfaceProblem<S>::geometry_;

    Factored find_tops(const S* p, S* z);

    Scale scale_;
    std::optional<NullDirection<S>> null_;
    std::vector<S> z_, looked_at_;
    struct Carried {
        std::vector<S> p{}, z{};
    };
    std::array<Carried, 2> carried_;  // at the end of a step, within one
};

/// Scaled arclength is the parameter: slope = unit tangent of the curve, oriented like the slope
/// at the last accepted point; projection with x free. By the null space it is regular at folds
/// and impasse points; by solving with J it ends there.
template <class S>
class CurveProblem final : public SurfaceProblem<S> {
public:
    using Scalar = S;
    using SurfaceProblem<S>::size;
    /// fixed_scale > 0: every coordinate has this scale (1: plain arclength).
    CurveProblem(Geometry<S>& geometry, Scale scale, double fixed_scale,
                 const ProjectionChoice& style = {},
                 Distribution distribution = Distribution::null_space);
    Factored slope(const S* p, S* v) override;
    void accepted(const S* p, const S* v) override;
    void at_parameter(S*, S) const override {}

    /// Which way x goes at the start (+1, -1); the orientation follows by continuity from there.
    void orient(int x_direction);
    int x_direction() const { return x_direction_; }
    void tops(const S* p, S* z) override;
    SeenDeterminant<S>& seen() override
    {
        return distribution_ == Distribution::null_space ? seen_ : geometry_.seen;
    }
    void look_at(const S* p) override;
    std::unique_ptr<SurfaceProblem<Quad>> in_full(Geometry<Quad>& exact) const override;
    bool along_curve() const override { return true; }
    bool project_at(S* p, S x, double tolerance) override;
    Work work() const override;
    /// The sign of det [C; tᵗ] at the last accepted point: a change means that a point where C
    /// loses rank was passed.
    bool negative() const { return negative_; }
    /// How nearly C has lost rank: its smallest singular value, rows in the scale of dg.
    double regularity(const S* p);
    /// Distances from a loss of rank are measured in these units.
    void measure_by(const std::vector<double>& longest) { null_.measure_by(longest); }
    /// The units of length of this arclength at p.
    Metric metric() const;
    void visit_state(State& state) override;

private:
    using SurfaceProblem<S>::geometry_;
    using SurfaceProblem<S>::own_floors_;

    S scale_at(const S* p, int i) const;
    Factored direction(const S* p, S* v);

    Scale scale_;
    double fixed_scale_;
    Distribution distribution_;
    NullDirection<S> null_;
    std::vector<S> z_, lengths_, looked_at_;
    SeenDeterminant<S> seen_{};
    std::vector<double> largest_;  // rows of C where regularity was asked for, in scale
    int x_direction_ = 1;
    bool last_negative_ = false, negative_ = false;
};

extern template class SurfaceProblem<double>;
extern template class SurfaceProblem<Quad>;
extern template class XProblem<double>;
extern template class XProblem<Quad>;
extern template class CurveProblem<double>;
extern template class CurveProblem<Quad>;

}  // namespace involute
