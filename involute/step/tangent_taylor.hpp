// SPDX-License-Identifier: Apache-2.0
// The papers' Taylor type methods: q = π(p + w¹ h + w² h² + w³ h³) with corrections for the
// curvature of M (TA2 Corollary 3.4, Propositions 3.5 and 3.9).
#pragma once

#include "involute/geometry/curvature.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// What to add to w¹ = V:
///   first      nothing
///   second     w² = ½ ∇_V V                                               Corollary 3.4
///   third      w² = ½ ∇_V V,           w³ = ⅙ ∇_V ∇_V V + ⅓ X             Proposition 3.5
///   third_n    w² = ½ ∇_V V + ⅓ S_V,   w³ = ⅙ ∇_V ∇_V V                   Proposition 3.9
/// and, to show that every term is needed: third without X, third_n with ½ S_V.
enum class TangentForm { first, second, third, third_n, without_x, half_s };

int order_of(TangentForm form);

/// The corrections are made for an orthogonal projection in the metric `projection`, at fixed x or
/// not like the problem's own; if x is free, the parameter is arclength in `arclength`.
template <class S>
class TangentTaylor final : public Stepper<S> {
public:
    TangentTaylor(Problem<S>& problem, Geometry<S>& geometry, TangentForm form,
                  const Metric& projection, bool x_free, const Metric& arclength,
                  const WalkOptions& options);

    Trial attempt(const Stand<S>& from, S t_next) override;
    void visit_state(State& state) override;

private:
    using Stepper<S>::size_;

    Trial expand(const Stand<S>& from);

    Problem<S>& problem_;
    TangentForm form_;
    Metric arclength_;
    bool x_free_;
    WalkOptions options_;
    SolutionSeries<S> series_;
    ManifoldFrame<S> frame_;
    CurveGeometry<S> curve_;
    std::vector<S> w2_, w3_, expanded_at_;
};

extern template class TangentTaylor<double>;
extern template class TangentTaylor<Quad>;

}  // namespace involute
