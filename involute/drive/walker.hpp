// SPDX-License-Identifier: Apache-2.0
// One step after the other along the distribution: stages without projection, the end point
// projected, then the slope at the projected point, which the next step starts with.
//
// By the theorem in docs/theory.md a Runge-Kutta step for any smooth extension of V followed by
// any smooth retraction to M has the classical order, so this is all there is to it.
#pragma once

#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/control/step_size.hpp"
#include "involute/drive/combination.hpp"
#include "involute/method/tableau.hpp"
#include "involute/project/project.hpp"

namespace involute {

/// What the walker asks of a problem: a field near M, and a retraction to M.
///   int size() const;                                 numbers in a point, x first
///   Factored slope(const S* p, S* v);                 dp/d(parameter)
///   Projection project(S* p, double tolerance);       to M, in place
///   void accepted(const S* p, const S* v);            a step was accepted: p, and the slope there
///   void at_parameter(S* p, S t);                     what of p the parameter fixes exactly
template <class P, class S>
concept Walkable = requires(P& problem, const S* p, S* out, double tolerance) {
    {
        problem.size()
    } -> std::convertible_to<int>;
    {
        problem.slope(p, out)
    } -> std::same_as<Factored>;
    {
        problem.project(out, tolerance)
    } -> std::same_as<Projection>;
    problem.accepted(p, p);
    problem.at_parameter(out, *p);
};

struct WalkOptions {
    double rtol = 1e-8;
    double atol = 1e-10;
    double step = 0;        // > 0: constant steps
    double first_step = 0;  // 0: chosen
    double max_step = 0;    // 0: no limit
};

/// Why a trial step was not accepted.
enum class Trial { accepted, too_inaccurate, off_manifold, singular, sign_changed, not_finite };

template <class S, Walkable<S> P>
class Walker {
public:
    /// tableau: an entry of explicit_methods().
    Walker(P& problem, const Tableau& tableau, const WalkOptions& options);

    /// Stands at p (a point of M) with parameter t; direction is +1 or -1. False if the field
    /// cannot be evaluated there.
    bool stand(const S* p, S t, int direction);

    /// One accepted step that does not pass t_end and hits it exactly if it gets there.
    /// finished: a step was taken. Anything else: none was, and `trial` says why.
    Outcome advance(S t_end);

    /// The point at t_before + θ h of the last step, not yet projected.
    void interpolate(S theta, S* p);

    // where it stands, and where the last step began; padded with zeros to a multiple of four
    S t{}, t_before{};
    std::vector<S> p, p_before, v, v_before;
    Trial trial = Trial::accepted;
    std::vector<S> failed;  // the point at which the last trial failed
    bool negative = false;  // sign of det J where it stands
    long steps = 0, rejected = 0;
    double error = 0;  // the scaled estimate of the last accepted step

private:
    using Term = WeightedSlope<S>;

    S* slope_at(int i) { return &k_[std::size_t(i) * std::size_t(stride_)]; }
    const S* slope_at(int i) const { return &k_[std::size_t(i) * std::size_t(stride_)]; }
    S choose_first_step(S t_end);
    Trial attempt(S t_next, bool& far);
    void stage_point(int i, S h, const S* from, S* to) const;
    double error_norm(S h, const S* q);
    double scaled_norm(const S* value, const S* at) const;
    void prepare_dense();

    P& problem_;
    WalkOptions options_;
    const Coefficients<S>& tableau_;
    std::vector<std::vector<Term>> rows_;  // nonzero A, by stage; row `end` is b
    std::vector<Term> error_, error2_;
    StepController control_;
    int size_ = 0;
    int stride_ = 0;  // size_ rounded up to a multiple of 4; what is beyond size_ stays zero
    int direction_ = 1;
    S h_{};       // next step, absolute; 0: not chosen yet
    S h_last_{};  // signed size of the last accepted step
    bool dense_ready_ = false;
    std::vector<S> k_, k_last_, stage_, end_, weight_, dense_;
};

}  // namespace involute
