// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/kink_samples.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// What a switch does between samples is foreseen up to this part of its distance from zero.
constexpr double unforeseen = 0.05;

}  // namespace

template <class S>
KinkSamples<S>::KinkSamples(WalkView<S>& view, SwitchSides<S>& sides)
    : view_(view),
      sides_(sides),
      samples_(pieces + 1, Values(sides.count())),
      between_(sides.count()),
      point_(std::size_t(padded(view.problem.size())))
{
}

template <class S>
void KinkSamples<S>::sample(S theta, Values& values)
{
    view_.walker.interpolate(theta, point_.data());
    sides_.evaluate(point_.data(), values);
}

template <class S>
bool KinkSamples<S>::counts(const Values& before, const Values& values,
                            const std::vector<char>& which) const
{
    for (std::size_t k = 0; k < which.size(); ++k)
        if (which[k] && sides_.counts(before, values, k)) return true;
    return false;
}

/// Where a switch that keeps its sign at three points may have another one between them: at the
/// extremum of the parabola through them. In units of their distance from the middle; 0: nowhere.
template <class S>
S KinkSamples<S>::possible_touch(int middle, const std::vector<char>& which) const
{
    using std::abs;
    for (std::size_t k = 0; k < which.size(); ++k) {
        if (!which[k]) continue;
        const S a = samples_[std::size_t(middle) - 1].g[k], b = samples_[std::size_t(middle)].g[k],
                c = samples_[std::size_t(middle) + 1].g[k];
        const S slope = (c - a) / S(2), curvature = a - S(2) * b + c;
        if (!(abs(slope) < abs(curvature))) continue;
        const S at = -slope / curvature;
        if (at != S(0) && (b + slope * at / S(2)) * S(sides_.side[k]) < abs(b) / S(4)) return at;
    }
    return S(0);
}

template <class S>
std::optional<S> KinkSamples<S>::first_sign_change(const Values& before, const Values& now,
                                                   const std::vector<char>& which, Values& beyond)
{
    samples_.front() = before;
    for (int s = 1; s < pieces; ++s) sample(S(s) / S(pieces), samples_[std::size_t(s)]);
    samples_.back() = now;
    for (int s = 1; s <= pieces; ++s) {
        if (const S touch = s < pieces ? possible_touch(s, which) : S(0); touch != S(0)) {
            const S theta = (S(s) + touch) / S(pieces);
            sample(theta, beyond);
            if (counts(before, beyond, which)) return theta;
        }
        beyond = samples_[std::size_t(s)];
        if (counts(before, beyond, which)) return S(s) / S(pieces);
    }
    return std::nullopt;
}

template <class S>
bool KinkSamples<S>::are_plain(const Values& before, const std::vector<char>& which,
                               bool has_crossed)
{
    using std::abs;
    for (const double theta : {0.1306, 0.3871, 0.6173, 0.8829}) {
        // Lagrange's polynomials of the nodes 0, 1/4, ..., 1
        S weights[pieces + 1];
        for (int i = 0; i <= pieces; ++i) {
            weights[i] = S(1);
            for (int j = 0; j <= pieces; ++j)
                if (j != i) weights[i] *= (S(theta) * S(pieces) - S(j)) / S(i - j);
        }
        sample(S(theta), between_);
        if (!has_crossed && counts(before, between_, which)) return false;
        for (std::size_t k = 0; k < which.size(); ++k) {
            if (!which[k]) continue;
            S foretold(0), distance = abs(between_.g[k]), changes(0);
            for (int i = 0; i <= pieces; ++i) {
                const S g = samples_[std::size_t(i)].g[k];
                foretold += weights[i] * g;
                distance = std::min<S>(distance, abs(g));
                changes = std::max<S>(changes, abs(g - samples_[0].g[k]));
            }
            const S off = abs(foretold - between_.g[k]);
            if (off > S(unforeseen) * (has_crossed ? changes : distance) &&
                off > between_.quiet[k] + between_.noise[k])
                return false;
        }
    }
    return true;
}

template class KinkSamples<double>;
template class KinkSamples<Quad>;

}  // namespace involute
