// SPDX-License-Identifier: Apache-2.0
// Every way to move a point z to M = {f = 0}, f = (g, invariants minus their values). With the
// metric's W = diag(ℓ²) the nearest point q solves
//
//     F(q, μ) = (q + W df(q)ᵗ μ - z ; f(q)) = 0          (Tuomela, Arponen II, section 5.3)
//
// Each is a smooth retraction, so that a method of order p followed by any of them has order p.
#pragma once

#include <optional>
#include <vector>

#include "involute/geometry/hessian.hpp"
#include "involute/geometry/metric.hpp"
#include "involute/geometry/normal_space.hpp"
#include "involute/options/choices.hpp"
#include "involute/project/project.hpp"

namespace involute {

/// The step that led to z = p + h v + ..., for ways that use it. v may be null. h = 0: as far as z
/// has gone along v, which suits stages and end points alike.
template <class S>
struct StepBase {
    const S* p = nullptr;
    const S* v = nullptr;
    S h = S(0);
};

template <class S>
class Retraction {
public:
    /// The sweep has a metric of its own, all others use this one.
    Retraction(Geometry<S>& geometry, Scale scale, ProjectionWay way, Metric metric = {});

    ProjectionWay way() const { return way_; }
    /// Moves z to M, at fixed x or with x free. An increment below `tolerance` in scale may be
    /// accepted where round-off allows no smaller one. The metric is that at the base: without
    /// one that at z, where `frozen` then has its normals; `second_order` starts like `chord`.
    Projection move(S* z, double tolerance, bool x_free, const StepBase<S>* base = nullptr);

    long count = 0;  // projections made

    /// Which rows are independent, as far as that was settled.
    void visit_state(State& state);

private:
    Projection kkt(S* q, double tolerance, const StepBase<S>* base);
    Projection gauss_newton(S* q, double tolerance);
    Projection frozen(S* q, double tolerance, const StepBase<S>* base);

    void settle(const S* z, double tolerance, bool x_free);
    bool others_hold(const S* q, double tolerance);
    Health stand(const S* q);
    S gone_along(const StepBase<S>& base) const;
    void second_order_start(S* q, const StepBase<S>& base);
    bool factor_kkt(const S* q);
    void solve_kkt(const S* q);
    bool factor_frozen();

    Geometry<S>& geometry_;
    std::vector<S> floors_;
    ProjectionWay way_;
    Metric metric_;
    Projector<S> projector_;
    ScaledIteration<S> iteration_;
    NormalSpace<S> normal_;
    std::optional<SecondDerivatives<S>> second_;
    LinearSolver<S> matrix_;  // of F', or of the Newton for `frozen`
    bool settled_ = false;
    std::vector<int> independent_;  // rows on M
    std::vector<int> rows_in_use_;  // independent rows at the last refresh
    std::vector<S> target_, lengths_, f_, df_, mu_, delta_, normal_part_;
    std::vector<S> hessian_, values_, unknowns_;
};

extern template class Retraction<double>;
extern template class Retraction<Quad>;

}  // namespace involute
