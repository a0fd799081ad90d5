// SPDX-License-Identifier: Apache-2.0
// What moves: the drawings of a model as numbers, one frame after another.
#pragma once

#include <string>
#include <vector>

#include "involute/options/solution.hpp"
#include "involute/report/values.hpp"
#include "involute/witness/written_model.hpp"

namespace involute::report {

/// A drawing whose coordinates are places in a frame.
struct SceneShape {
    DrawShape shape = DrawShape::line;
    std::vector<std::vector<int>> points{};
    std::vector<std::vector<int>> velocities{};  // of its points; empty: rows do not hold them
    int radius = -1;
    double size = 0;  // in pixels; 0: as usual
    int color = -1;   // a place in draw_colors; -1: by its number
};

struct Scene {
    int dimension = 0;   // 2 or 3; 0: nothing to draw
    bool equal = true;   // one unit is as long in all directions
    std::string note{};  // what was drawn where the model says nothing
    std::vector<SceneShape> shapes{};
    int values = 0;               // in a frame
    std::vector<double> where{};  // the parameter of each frame: x, or arclength
    std::vector<double> x{};      // the independent variable there
    std::vector<float> frames{};  // one after another
};

/// The scene with at most `most` numbers. Where the model draws nothing: points whose coordinates
/// are called x, y and z, else the curve of the first unknown.
Scene scene_of(System& system, const Solution& solution, RowReader& reader, std::size_t most);

/// The same with a frame for each of these points, which have the parameter before the row.
Scene scene_at(System& system, const Solution& solution, RowReader& reader,
               const std::vector<std::vector<double>>& points);

}  // namespace involute::report
