// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/crossing_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/root.hpp"

namespace involute {
namespace {

// Interior points at which a step is searched for sign changes, so that an expression that
// crosses twice within a step is not missed.
constexpr int samples_per_step = 8;

}  // namespace

template <class S>
CrossingFinder<S>::CrossingFinder(Geometry<S>& geometry, Tops<S> tops)
    : crossings_(geometry.completed().system.crossings),
      tops_(std::move(tops)),
      signs_(crossings_.size(), 0),
      noise_(crossings_.size(), S(0)),
      point_(geometry.layout().size),
      samples_(crossings_.size()),
      point_size_(geometry.layout().size)
{
    if (crossings_.empty()) return;
    std::vector<NodeId> expressions;
    for (const Crossing& crossing : crossings_) expressions.push_back(crossing.expression);
    values_ = Program<S>(write_values(geometry.completed(), expressions), geometry.native());
    in_.resize(values_.inputs());
    out_.resize(values_.outputs());
    work_.resize(values_.work_size());
    values_.prepare(work_.data());
    found_.reserve(16);
}

template <class S>
S CrossingFinder<S>::value(int crossing, const S* p)
{
    std::copy(p, p + point_size_, in_.begin());
    tops_(p, in_.data() + point_size_);
    values_.run(in_.data(), out_.data(), work_.data());
    return out_[crossing];
}

template <class S>
int CrossingFinder<S>::sign_of(int crossing, const S& value) const
{
    return value > noise_[crossing] ? 1 : value < -noise_[crossing] ? -1 : 0;
}

/// Off the solution even a section that vanishes all along it shows the size of its terms.
template <class S>
void CrossingFinder<S>::estimate_noise(const S* p)
{
    using std::abs;
    using std::isfinite;
    // Rounding in a section's value, relative to what it is a little off the solution.
    const S relative_noise = S(5e3) * unit_roundoff<S>();
    for (int i = 0; i < point_size_; ++i)
        point_[i] = p[i] + S(i % 2 ? 0.01 : -0.013) * (abs(p[i]) + S(0.01));
    for (int k = 0; k < int(crossings_.size()); ++k) {
        const S off = abs(value(k, point_.data()));
        noise_[k] = isfinite(off) ? S(relative_noise * off) : S(0);
    }
}

template <class S>
void CrossingFinder<S>::start(const S* p)
{
    estimate_noise(p);
    for (int k = 0; k < int(crossings_.size()); ++k) {
        samples_[k] = value(k, p);
        signs_[k] = sign_of(k, samples_[k]);
    }
}

template <class S>
S CrossingFinder<S>::locate(int crossing, StepPoints<S>& points, S a, S fa, S b, S fb)
{
    const auto value_at = [&](S theta) {
        return points.at(theta, point_.data()) ? value(crossing, point_.data())
                                               : std::numeric_limits<S>::quiet_NaN();
    };
    return find_root<S>(std::ref(value_at), a, fa, b, fb, S(4) * unit_roundoff<S>());
}

template <class S>
auto CrossingFinder<S>::find(StepPoints<S>& points, const S* end) -> const std::vector<Found>&
{
    using std::abs;
    found_.clear();
    estimate_noise(end);
    for (int k = 0; k < int(crossings_.size()); ++k) {
        S before = samples_[k], theta_before(0);
        for (int s = 1; s <= samples_per_step; ++s) {
            const S theta = S(s) / S(samples_per_step);
            const bool last = s == samples_per_step;
            if (!last && !points.at(theta, point_.data())) continue;
            const S now = value(k, last ? end : point_.data());
            const int sign = sign_of(k, now);
            if (last) samples_[k] = now;
            if (sign != 0 && signs_[k] != 0 && sign != signs_[k]) {
                const bool wanted = crossings_[k].direction == Direction::both ||
                                    (crossings_[k].direction == Direction::rising) == (sign > 0);
                if (wanted) {
                    const S at = sign_of(k, before) == 0
                                     ? theta_before
                                     : locate(k, points, theta_before, before, theta, now);
                    // A pole changes the sign as well, but nothing is zero there.
                    const bool pole =
                        at < 1 && points.at(at, point_.data()) &&
                        !(abs(value(k, point_.data())) <= std::max<S>(abs(before), abs(now)));
                    if (!pole) found_.push_back({at, k});
                }
            }
            if (sign != 0) signs_[k] = sign;
            before = now;
            theta_before = theta;
        }
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.theta < b.theta; });
    for (std::size_t k = 0; k < found_.size(); ++k)
        if (crossings_[found_[k].crossing].stop) {
            found_.resize(k + 1);
            break;
        }
    return found_;
}

template class CrossingFinder<double>;
template class CrossingFinder<Quad>;

}  // namespace involute
