// SPDX-License-Identifier: Apache-2.0
// The box around a space: its three far walls with their grid, and three edges with numbers.
#pragma once

#include "involute/plot/camera.hpp"
#include "involute/plot/canvas.hpp"

namespace involute::plot {

DataBox box_of(const Space& space);

/// Everything written around the box, and the lines of its walls.
struct SpaceFrame {
    Placement place{};
    std::vector<Words> words{};
    std::string grid{};   // path data
    std::string edges{};  // path data
};

/// As large as the room allows, words included.
SpaceFrame space_frame(const Space& space, const DataBox& box, const Camera& camera,
                       const Box& room);

}  // namespace involute::plot
