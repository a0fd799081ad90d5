// SPDX-License-Identifier: Apache-2.0
// What is hidden by surfaces, decided point by point: is there a triangle between it and the eye?
#pragma once

#include <array>
#include <vector>

#include "involute/plot/camera.hpp"

namespace involute::plot {

using Triangle = std::array<Seen, 3>;

class Occluder {
public:
    explicit Occluder(std::vector<Triangle> triangles);

    /// Is a triangle more than `margin` nearer to the eye? The margin keeps a surface from hiding
    /// what lies on it: its triangles are inside or outside of the true surface by a little.
    bool hides(const Seen& point, double margin) const;

private:
    static constexpr int cells = 48;  // along each side of the grid that finds the triangles
    int cell(double offset, double extent) const;

    std::vector<Triangle> triangles_;
    std::vector<std::vector<int>> buckets_;
    double left_ = 0, bottom_ = 0, width_ = 1, height_ = 1;
};

/// A line in its parts that are seen and those that are not.
struct Split {
    std::vector<SeenLine> visible{};
    std::vector<SeenLine> hidden{};
};

/// `step`: how finely the line is looked at, in units of the box.
Split split(const SeenLine& line, const Occluder& occluder, double step);

/// Margin for curves on a surface, in units of the box.
inline constexpr double on_surface = 0.012;

}  // namespace involute::plot
