// SPDX-License-Identifier: Apache-2.0
#include "involute/project/retraction_ways.hpp"

#include <algorithm>

namespace involute {
namespace {

constexpr ProjectionWayEntry ways[] = {
    {ProjectionWay::sweep, "sweep", "back-substitution with the factored J"},
    {ProjectionWay::newton, "newton", "nearest point, Newton's method"},
    {ProjectionWay::chord, "chord", "nearest point, matrix refreshed every third iteration"},
    {ProjectionWay::second_order, "second-order", "chord, started from the curvature of M"},
    {ProjectionWay::gauss_newton, "gauss-newton", "nearest point without second derivatives"},
    {ProjectionWay::frozen, "frozen", "along the normals at the start of the step"},
    {ProjectionWay::none, "none", "none: only to see what it is good for"},
};

}  // namespace

std::span<const ProjectionWayEntry> projection_ways()
{
    return ways;
}

std::optional<ProjectionWay> find_projection_way(std::string_view name)
{
    for (const ProjectionWayEntry& entry : ways)
        if (entry.name == name) return entry.way;
    return std::nullopt;
}

std::string_view name_of(ProjectionWay way)
{
    return std::ranges::find(ways, way, &ProjectionWayEntry::way)->name;
}

}  // namespace involute
