// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/leaving.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

// Parts of a distance at which solutions are looked at: what swings is back in its direction at
// one of them, not at all.
constexpr double parts[] = {1, 0.73, 0.41, 0.17};
// The bend falls with the square of the distance: how much shorter one is tried at once.
constexpr double shortest_try = 1e-3, safety = 0.7;
constexpr int most_tries = 40;

/// By how much the solution through q turns off d while it goes 1 along it, in scale; nothing
/// where no direction is found.
std::optional<double> turn_off(SingularForm& form, const std::vector<Quad>& q,
                               const VectorOf<Quad>& d)
{
    const Eigen::MatrixXd c = form.matrix(q).cast<double>();
    if (!c.allFinite()) return std::nullopt;
    const VectorOf<Quad> null = full_svd(c).V.rightCols(1).cast<Quad>();
    const VectorOf<Quad> along = form.embed(q, null);
    const Quad part = along.dot(d);
    if (part == Quad(0)) return std::nullopt;
    return to_double(Quad((along / part - d).norm()));
}

/// The bend over a distance, the largest that its parts tell.
std::optional<double> bend(SingularForm& form, const VectorOf<Quad>& d, const Quad& distance,
                           const PointOfWay& point)
{
    double largest = 0;
    for (const double part : parts) {
        const auto q = point(Quad(part) * distance);
        const auto off = q ? turn_off(form, *q, d) : std::nullopt;
        if (!off || !std::isfinite(*off)) return std::nullopt;
        largest = std::max(largest, *off * to_double(distance));
    }
    return largest;
}

}  // namespace

Quad leaving_distance(SingularForm& form, const VectorOf<Quad>& d, const Quad& first, double rtol,
                      const PointOfWay& point)
{
    Quad distance = first;
    for (int k = 0; k < most_tries; ++k) {
        const auto off = bend(form, d, distance, point);
        if (off && *off <= rtol) break;
        const double shorter = off ? safety * std::sqrt(rtol / *off) : shortest_try;
        distance *= Quad(std::clamp(shorter, shortest_try, safety));
    }
    return distance;
}

}  // namespace involute
