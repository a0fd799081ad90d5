// SPDX-License-Identifier: Apache-2.0
// Two steps against one of twice the size: an error estimate for any method (TA1 section 6.2).
#pragma once

#include <memory>

#include "involute/step/stepper.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// An attempt is two steps of the inner method; the double step is only compared with. After a
/// rejection that halves the step, the first of the two small steps is the next double step.
template <class S>
class Doubling final : public Stepper<S> {
public:
    Doubling(Problem<S>& problem, std::unique_ptr<Stepper<S>> inner, const WalkOptions& options);

    Trial attempt(const Stand<S>& from, S t_next) override;
    void taken() override;
    void interpolate(const TakenStep<S>& step, S theta, S* p) override;
    void polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                    StepPolynomial& out) override;
    int polynomial_pieces() const override { return 2; }
    int substeps() const override { return 2; }
    void visit_state(State& state) override;

private:
    using Stepper<S>::size_;

    Trial inner_step(const Stand<S>& from, S t_next);
    Trial double_step(const Stand<S>& from, S t_next);
    TakenStep<S> half_of(const TakenStep<S>& step, bool second) const;
    bool is_first_kept(const Stand<S>& from, S t_next) const;

    Problem<S>& problem_;
    std::unique_ptr<Stepper<S>> inner_;
    WalkOptions options_;
    S from_t_{}, middle_t_{};  // of the first small step made last
    bool first_kept_ = false;
    std::vector<S> double_, middle_, middle_slope_, taken_middle_, taken_slope_, difference_,
        weight_;
};

extern template class Doubling<double>;
extern template class Doubling<Quad>;

}  // namespace involute
