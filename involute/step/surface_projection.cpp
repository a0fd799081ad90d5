// SPDX-License-Identifier: Apache-2.0
#include "involute/step/surface_projection.hpp"

#include "involute/base/state_limits.hpp"

namespace involute {

template <class S>
SurfaceProjection<S>::SurfaceProjection(Geometry<S>& geometry, Scale scale,
                                        const ProjectionChoice& style, bool x_free)
    : geometry_(geometry),
      scale_(scale),
      style_(style),
      x_free_(x_free),
      projector_(geometry, scale),
      base_point_(geometry.layout().size),
      base_slope_(geometry.layout().size)
{
    if (style.way != ProjectionWay::sweep && style.way != ProjectionWay::none)
        retraction_ = std::make_unique<Retraction<S>>(geometry, scale, style.way, style.metric);
}

template <class S>
Projection SurfaceProjection<S>::by_retraction(S* p, double tolerance)
{
    return retraction_->move(p, tolerance, x_free_, base_.p ? &base_ : nullptr);
}

template <class S>
Projection SurfaceProjection<S>::project_along(const S* base, S* p, double tolerance)
{
    if (!frozen_)
        frozen_ = std::make_unique<Retraction<S>>(geometry_, scale_, ProjectionWay::frozen,
                                                  style_.metric);
    const StepBase<S> at{base, nullptr, S(0)};
    return frozen_->move(p, tolerance, x_free_, &at);
}

template <class S>
void SurfaceProjection<S>::begin_step(const S* p, const S* v)
{
    if (!retraction_) return;
    std::copy_n(p, base_point_.size(), base_point_.begin());
    std::copy_n(v, base_slope_.size(), base_slope_.begin());
    base_ = {base_point_.data(), base_slope_.data(), S(0)};
}

template <class S>
long SurfaceProjection<S>::count() const
{
    return projector_.count + (retraction_ ? retraction_->count : 0) +
           (frozen_ ? frozen_->count : 0);
}

template <class S>
void SurfaceProjection<S>::visit_state(State& state)
{
    const State::Part part(state, "projection");
    state("count", projector_.count);
    bool based = base_.p != nullptr;
    state("based", based);
    visit_sized(state, "base", base_point_);
    visit_sized(state, "base slope", base_slope_);
    if (based) base_ = {base_point_.data(), base_slope_.data(), S(0)};
    if (retraction_) retraction_->visit_state(state);
    bool frozen = frozen_ != nullptr;
    state("frozen", frozen);
    if (frozen && !frozen_)
        frozen_ = std::make_unique<Retraction<S>>(geometry_, scale_, ProjectionWay::frozen,
                                                  style_.metric);
    if (frozen_) frozen_->visit_state(state);
}

template class SurfaceProjection<double>;
template class SurfaceProjection<Quad>;

}  // namespace involute
