// SPDX-License-Identifier: Apache-2.0
// One trial step of a method. The walker decides about it: how long, and whether it is taken.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "involute/options/method_change.hpp"
#include "involute/step/problem.hpp"
#include "involute/step/step_polynomial.hpp"

namespace involute {

/// Why a trial step was not accepted.
enum class Trial {
    accepted,
    too_inaccurate,
    off_manifold,
    singular,
    sign_changed,
    not_finite,
    unsolved  // the stage equations of an implicit method
};

/// Where a step begins: a point of M, the slope there, the parameter, the sign of det J.
template <class S>
struct Stand {
    const S* p = nullptr;
    const S* v = nullptr;
    S t{};
    bool negative = false;
};

/// A step that was taken: its two ends with their slopes, and its signed size.
template <class S>
struct TakenStep {
    const S* p0 = nullptr;
    const S* v0 = nullptr;
    const S* p1 = nullptr;
    const S* v1 = nullptr;
    S h{};
};

/// Vectors of a stepper are padded with zeros to a multiple of four.
inline int padded(int size)
{
    return (size + 3) / 4 * 4;
}

template <class S>
class Stepper {
public:
    explicit Stepper(int size)
        : end(padded(size)), end_slope(padded(size)), failed(padded(size)), size_(size)
    {
    }
    virtual ~Stepper() = default;

    /// Tries a step to t_next. accepted: `end` is a point of M, `end_slope` the slope there.
    virtual Trial attempt(const Stand<S>& from, S t_next) = 0;
    /// A step within the one taken last, for an output row: changes nothing but `end`.
    virtual Trial attempt_within(const Stand<S>& from, S t_next) { return attempt(from, t_next); }
    /// The walk continues at another place: forgets what was learnt so far.
    virtual void restart() {}
    /// The field or one of its derivatives jumps where the walk stands: forgets what was learnt of
    /// the solution's smoothness, not which method suits.
    virtual void jump() { restart(); }
    /// The last attempt was accepted.
    virtual void taken() {}
    /// The step taken last does not count; the next one begins where it began.
    virtual void undone() {}
    /// The point at θ of the step taken last, not yet projected: cubic Hermite unless the method
    /// has a better polynomial.
    virtual void interpolate(const TakenStep<S>& step, S theta, S* p);
    /// The same as polynomials in θ of the coordinates asked for. A step may consist of several
    /// pieces with a polynomial each.
    virtual void polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                            StepPolynomial& out);
    virtual int polynomial_pieces() const { return 1; }
    /// > 0: the method knows how far it can go from here, and needs no estimate.
    virtual S proposed_step(const Stand<S>&) { return S(0); }
    /// Steps of the method in one attempt.
    virtual int substeps() const { return 1; }
    /// The equation that made the last attempt fail, where that is known; empty: it is not.
    virtual std::string complaint() const { return {}; }
    /// Where another method took over.
    virtual std::span<const MethodChange> changes() const { return {}; }
    /// What the next steps and points within the last one depend on.
    virtual void visit_state(State& state);

    /// Asked of every stage of an explicit method, where set: whether the field there is that of
    /// the step. For constant steps, whose errors nobody estimates, and for estimates that are
    /// blind to jumps.
    std::function<bool(const S* p)> admits{};
    bool strayed = false;  // a stage of the last attempt was not admitted

    std::vector<S> end, end_slope;
    std::vector<S> failed;   // the point at which the last attempt failed
    double error = 0;        // of the last attempt, in units of what is allowed
    bool far = false;        // the projection moved the end point farther than it should
    bool estimates = false;  // `error` is set
    bool blind = false;      // it tells nothing of what depends on x alone
    double exponent = 0;     // the error behaves like h^(1/exponent)
    /// > 0: the method's own factor for the next step or the next trial.
    double advice = 0;
    bool rough_between = false;  // interpolate() is far below the order of the method
    int order_between = 0;       // then: that order
    long iterations = 0;         // of Newton's method, so far

protected:
    /// The cubic Hermite polynomials over the part [from, to] of a step.
    void cubic(const TakenStep<S>& step, double from, double to, std::span<const int> coordinates,
               StepPolynomial& out);
    /// Why the slope at `at` cannot be used: not finite, or beyond a fold.
    Trial refuse_slope(const Factored& found, const S* at);
    /// The slope at `at`, which must be on the same side of every fold as the start.
    Trial checked_slope(Problem<S>& problem, const S* at, bool negative, S* v);
    /// Projects `at` in place; accepted if that succeeded.
    Trial checked_projection(Problem<S>& problem, S* at, double tolerance, double farthest);
    Trial judge(const Projection& projection, const S* at, double farthest);

    int size_;
};

extern template class Stepper<double>;
extern template class Stepper<Quad>;

}  // namespace involute
