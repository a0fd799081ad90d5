// SPDX-License-Identifier: Apache-2.0
// A surface as it is drawn: cells with a tint, lines along its grid, and its outline, where it
// turns away from the eye.
#pragma once

#include "involute/plot/hidden.hpp"

namespace involute::plot {

/// The grid of a surface in units of the box.
struct Mesh {
    int rows = 0;
    int columns = 0;
    int row_lines = 1;
    int column_lines = 1;
    std::vector<Point3> points{};
    const Point3& at(int row, int column) const
    {
        return points[std::size_t(row) * std::size_t(columns) + std::size_t(column)];
    }
};

Mesh mesh_of(const Surface& surface, const DataBox& box);

void append_triangles(std::vector<Triangle>& to, const Mesh& mesh, const Camera& camera);

/// The drawn rows and columns.
std::vector<SeenLine> grid_lines(const Mesh& mesh, const Camera& camera);

/// Where the surface turns away from the eye: the zero line of the normals' component towards it,
/// linear over each triangle (Hertzmann and Zorin, SIGGRAPH 2000). Without the parts that other
/// parts of surfaces hide.
std::vector<SeenLine> outline(const Mesh& mesh, const Camera& camera, const Occluder& occluder);

/// A cell between drawn lines, and how bright it is: 0 turned from the light, 1 towards it.
struct Cell {
    SeenLine outline{};
    double brightness = 0;
    bool front = false;  // the side that the order of rows and columns makes the front is seen
};
std::vector<Cell> cells(const Mesh& mesh, const Camera& camera);

}  // namespace involute::plot
