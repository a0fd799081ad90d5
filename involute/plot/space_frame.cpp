// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/space_frame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/plot/fonts.hpp"
#include "involute/plot/ticks.hpp"

namespace involute::plot {
namespace {

using Coordinates = std::array<double, 3>;

Point3 point(const Coordinates& c)
{
    return {c[0], c[1], c[2]};
}
Coordinates coordinates(const Point3& p)
{
    return {p.x, p.y, p.z};
}

const Axis& axis_of(const Space& space, std::size_t i)
{
    return i == 0 ? space.x : i == 1 ? space.y : space.z;
}

Limits limits_along(const Space& space, double Point3::*coordinate, Axis axis)
{
    axis.scale = Scale::linear;
    std::vector<double> values;
    for (const Curve& curve : space.curves)
        for (const Point3& p : curve.points) values.push_back(p.*coordinate);
    for (const Surface& surface : space.surfaces)
        for (const Point3& p : surface.points) values.push_back(p.*coordinate);
    const std::vector<double>* const lists[] = {&values};
    return limits_of(axis, lists);
}

/// The box as the eye sees it.
struct Scene {
    const Space& space;
    const DataBox& box;
    const Camera& camera;
    Placement place{};
    Coordinates half{};
    Coordinates far{};  // the wall away from the eye, on each axis

    Pixel pixel(const Coordinates& c) const { return place(camera(point(c))); }
};

Scene scene_of(const Space& space, const DataBox& box, const Camera& camera)
{
    Scene scene{.space = space, .box = box, .camera = camera};
    scene.half = coordinates(box.half);
    const Coordinates eye = coordinates(camera.eye);
    for (std::size_t i = 0; i < 3; ++i) scene.far[i] = eye[i] >= 0 ? -scene.half[i] : scene.half[i];
    return scene;
}

/// An edge of the box, along axis i.
struct Edge {
    Coordinates low{};
    Coordinates high{};
};

Edge edge(const Scene& scene, std::size_t i, Coordinates at)
{
    Edge result{at, at};
    result.low[i] = -scene.half[i];
    result.high[i] = scene.half[i];
    return result;
}

/// The edge that carries the numbers: on the floor and before the data for x and y, at the left
/// for z.
Edge numbered_edge(const Scene& scene, std::size_t i)
{
    Coordinates at = scene.far;
    if (i < 2) {
        at[1 - i] = -at[1 - i];
        return edge(scene, i, at);
    }
    Coordinates other = at;
    at[0] = -at[0];
    other[1] = -other[1];
    return edge(scene, 2, scene.pixel(at).x < scene.pixel(other).x ? at : other);
}

double length(Pixel a, Pixel b)
{
    return std::hypot(b.x - a.x, b.y - a.y);
}

/// The direction on the page away from the box, across the edge.
Pixel outwards(const Scene& scene, Pixel a, Pixel b)
{
    const double size = length(a, b);
    Pixel n{(b.y - a.y) / size, (a.x - b.x) / size};
    const Pixel center = scene.pixel({0, 0, 0});
    const double away = n.x * ((a.x + b.x) / 2 - center.x) + n.y * ((a.y + b.y) / 2 - center.y);
    return away < 0 ? Pixel{-n.x, -n.y} : n;
}

Words beside(Pixel at, Pixel out, double distance, std::string text, double size)
{
    const Anchor anchor = out.x > 0.35    ? Anchor::start
                          : out.x < -0.35 ? Anchor::end
                                          : Anchor::middle;
    // The middle of the letters lies on the line outwards, further down where it points down.
    const double lower = (0.36 + 0.3 * out.y) * size;
    return {
        {at.x + distance * out.x, at.y + distance * out.y + lower}, std::move(text), anchor, size};
}

Ticks ticks_along(const Scene& scene, std::size_t i)
{
    const Edge e = numbered_edge(scene, i);
    const double pixels = length(scene.pixel(e.low), scene.pixel(e.high));
    const Limits& limits = scene.box.limits[i];
    return linear_ticks(limits.low, limits.high, std::clamp(int(pixels / 38), 2, 7));
}

double coordinate_of(const Scene& scene, std::size_t i, const Tick& tick)
{
    return (2 * fraction(scene.box.limits[i], tick.at) - 1) * scene.half[i];
}

/// Adds a number unless it would touch another text: where two axes meet, one number is enough.
void write_apart(SpaceFrame& frame, Words words)
{
    constexpr double gap = 4;
    Box box = text_box(words);
    box.left -= gap;
    box.right += gap;
    if (std::ranges::none_of(frame.words,
                             [&](const Words& w) { return overlap(text_box(w), box); }))
        frame.words.push_back(std::move(words));
}

void write_axis(SpaceFrame& frame, const Scene& scene, std::size_t i)
{
    const Edge e = numbered_edge(scene, i);
    const Pixel a = scene.pixel(e.low), b = scene.pixel(e.high);
    if (length(a, b) < 2 * font::tick) return;  // seen from its end
    const Pixel out = outwards(scene, a, b);
    const Ticks all = ticks_along(scene, i);
    double widest = 0;
    for (const Tick& tick : all.ticks) {
        Coordinates at = e.low;
        at[i] = coordinate_of(scene, i, tick);
        const Pixel p = scene.pixel(at);
        frame.edges += path_data({p, {p.x + 4 * out.x, p.y + 4 * out.y}});
        write_apart(frame, beside(p, out, 9, tick.label, font::tick));
        widest = std::max(widest, text_width(tick.label, font::tick));
    }
    const std::string& name = axis_of(scene.space, i).label;
    const std::string label = all.factor.empty() ? name : fmt::format("{}  ({})", name, all.factor);
    const double beyond = 18 + std::abs(out.x) * widest + std::abs(out.y) * 1.1 * font::tick;
    const Pixel middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    frame.words.push_back(
        beside(middle, out, beyond, shortened(label, font::label, 160), font::label));
}

/// The wall across axis i: lines of the other two.
void draw_wall(SpaceFrame& frame, const Scene& scene, std::size_t i)
{
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    for (const auto& [along, across] : {std::pair{j, k}, std::pair{k, j}}) {
        Coordinates at = scene.far;
        for (const Tick& tick : ticks_along(scene, across).ticks) {
            at[across] = coordinate_of(scene, across, tick);
            const Edge line = edge(scene, along, at);
            frame.grid += path_data({scene.pixel(line.low), scene.pixel(line.high)});
        }
        for (const double side : {-scene.half[across], scene.half[across]}) {
            at[across] = side;
            const Edge line = edge(scene, along, at);
            frame.edges += path_data({scene.pixel(line.low), scene.pixel(line.high)});
        }
    }
}

SpaceFrame written(const Scene& scene)
{
    SpaceFrame frame{.place = scene.place};
    for (std::size_t i = 0; i < 3; ++i) {
        draw_wall(frame, scene, i);
        write_axis(frame, scene, i);
    }
    return frame;
}

/// Around the corners of the box and all words.
Box bounds(const Scene& scene, const SpaceFrame& frame)
{
    const Pixel center = scene.pixel({0, 0, 0});
    Box all{center.x, center.y, center.x, center.y};
    const auto include = [&](const Box& b) {
        all = {std::min(all.left, b.left), std::min(all.top, b.top), std::max(all.right, b.right),
               std::max(all.bottom, b.bottom)};
    };
    for (int corner = 0; corner < 8; ++corner) {
        Coordinates c = scene.half;
        for (int i = 0; i < 3; ++i)
            if (corner >> i & 1) c[std::size_t(i)] = -c[std::size_t(i)];
        const Pixel p = scene.pixel(c);
        include({p.x, p.y, p.x, p.y});
    }
    for (const Words& words : frame.words) include(text_box(words));
    return all;
}

}  // namespace

DataBox box_of(const Space& space)
{
    DataBox box;
    box.limits = {limits_along(space, &Point3::x, space.x),
                  limits_along(space, &Point3::y, space.y),
                  limits_along(space, &Point3::z, space.z)};
    Coordinates sides{1, 1, 0.8};
    if (space.equal) {
        double longest = 0;
        for (std::size_t i = 0; i < 3; ++i)
            longest = std::max(longest, sides[i] = box.limits[i].high / 2 - box.limits[i].low / 2);
        constexpr double thinnest = 0.02;  // a flat box is still a box
        for (double& side : sides) side = std::max(side / longest, thinnest);
    }
    box.half = point({sides[0] / 2, sides[1] / 2, sides[2] / 2});
    return box;
}

SpaceFrame space_frame(const Space& space, const DataBox& box, const Camera& camera,
                       const Box& room)
{
    Scene scene = scene_of(space, box, camera);
    scene.place.unit = std::max(room.width(), room.height());
    SpaceFrame frame;
    for (int shrunk = 0; shrunk < 80; ++shrunk) {
        scene.place.center = {};
        frame = written(scene);
        const Box all = bounds(scene, frame);
        scene.place.center = {(room.left + room.right - all.left - all.right) / 2,
                              (room.top + room.bottom - all.top - all.bottom) / 2};
        if (all.width() <= room.width() && all.height() <= room.height()) break;
        scene.place.unit *= 0.95;
    }
    return written(scene);
}

}  // namespace involute::plot
