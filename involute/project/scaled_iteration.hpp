// SPDX-License-Identifier: Apache-2.0
// When an iteration q := q + δ towards M has arrived: measured in the user's scale against the
// round-off of the numbers, never absolutely.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/geometry/scale.hpp"

namespace involute {

struct Projection {
    bool converged = false;
    Health health = Health::good;
    bool negative = false;  // the sign of det J, where J was factored
    double moved = 0;       // largest change of a coordinate, in scale
    int iterations = 0;
};

/// How an iteration is expected to converge.
struct IterationRule {
    int most = 8;           // iterations
    bool quadratic = true;  // or linear
    double stagnation =
        0.1;  // an increment larger than this part of the last one means no progress
};

template <class S>
class ScaledIteration {
public:
    /// floors: of the scale, one for every number of a point.
    ScaledIteration(const std::vector<double>& floors, IterationRule rule)
        : floors_(floors.begin(), floors.end()),
          rule_(rule),
          before_(floors.size()),
          start_(floors.size())
    {
    }

    /// Repeats correct(), which moves q and returns the health of the matrix. An increment below
    /// `tolerance` in scale may be accepted where round-off allows no smaller one.
    template <class Correct>
    Projection run(S* q, double tolerance, Correct&& correct);
    /// The largest change of a coordinate, in scale.
    double distance(const S* q, const std::vector<S>& from) const;

    enum class Verdict { goes_on, arrived, stuck };
    /// What iteration k (from 0) has brought: its increment after the last one's, both in scale.
    Verdict judge(int k, double increment, double last, double tolerance) const;
    const IterationRule& rule() const { return rule_; }
    const std::vector<S>& floors() const { return floors_; }

private:
    // Newton's error after an increment δ is C δ²; before C can be measured it is taken as this.
    static constexpr double first_curvature = 1e3;

    /// Where increments end: a few hundred roundings of the numbers themselves.
    static double target() { return 500 * to_double(unit_roundoff<S>()); }
    double expected_error(double increment, double last) const;

    std::vector<S> floors_;
    IterationRule rule_;
    std::vector<S> before_, start_;
};

template <class S>
double ScaledIteration<S>::distance(const S* q, const std::vector<S>& from) const
{
    using std::abs;
    double worst = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double part = to_double(S(abs(q[i] - from[i]) / (abs(q[i]) + floors_[i])));
        if (!std::isfinite(part)) return part;
        worst = std::max(worst, part);
    }
    return worst;
}

/// The error of the point reached, from the last two increments; last == 0: there was only one.
template <class S>
double ScaledIteration<S>::expected_error(double increment, double last) const
{
    if (last == 0) return first_curvature * increment * increment;
    const double rate = increment / last;
    if (rule_.quadratic) return rate * rate * increment;
    return rate < 1 ? rate / (1 - rate) * increment : increment;
}

template <class S>
typename ScaledIteration<S>::Verdict ScaledIteration<S>::judge(int k, double increment, double last,
                                                               double tolerance) const
{
    const bool stagnant = k > 0 && increment > rule_.stagnation * last;
    if (increment <= target() || expected_error(increment, last) <= target() ||
        (stagnant && increment <= 1e-2 * tolerance))
        return Verdict::arrived;
    return stagnant ? Verdict::stuck : Verdict::goes_on;
}

template <class S>
template <class Correct>
Projection ScaledIteration<S>::run(S* q, double tolerance, Correct&& correct)
{
    const auto size = std::ptrdiff_t(start_.size());
    std::copy(q, q + size, start_.begin());
    Projection result;
    double last = 0;
    for (int k = 0; k < rule_.most; ++k) {
        std::copy(q, q + size, before_.begin());
        const Factored found = correct();
        result.health = found.health;
        result.negative = found.negative;
        result.iterations = k + 1;
        if (found.health != Health::good) return result;
        const double increment = distance(q, before_);
        if (!std::isfinite(increment)) {
            result.health = Health::not_finite;
            return result;
        }
        const Verdict verdict = judge(k, increment, last, tolerance);
        result.converged = verdict == Verdict::arrived;
        if (verdict != Verdict::goes_on) break;
        last = increment;
    }
    result.moved = distance(q, start_);
    return result;
}

}  // namespace involute
