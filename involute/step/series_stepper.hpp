// SPDX-License-Identifier: Apache-2.0
// Steps along the Taylor polynomial of the solution, of any order, for systems of any index. The
// coefficients tell how far the polynomial reaches, so the method chooses its steps itself; a
// step that turns out too long is shortened without computing anything again.
#pragma once

#include "involute/geometry/taylor.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/surface_problems.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// The order that needs the least time for steps with this relative error.
template <class S>
int series_order(double tolerance);

template <class S>
class SeriesStepper final : public Stepper<S> {
public:
    SeriesStepper(XProblem<S>& problem, const WalkOptions& options);

    Trial attempt(const Stand<S>& from, S t_next) override;
    void interpolate(const TakenStep<S>& step, S theta, S* p) override;
    void polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                    StepPolynomial& out) override;
    S proposed_step(const Stand<S>& from) override;
    int order() const { return order_; }
    void visit_state(State& state) override;

private:
    using Stepper<S>::size_;
    using Stepper<S>::end;
    using Stepper<S>::end_slope;

    void expand(const Stand<S>& from);
    enum class Seen { radius, zeros, not_numbers };  // in the last coefficients
    Seen find_radius();
    double relative_size(int n) const;
    S before_kinks(const Stand<S>& from, S h) const;
    Trial check_defect(S h);
    bool agrees_inside(const Stand<S>& from, S h);

    XProblem<S>& problem_;
    WalkOptions options_;
    double tolerance_;  // of one step, relative
    int order_;
    TaylorExpansion<S> series_;
    Factored found_{};
    std::vector<S> at_, tops_, scale_, coefficients_;
    bool expanded_ = false;
    int direction_ = 1;
    double radius_ = 0;  // of convergence at at_, in units of the series
};

extern template int series_order<double>(double);
extern template int series_order<Quad>(double);
extern template class SeriesStepper<double>;
extern template class SeriesStepper<Quad>;

}  // namespace involute
