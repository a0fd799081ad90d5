// SPDX-License-Identifier: Apache-2.0
// Radau IIA for completed systems of any index: the unknowns of a step are the tops Z_i at its
// stages, the rows the top equations there; lower derivatives follow by
//
//   Y_i^(l) = y^(l) + h Σ_k a_ik Y_k^(l+1),   Y_i^(d) = Z_i,
//
// and the end point is projected to M. Stiff or not, order 2s - 1 for every variable. With rows
// that are not differentiated it is Schropp's method for index 3.
// [Hairer, Wanner, Solving ODE II, IV.8; Schropp, Projected Runge-Kutta methods for differential
// algebraic equations of index 3]
#pragma once

#include <array>
#include <memory>

#include "involute/step/radau_control.hpp"
#include "involute/step/radau_error.hpp"
#include "involute/step/stage_newton.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/surface_problems.hpp"
#include "involute/step/tops_given_forces.hpp"

namespace involute {

template <class S>
class RadauStepper final : public Stepper<S> {
public:
    /// stages: 0 for an order chosen from step to step.
    RadauStepper(XProblem<S>& problem, int stages, const WalkOptions& options);

    Trial attempt(const Stand<S>& from, S t_next) override;
    Trial attempt_within(const Stand<S>& from, S t_next) override;
    void restart() override;
    void taken() override;
    void undone() override;
    void polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                    StepPolynomial& out) override;
    void interpolate(const TakenStep<S>& step, S theta, S* p) override;

    std::string complaint() const override;
    void visit_state(State& state) override;
    int stages() const { return walk_.control.stages(); }

private:
    using Stepper<S>::size_;
    using Stepper<S>::end;
    using Stepper<S>::end_slope;

    /// How far a point and its tops are from satisfying the equations: relative to their terms, and
    /// to terms in which no coordinate is below what absolute tolerances leave open.
    struct Defect {
        S strict{}, tolerant{};
    };

    Trial stand_at(const Stand<S>& from);
    void linearize();
    void linearize_ahead();
    void predict();
    Trial solve_stages(S h);
    Trial refuse(StageNewtonResult result);
    Trial land(const Stand<S>& from, S t_next);
    bool recomputing_differs(const S* last) const;
    Defect defect(const S* p, const S* z);
    Trial judge_error(S h);
    int equation_of(int unknown) const;

    XProblem<S>& problem_;
    TopsGivenForces<S> given_forces_;
    WalkOptions options_;
    StageEquations<S> equations_;
    std::unique_ptr<StageSolver<S>> solver_, beside_;  // of the walk; of steps within a step
    int asked_stages_;

    /// The state that a step within the last one (for an output row) must not change.
    struct Walk {
        RadauControl control;
        std::vector<S> base{}, base_tops{};  // where the step begins
        std::vector<S> next{}, next_tops{};  // where the last attempt ended
        RadauControl::Seen seen{};
        S h{};                 // of the last attempt
        int trouble = -1;      // the row that made the last attempt fail
        bool stood = false;    // base is set
        bool fresh = false;    // the derivatives are those at base
        bool derived = false;  // there are derivatives, perhaps of an earlier point
        bool again = true;     // the first step, or one after a rejection
        int unsolved = 0;      // attempts of this step whose stages were not found

        void visit_state(State& state);
    };
    Walk walk_, saved_;
    std::vector<S> derivatives_, kept_derivatives_;
    bool within_ = false;

    std::vector<int> index_;  // of a coordinate: its error counts times h^index
    std::vector<S> weight_;   // one over what is allowed, by coordinate
    std::vector<S> errors_;   // of the last attempt, by coordinate
    std::vector<S> floors_;   // atol / rtol, by coordinate
    bool indexed_ = false;    // some powers are not 0
    std::vector<S> shifted_, shifted_tops_, basis_, state_, residuals_, sizes_, open_sizes_;

    struct Kept {  // of the step taken last
        int stages = 0;
        S h{};
        std::vector<S> states{};
    } kept_;
};

extern template class RadauStepper<double>;
extern template class RadauStepper<Quad>;

}  // namespace involute
