// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "involute/plot/fonts.hpp"
#include "involute/plot/legend.hpp"
#include "involute/plot/space_frame.hpp"
#include "involute/plot/surface.hpp"

namespace involute::plot {
namespace {

/// A space with the transformation to the page.
struct Stage {
    const Space& space;
    DataBox box{};
    Camera camera{};
    Box room{};  // nothing is drawn outside
    SpaceFrame frame{};
    std::vector<Mesh> meshes{};
    Occluder occluder{{}};
};

Stage stage_of(const Space& space, const Box& room)
{
    Stage stage{.space = space, .box = box_of(space), .camera = camera(space.view), .room = room};
    stage.frame = space_frame(space, stage.box, stage.camera, room);
    std::vector<Triangle> triangles;
    for (const Surface& surface : space.surfaces) {
        stage.meshes.push_back(mesh_of(surface, stage.box));
        append_triangles(triangles, stage.meshes.back(), stage.camera);
    }
    stage.occluder = Occluder(std::move(triangles));
    return stage;
}

std::vector<Polyline> on_page(const Stage& stage, const std::vector<SeenLine>& lines)
{
    std::vector<Polyline> parts;
    for (const SeenLine& line : lines) {
        Polyline pixels;
        for (const Seen& s : line) pixels.push_back(stage.frame.place(s));
        for (Polyline& part : clipped(pixels, stage.room)) parts.push_back(std::move(part));
    }
    return parts;
}

Split split_on_stage(const Stage& stage, const SeenLine& line)
{
    constexpr double pixels = 1.5;  // between two looks whether a line is hidden
    return split(line, stage.occluder, pixels / stage.frame.place.unit);
}

/// Cells of one brightness are one path: they do not overlap each other on one side.
void draw_cells(Canvas& canvas, const Stage& stage)
{
    constexpr int levels = 10;
    std::array<std::array<std::string, levels>, 2> data;
    for (const Mesh& mesh : stage.meshes)
        for (const Cell& cell : cells(mesh, stage.camera)) {
            const int level = std::min(levels - 1, int(cell.brightness * levels));
            for (const Polyline& part : on_page(stage, {cell.outline}))
                data[cell.front][std::size_t(level)] += path_data(thinned(part, 0.3)) + 'z';
        }
    for (const auto& side : data)
        for (int level = 0; level < levels; ++level)
            canvas.path(
                side[std::size_t(level)],
                fmt::format(" class=\"iv-cell\" fill=\"{}\" fill-opacity=\"{}\"",
                            colors::axis.light, coordinate(0.05 + 0.015 * (levels - 1 - level))));
}

void draw_surfaces(Canvas& canvas, const Stage& stage)
{
    std::string visible, hidden, outlines;
    for (const Mesh& mesh : stage.meshes) {
        for (const SeenLine& line : grid_lines(mesh, stage.camera)) {
            const Split parts = split_on_stage(stage, line);
            visible += thin_path_data(on_page(stage, parts.visible));
            hidden += thin_path_data(on_page(stage, parts.hidden));
        }
        outlines += thin_path_data(on_page(stage, outline(mesh, stage.camera, stage.occluder)));
    }
    canvas.path(hidden, frame_stroke(0.6) + " stroke-opacity=\"0.25\"");
    draw_cells(canvas, stage);
    canvas.path(visible, frame_stroke(0.6) + " stroke-opacity=\"0.7\"");
    canvas.path(outlines, frame_stroke(1.1));
}

/// A curve as it is drawn: what is seen with its style, what is hidden lighter.
struct Parts {
    Drawn visible{};
    Drawn hidden{};
};

Parts parts_of(const Stage& stage, std::size_t place)
{
    const Curve& curve = stage.space.curves[place];
    const Resolved style = resolved(curve.style, place);
    Parts parts{{.label = curve.label, .style = style}, {.label = {}, .style = style}};
    SeenLine line;
    for (const Point3& p : curve.points) line.push_back(stage.camera(stage.box(p)));
    if (style.line != Line::none) {
        const Split split = split_on_stage(stage, line);
        parts.visible.parts = on_page(stage, split.visible);
        parts.hidden.parts = on_page(stage, split.hidden);
    }
    for (const Seen& s : line) {
        const Pixel p = stage.frame.place(s);
        const bool marked = style.marker != Marker::none || line.size() == 1;
        if (!marked || !stage.room.contains(p)) continue;
        (stage.occluder.hides(s, on_surface) ? parts.hidden : parts.visible).marks.push_back(p);
    }
    if (line.size() == 1 && style.marker == Marker::none)
        parts.visible.style.marker = parts.hidden.style.marker = Marker::disc;
    return parts;
}

/// Lighter, and dotted whatever the line is.
void draw_hidden(Canvas& canvas, const Drawn& curve)
{
    const Resolved& style = curve.style;
    const double width = 0.9 * style.width;
    canvas.path(thin_path_data(curve.parts),
                fmt::format("{} stroke-width=\"{}\" stroke-opacity=\"0.85\"{}", stroke(style.color),
                            coordinate(width), dashes(Line::dotted, width)));
    const Marks hidden = marks(style.marker, curve.marks, style.color);
    canvas.path(hidden.data, hidden.attributes + " opacity=\"0.45\"");
}

std::vector<LegendEntry> named(const Space& space)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < space.curves.size(); ++i)
        if (!space.curves[i].label.empty())
            entries.push_back({space.curves[i].label, resolved(space.curves[i].style, i)});
    return entries;
}

struct Plan {
    Stage stage;
    std::vector<Parts> curves{};
};

Plan plan(const Space& space, const Box& room)
{
    Plan result{stage_of(space, room)};
    for (std::size_t i = 0; i < space.curves.size(); ++i)
        result.curves.push_back(parts_of(result.stage, i));
    return result;
}

void paint(Canvas& canvas, const Plan& plan)
{
    canvas.path(plan.stage.frame.grid, grid_stroke());
    canvas.path(plan.stage.frame.edges, frame_stroke());
    draw_surfaces(canvas, plan.stage);
    for (const Parts& curve : plan.curves) draw_hidden(canvas, curve.hidden);
    for (const Parts& curve : plan.curves) draw_curve(canvas, curve.visible);
    for (const Words& words : plan.stage.frame.words) canvas.text(words);
}

/// What a legend must not cover: lines of the box and of the curves, and the words.
std::optional<Box> legend_place(const Plan& plan, const LegendList& legend)
{
    std::vector<Box> taken;
    for (const Words& words : plan.stage.frame.words) taken.push_back(text_box(words));
    const Camera& camera = plan.stage.camera;
    const Point3 h = plan.stage.box.half;
    Polyline corners;
    for (const double x : {-h.x, h.x})
        for (const double y : {-h.y, h.y})
            for (const double z : {-h.z, h.z})
                corners.push_back(plan.stage.frame.place(camera({x, y, z})));
    Drawn box;  // all lines between its corners: the legend stays outside of it
    for (const Pixel a : corners)
        for (const Pixel b : corners) box.parts.push_back({a, b});
    return free_corner(plan.stage.room, legend, {box}, taken);
}

}  // namespace

void draw(Canvas& canvas, const Space& space, const Box& cell)
{
    constexpr double edge = 8;
    const double title = space.title.empty() ? 0 : 1.7 * font::title;
    Box room{cell.left + edge, cell.top + edge + title, cell.right - edge, cell.bottom - edge};
    canvas.fitted_text({{(cell.left + cell.right) / 2, cell.top + edge + 1.1 * font::title},
                        space.title,
                        Anchor::middle,
                        font::title},
                       cell.width() - 2 * edge, true);
    const std::vector<LegendEntry> entries = named(space);
    const bool wanted = !entries.empty() && space.legend != Legend::none;
    const LegendList legend = legend_list(entries, 0.4 * room.width(), room.height());
    if (!wanted || space.legend == Legend::automatic) {
        const Plan first = plan(space, room);
        const auto place = wanted ? legend_place(first, legend) : std::nullopt;
        if (!wanted || place) {
            paint(canvas, first);
            if (place) draw_legend(canvas, legend, *place);
            return;
        }
    }
    room.right -= legend.width;
    paint(canvas, plan(space, room));
    draw_legend(canvas, legend, {room.right, room.top, cell.right, room.bottom});
}

}  // namespace involute::plot
