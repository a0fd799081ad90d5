// SPDX-License-Identifier: Apache-2.0
// The ways to move a point to M, by name.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "involute/options/choices.hpp"

namespace involute {

struct ProjectionWayEntry {
    ProjectionWay way{};
    std::string_view name{};
    std::string_view description{};
};
std::span<const ProjectionWayEntry> projection_ways();
std::optional<ProjectionWay> find_projection_way(std::string_view name);
std::string_view name_of(ProjectionWay way);

}  // namespace involute
