// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/step_points.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/root.hpp"
#include "involute/method/tableau.hpp"

namespace involute {

template <class S>
StepPoints<S>::StepPoints(Problem<S>& problem, Walker<S>& walker, const MethodEntry& method,
                          Interpolation interpolation, double tolerance)
    : problem_(problem),
      walker_(walker),
      interpolation_(interpolation),
      tolerance_(tolerance),
      point_(std::size_t(problem.size())),
      slope_(std::size_t(problem.size()))
{
    const int dense_order = method.tableau ? method.tableau->dense_order : 3;
    steps_within_ = method.family != Family::series_taylor && dense_order + 1 < method.order;
}

/// By a step of its own; along a curve θ is corrected until x is right.
template <class S>
bool StepPoints<S>::exact(S theta, S* p, const S* fixed_x)
{
    using std::abs;
    if (!walker_.step_within(theta, p)) return false;
    if (!problem_.along_curve() || !fixed_x) return true;
    const S h = walker_.t - walker_.t_before;
    S last = abs(p[0] - *fixed_x);
    for (int k = 0; k < 4 && last > S(0); ++k) {
        if (problem_.slope(p, slope_.data()).health != Health::good) break;
        const S next = theta - (p[0] - *fixed_x) / (slope_[0] * h);
        if (!(next > S(0) && next <= S(1)) || !walker_.step_within(next, point_.data())) break;
        const S now = abs(point_[0] - *fixed_x);
        if (!(now < last)) break;  // x turns here, or it is right to round-off
        std::copy(point_.begin(), point_.end(), p);
        theta = next;
        last = now;
    }
    return true;
}

template <class S>
bool StepPoints<S>::at(S theta, S* p, const S* fixed_x)
{
    if (interpolation_ == Interpolation::hermite)
        walker_.interpolate_cubic(theta, p);
    else if (!(steps_within_ || walker_.rough_between()) || !exact(theta, p, fixed_x))
        walker_.interpolate(theta, p);
    if (!problem_.along_curve()) {
        const S x =
            fixed_x ? *fixed_x : S(walker_.t_before + theta * (walker_.t - walker_.t_before));
        return problem_.project_at(p, x, tolerance_);
    }
    if (fixed_x) {
        std::copy_n(p, point_.size(), point_.begin());
        if (problem_.project_at(p, *fixed_x, tolerance_)) return true;
        std::copy(point_.begin(), point_.end(), p);  // x turns here: let it move
    }
    return problem_.project(p, tolerance_).converged;
}

template <class S>
auto StepPoints<S>::passage(S x, S theta_from) -> std::optional<S>
{
    constexpr int pieces = 8;
    const auto ahead = [&](S theta) {
        walker_.interpolate(theta, point_.data());
        return S(point_[0] - x);
    };
    S a = theta_from, fa = a == 0 ? S(walker_.p_before[0] - x) : ahead(a);
    for (int k = 1; k <= pieces; ++k) {
        const bool last = k == pieces;
        const S b = last ? S(1) : S(theta_from + (S(1) - theta_from) * S(k) / S(pieces));
        const S fb = last ? S(walker_.p[0] - x) : ahead(b);
        if (fa != 0 && (fb == 0 || (fa > 0) != (fb > 0)))
            return find_root<S>(std::ref(ahead), a, fa, b, fb, S(4) * unit_roundoff<S>());
        a = b;
        fa = fb;
    }
    return std::nullopt;
}

template class StepPoints<double>;
template class StepPoints<Quad>;

}  // namespace involute
