// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/surface.hpp"

#include <algorithm>
#include <map>
#include <numbers>

namespace involute::plot {
namespace {

Point3 difference(const Point3& a, const Point3& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Point3 cross(const Point3& a, const Point3& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Point3 unit(const Point3& p)
{
    const double length = std::sqrt(dot(p, p));
    if (!(length > 0)) return {};
    return {p.x / length, p.y / length, p.z / length};
}

void add(Point3& to, const Point3& p)
{
    to = {to.x + p.x, to.y + p.y, to.z + p.z};
}

bool is_finite(const Point3& p)
{
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

bool is_seen(const Seen& s)
{
    return std::isfinite(s.right) && std::isfinite(s.up);
}

using Index = std::array<int, 2>;  // row, column
using Corners = std::array<Index, 3>;

/// The two triangles of every cell whose points are all finite.
template <class Visit>
void for_each_triangle(const Mesh& mesh, Visit&& visit)
{
    const auto is_whole = [&](const Corners& c) {
        return std::ranges::all_of(c, [&](Index i) { return is_finite(mesh.at(i[0], i[1])); });
    };
    for (int i = 0; i + 1 < mesh.rows; ++i)
        for (int j = 0; j + 1 < mesh.columns; ++j)
            for (const Corners& corners : {Corners{{{i, j}, {i, j + 1}, {i + 1, j + 1}}},
                                           Corners{{{i, j}, {i + 1, j + 1}, {i + 1, j}}}})
                if (is_whole(corners)) visit(corners);
}

/// Points that coincide, at poles and seams, are one.
using Key = std::array<long, 3>;
Key key(const Point3& p)
{
    constexpr double fine = 1e7;  // places of a box of side 1 that are told apart
    return {std::lround(p.x * fine), std::lround(p.y * fine), std::lround(p.z * fine)};
}

std::map<Key, Point3> normals(const Mesh& mesh)
{
    std::map<Key, Point3> sums;
    for_each_triangle(mesh, [&](const Corners& c) {
        const Point3 &p = mesh.at(c[0][0], c[0][1]), &q = mesh.at(c[1][0], c[1][1]),
                     &r = mesh.at(c[2][0], c[2][1]);
        const Point3 normal = cross(difference(q, p), difference(r, p));
        for (const Point3* corner : {&p, &q, &r}) add(sums[key(*corner)], normal);
    });
    for (auto& [place, normal] : sums) normal = unit(normal);
    return sums;
}

Point3 between(const Point3& a, const Point3& b, double t)
{
    return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}

struct Segment {
    Point3 from{};
    Point3 to{};
};

/// Lines from segments that share their ends.
std::vector<std::vector<Point3>> chained(const std::vector<Segment>& segments)
{
    std::map<Key, std::vector<std::size_t>> at;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        at[key(segments[i].from)].push_back(i);
        at[key(segments[i].to)].push_back(i);
    }
    std::vector<bool> used(segments.size(), false);
    const auto extend = [&](std::vector<Point3>& line) {
        for (bool grew = true; grew;) {
            grew = false;
            const Key end = key(line.back());
            for (const std::size_t i : at[end]) {
                if (used[i]) continue;
                used[i] = grew = true;
                line.push_back(key(segments[i].from) == end ? segments[i].to : segments[i].from);
                break;
            }
        }
    };
    std::vector<std::vector<Point3>> lines;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (used[i]) continue;
        used[i] = true;
        lines.push_back({segments[i].from, segments[i].to});
        extend(lines.back());
        std::ranges::reverse(lines.back());
        extend(lines.back());
    }
    return lines;
}

/// Pieces of the outline that are not behind another part. Tested just outside the surface, because
/// on the outline itself the surface is seen edge on.
std::vector<Segment> outline_segments(const Mesh& mesh, const Camera& camera,
                                      const Occluder& occluder)
{
    constexpr double outside = 0.02;
    const std::map<Key, Point3> normal = normals(mesh);
    std::vector<Segment> found;
    for_each_triangle(mesh, [&](const Corners& c) {
        std::vector<Point3> ends, outwards;
        for (std::size_t k = 0; k < 3; ++k) {
            const Point3& p = mesh.at(c[k][0], c[k][1]);
            const Point3& q = mesh.at(c[(k + 1) % 3][0], c[(k + 1) % 3][1]);
            const Point3 &n = normal.at(key(p)), &m = normal.at(key(q));
            const double f = dot(n, camera.eye), g = dot(m, camera.eye);
            if ((f >= 0) == (g >= 0)) continue;
            ends.push_back(between(p, q, f / (f - g)));
            outwards.push_back(between(n, m, f / (f - g)));
        }
        if (ends.size() != 2 || key(ends[0]) == key(ends[1])) return;
        Point3 probe = between(ends[0], ends[1], 0.5);
        const Point3 out = between(outwards[0], outwards[1], 0.5);
        add(probe, {outside * out.x, outside * out.y, outside * out.z});
        Point3 inner = between(ends[0], ends[1], 0.5);
        add(inner, {-outside * out.x, -outside * out.y, -outside * out.z});
        const bool seen = !occluder.hides(camera(probe), on_surface) ||
                          !occluder.hides(camera(inner), on_surface);
        if (seen) found.push_back({ends[0], ends[1]});
    });
    return found;
}

SeenLine line_along(const Mesh& mesh, const Camera& camera, Index from, Index step, int count)
{
    SeenLine line;
    for (int k = 0; k < count; ++k)
        line.push_back(camera(mesh.at(from[0] + k * step[0], from[1] + k * step[1])));
    return line;
}

/// 0, n, 2n, .., and the last.
std::vector<int> every(int n, int size)
{
    std::vector<int> places;
    for (int i = 0; i < size - 1; i += n) places.push_back(i);
    places.push_back(size - 1);
    return places;
}

}  // namespace

Surface sphere(double radius, Point3 center)
{
    constexpr double pi = std::numbers::pi;
    constexpr int fine = 4;  // grid cells between two drawn lines
    constexpr int parallels = 12, meridians = 24;
    Surface surface{.rows = fine * parallels + 1,
                    .columns = fine * meridians + 1,
                    .row_lines = fine,
                    .column_lines = fine};
    for (int i = 0; i < surface.rows; ++i)
        for (int j = 0; j < surface.columns; ++j) {
            const double latitude = pi * (double(i) / (surface.rows - 1) - 0.5);
            const double longitude = 2 * pi * j / (surface.columns - 1);
            const double ring = radius * std::cos(latitude);
            surface.points.push_back({center.x + ring * std::cos(longitude),
                                      center.y + ring * std::sin(longitude),
                                      center.z + radius * std::sin(latitude)});
        }
    return surface;
}

Mesh mesh_of(const Surface& surface, const DataBox& box)
{
    Mesh mesh{surface.rows, surface.columns, surface.row_lines, surface.column_lines, {}};
    for (const Point3& p : surface.points) mesh.points.push_back(box(p));
    return mesh;
}

void append_triangles(std::vector<Triangle>& to, const Mesh& mesh, const Camera& camera)
{
    for_each_triangle(mesh, [&](const Corners& c) {
        to.push_back({camera(mesh.at(c[0][0], c[0][1])), camera(mesh.at(c[1][0], c[1][1])),
                      camera(mesh.at(c[2][0], c[2][1]))});
    });
}

std::vector<SeenLine> grid_lines(const Mesh& mesh, const Camera& camera)
{
    std::vector<SeenLine> lines;
    for (const int row : every(mesh.row_lines, mesh.rows))
        lines.push_back(line_along(mesh, camera, {row, 0}, {0, 1}, mesh.columns));
    for (const int column : every(mesh.column_lines, mesh.columns))
        lines.push_back(line_along(mesh, camera, {0, column}, {1, 0}, mesh.rows));
    return lines;
}

std::vector<SeenLine> outline(const Mesh& mesh, const Camera& camera, const Occluder& occluder)
{
    std::vector<SeenLine> lines;
    for (const std::vector<Point3>& chain : chained(outline_segments(mesh, camera, occluder))) {
        lines.emplace_back();
        for (const Point3& p : chain) lines.back().push_back(camera(p));
    }
    return lines;
}

std::vector<Cell> cells(const Mesh& mesh, const Camera& camera)
{
    // Light from above the viewer's left shoulder.
    const Point3 light = unit({camera.eye.x - camera.right.x + camera.up.x,
                               camera.eye.y - camera.right.y + camera.up.y,
                               camera.eye.z - camera.right.z + camera.up.z});
    std::vector<Cell> found;
    const std::vector<int> rows = every(mesh.row_lines, mesh.rows);
    const std::vector<int> columns = every(mesh.column_lines, mesh.columns);
    for (std::size_t i = 0; i + 1 < rows.size(); ++i)
        for (std::size_t j = 0; j + 1 < columns.size(); ++j) {
            const int top = rows[i], bottom = rows[i + 1], left = columns[j],
                      right = columns[j + 1];
            Cell cell;
            const auto go = [&](Index from, Index step, int count) {
                for (const Seen& s : line_along(mesh, camera, from, step, count))
                    cell.outline.push_back(s);
            };
            go({top, left}, {0, 1}, right - left);
            go({top, right}, {1, 0}, bottom - top);
            go({bottom, right}, {0, -1}, right - left);
            go({bottom, left}, {-1, 0}, bottom - top);
            Point3 normal = unit(cross(difference(mesh.at(bottom, right), mesh.at(top, left)),
                                       difference(mesh.at(bottom, left), mesh.at(top, right))));
            cell.front = dot(normal, camera.eye) >= 0;
            if (!cell.front) normal = {-normal.x, -normal.y, -normal.z};
            cell.brightness = std::clamp(dot(normal, light), 0.0, 1.0);
            if (std::ranges::all_of(cell.outline, is_seen)) found.push_back(cell);
        }
    return found;
}

}  // namespace involute::plot
