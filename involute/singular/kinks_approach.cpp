// SPDX-License-Identifier: Apache-2.0
// Kinks: the step that passes one is made again up to it.
#include <algorithm>
#include <cmath>

#include "involute/singular/kinks.hpp"

namespace involute {
namespace {

constexpr int most_trials = 60;

}  // namespace

/// A trial with a stage beyond a kink is none of the old branch.
template <class S>
Trial Kinks<S>::try_to(S t)
{
    const Trial found = view_.walker.try_to(t);
    return found == Trial::accepted && view_.walker.strayed() ? Trial::too_inaccurate : found;
}

/// The last step ends before a kink, but a stage of it lay beyond: shorter ones come nearer and
/// nearer, each with stages closer to the solution.
template <class S>
bool Kinks<S>::keep_stages_before()
{
    Walker<S>& walker = view_.walker;
    const S t0 = walker.t_before, t1 = walker.t;
    S h = t1 - t0;
    const auto take = [&](S t) {
        walker.take_trial(t);
        sides_.evaluate(walker.p.data(), before_);
        return true;
    };
    walker.retreat();
    for (int trials = 0; trials < most_trials; ++trials) {
        h /= S(2);
        ++walker.rejected;
        if (try_to(t0 + h) == Trial::accepted) return take(t0 + h);
    }
    if (stuck()) return false;
    return walker.try_to(t1) == Trial::accepted && take(t1);
}

/// The last step passes a kink before θ. It is made again so that it ends just before it: regula
/// falsi (Illinois) on the ends of trials from where it began.
template <class S>
bool Kinks<S>::approach(S theta)
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    const S t0 = walker.t_before, h = walker.t - t0;
    usual_ = abs(h);
    walker.retreat();
    std::swap(low_, before_);
    S a(0), b = theta, tried(-1), weight_a(1), weight_b(1);
    const S width = S(4) * unit_roundoff<S>() * (abs(t0) / abs(h) + S(1));
    bool measured = true;  // high_ are the values at b
    int k = sides_.first_met(low_, high_), refused = 0;
    const auto near = [&] {
        return abs(low_.g[std::size_t(k)]) <= low_.noise[std::size_t(k)] || b - a <= width;
    };
    for (int trials = 0; trials < most_trials && !near(); ++trials) {
        const auto at = std::size_t(k);
        S part(0.5);
        if (measured) {
            // Aims a little before the kink, so that the trial that ends there can be taken.
            const S aim = S(0.5 * sides_.side[at]) * low_.noise[at];
            const S fa = weight_a * (low_.g[at] - aim), fb = weight_b * (high_.g[at] - aim);
            part = fa / (fa - fb);
            if (!(part > S(0) && part < S(1))) part = S(0.5);
        }
        const S middle = std::clamp<S>(a + part * (b - a), a + width / 4, b - width / 4);
        tried = middle;
        ++walker.rejected;
        if (try_to(t0 + middle * h) != Trial::accepted) {
            b = middle;
            measured = false;
            if (++refused > 4 && a > S(0)) break;
            continue;
        }
        sides_.evaluate(walker.trial_end(), now_);
        if (sides_.first_met(low_, now_) >= 0) {
            std::swap(high_, now_);
            b = middle;
            k = sides_.first_met(low_, high_);
            weight_a = measured ? S(weight_a / 2) : S(1);
            weight_b = S(1);
            measured = true;
        } else {
            std::swap(low_, now_);
            a = middle;
            weight_b /= 2;
            weight_a = S(1);
        }
    }
    const auto at = std::size_t(k);
    S hop_size = (b - a) * abs(h);
    if (measured) {
        const S rate = abs(high_.g[at] - low_.g[at]) / hop_size;
        hop_size = std::min<S>(hop_size, (abs(low_.g[at]) + S(3) * low_.noise[at]) / rate);
    }
    hop_size += S(8) * unit_roundoff<S>() * abs(t0 + a * h);
    const bool reached = near();
    bool shown = false;
    if (a > S(0) && (tried == a || try_to(t0 + a * h) == Trial::accepted)) {
        walker.take_trial(t0 + a * h);
        shown = true;
    }
    if (!shown && (a > S(0) || !reached) && view_.options.step == 0) {
        // Its error forbids the step to here as well: another one leads nearer.
        walker.limit_next((a > S(0) ? a : b) * abs(h) / S(2));
        sides_.evaluate(walker.p.data(), before_);
        return false;
    }
    std::swap(before_, low_);
    if (reached || !shown) plan_hop(k, hop_size);
    if (!shown) go_on();
    return shown;
}

template bool Kinks<double>::keep_stages_before();
template bool Kinks<Quad>::keep_stages_before();
template bool Kinks<double>::approach(double);
template bool Kinks<Quad>::approach(Quad);
template Trial Kinks<double>::try_to(double);
template Trial Kinks<Quad>::try_to(Quad);

}  // namespace involute
