// SPDX-License-Identifier: Apache-2.0
#include "bench/front.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

std::vector<Point> front_of(std::vector<Point> points)
{
    std::ranges::sort(points, {}, &Point::seconds);
    std::vector<Point> front;
    for (const Point& point : points)
        if (point.run.reached && (front.empty() || point.digits > front.back().digits))
            front.push_back(point);
    return front;
}

}  // namespace

std::optional<double> seconds_for(std::vector<Point> points, double digits)
{
    const std::vector<Point> front = front_of(std::move(points));
    const auto above = std::ranges::lower_bound(front, digits, {}, &Point::digits);
    if (above == front.end()) return std::nullopt;
    if (above == front.begin()) return above->seconds;
    const auto below = above - 1;
    const double w = (digits - below->digits) / (above->digits - below->digits);
    return std::exp((1 - w) * std::log(below->seconds) + w * std::log(above->seconds));
}

}  // namespace bench
