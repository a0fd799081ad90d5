// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/verdict_search.hpp"

#include <algorithm>

#include "involute/base/patience.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

// How many searches are begun at a level.
constexpr int tried_points = 8;
constexpr int variant_elsewhere = tried_points + 1, variant_beside = tried_points + 2;
// How far beside the start, in parts of the natural time.
constexpr double parts_beside[] = {0.02, -0.02, 0.002, -0.002};

}  // namespace

bool ArraySearch::find(int level)
{
    return find_any(level) && holds_beside_the_start(level);
}

bool ArraySearch::find_any(int level)
{
    std::vector<ArrayPoint> found;
    std::vector<char> tried(variant_beside + 1, 0);
    ends_.clear();
    const auto attempt = [&](int variant, const JetPoint& first) {
        ArrayPoint end = approach(variant, first, level);
        (end.consistent ? found : ends_).push_back(std::move(end));
        tried[std::size_t(variant)] = !found.empty() && found.back().variant == variant;
    };
    for (const ArrayPoint& point : points_) attempt(point.variant, point.point);
    for (int variant = 0; variant < tried_points && int(found.size()) < wanted_; ++variant)
        if (!tried[std::size_t(variant)])
            attempt(variant, first_point(scale_, array_.orders_at(level), variant));
    points_ = std::move(found);
    return !points_.empty();
}

bool ArraySearch::contains_x() const
{
    const std::vector<NodeId> in = leaves(system_.graph, array_.rows());
    return std::ranges::any_of(
        in, [&](NodeId leaf) { return system_.graph[leaf].op == Op::independent; });
}

bool ArraySearch::holds_beside_the_start(int level)
{
    const Quad x = points_.front().point.x;
    const auto is_elsewhere = [&](const ArrayPoint& point) { return point.point.x != x; };
    if (!contains_x() || std::ranges::any_of(points_, is_elsewhere)) return true;
    std::vector<ArrayPoint> tried;
    for (const double part : parts_beside) {
        JetPoint first = points_.front().point;
        first.x += Quad(part * scale_.period());
        tried.push_back(approach(variant_beside, first, level));
        if (!tried.back().consistent) continue;
        points_.push_back(std::move(tried.back()));
        return true;
    }
    ends_.insert(ends_.end(), tried.begin(), tried.end());
    return false;
}

void ArraySearch::find_near_start(int level)
{
    const std::vector<int> orders = array_.orders_at(level);
    points_.clear();
    ArrayPoint start = approach(0, as_started(scale_, orders), level);
    if (!start.consistent) return;
    points_.push_back(std::move(start));
    for (int variant = 1; variant < tried_points && int(points_.size()) < wanted_; ++variant) {
        keep_patience();
        const JetPoint first = beside(points_.front().point, first_point(scale_, orders, variant));
        ArrayPoint end = approach(variant, first, level);
        if (end.consistent) points_.push_back(std::move(end));
    }
}

ArrayPoint ArraySearch::elsewhere(int level) const
{
    return approach(variant_elsewhere,
                    first_point(scale_, array_.orders_at(level), variant_elsewhere), level);
}

}  // namespace involute
