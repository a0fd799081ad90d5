// SPDX-License-Identifier: Apache-2.0
// Kinks: whether a step passes one, judged by samples of the switches along it.
#include <algorithm>
#include <cmath>

#include "involute/singular/kinks.hpp"

namespace involute {
namespace {

// What a switch does between samples is foreseen up to this part of its distance from zero.
constexpr double unforeseen = 0.05;

}  // namespace

/// Where a switch that keeps its sign at three points may have another one between them: at the
/// extremum of the parabola through them. In units of their distance from the middle; 0: nowhere.
template <class S>
S Kinks<S>::possible_touch(int middle) const
{
    using std::abs;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        if (!is_watched(k)) continue;
        const S a = samples_[std::size_t(middle) - 1].g[k], b = samples_[std::size_t(middle)].g[k],
                c = samples_[std::size_t(middle) + 1].g[k];
        const S slope = (c - a) / S(2), curvature = a - S(2) * b + c;
        if (!(abs(slope) < abs(curvature))) continue;
        const S at = -slope / curvature;
        if (at != S(0) && (b + slope * at / S(2)) * S(sides_[k]) < abs(b) / S(4)) return at;
    }
    return S(0);
}

/// The first part of the last step beyond a kink; high_ are the values there.
template <class S>
std::optional<S> Kinks<S>::first_sign_change()
{
    samples_.front() = before_;
    for (int s = 1; s <= pieces; ++s) {
        if (s < pieces) {
            view_.walker.interpolate(S(s) / S(pieces), point_.data());
            evaluate(point_.data(), samples_[std::size_t(s)]);
        } else {
            samples_.back() = now_;
        }
    }
    for (int s = 1; s <= pieces; ++s) {
        if (const S touch = s < pieces ? possible_touch(s) : S(0); touch != S(0)) {
            const S theta = (S(s) + touch) / S(pieces);
            view_.walker.interpolate(theta, point_.data());
            evaluate(point_.data(), high_);
            if (counts(high_)) return theta;
        }
        high_ = samples_[std::size_t(s)];
        if (counts(high_)) return S(s) / S(pieces);
    }
    return std::nullopt;
}

/// Whether the samples tell what the switches do between them: the polynomial through five of them
/// must foretell the others, to a part of their distance from zero, or of their changes where one
/// has crossed.
template <class S>
bool Kinks<S>::is_seen_through(bool has_crossed)
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
        view_.walker.interpolate(S(theta), point_.data());
        evaluate(point_.data(), between_);
        if (!has_crossed && counts(between_)) return false;
        for (std::size_t k = 0; k < sides_.size(); ++k) {
            if (!is_watched(k)) continue;
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

template double Kinks<double>::possible_touch(int) const;
template Quad Kinks<Quad>::possible_touch(int) const;
template std::optional<double> Kinks<double>::first_sign_change();
template std::optional<Quad> Kinks<Quad>::first_sign_change();
template bool Kinks<double>::is_seen_through(bool);
template bool Kinks<Quad>::is_seen_through(bool);

}  // namespace involute
