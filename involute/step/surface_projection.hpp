// SPDX-License-Identifier: Apache-2.0
// How the trial points of a walk get to M: by the default projection, or by any of the papers'.
#pragma once

#include <memory>
#include <vector>

#include "involute/project/retraction.hpp"

namespace involute {

struct ProjectionChoice {
    ProjectionWay way = ProjectionWay::sweep;
    Metric metric{};
};

template <class S>
class SurfaceProjection {
public:
    SurfaceProjection(Geometry<S>& geometry, Scale scale, const ProjectionChoice& style,
                      bool x_free);

    Projection project(S* p, double tolerance)
    {
        if (retraction_) return by_retraction(p, tolerance);
        if (style_.way == ProjectionWay::none) return {.converged = true};
        return x_free_ ? projector_.with_x_free(p, tolerance) : projector_.at_fixed_x(p, tolerance);
    }
    Projection project_along(const S* base, S* p, double tolerance);
    /// The start of the step that the next projections belong to; how far each of its points has
    /// gone is seen from the point.
    void begin_step(const S* p, const S* v);

    /// By sweeps at fixed x alone.
    bool is_by_sweeps() const
    {
        return !retraction_ && style_.way == ProjectionWay::sweep && !x_free_ &&
               geometry_.completed().invariants == 0;
    }
    Projector<S>& projector() { return projector_; }
    /// Of orthogonal projections.
    const Metric& metric() const { return style_.metric; }
    long count() const;
    void visit_state(State& state);

private:
    Projection by_retraction(S* p, double tolerance);

    Geometry<S>& geometry_;
    Scale scale_;
    ProjectionChoice style_;
    bool x_free_;
    Projector<S> projector_;
    std::unique_ptr<Retraction<S>> retraction_, frozen_;
    std::vector<S> base_point_, base_slope_;
    StepBase<S> base_{};
};

extern template class SurfaceProjection<double>;
extern template class SurfaceProjection<Quad>;

}  // namespace involute
