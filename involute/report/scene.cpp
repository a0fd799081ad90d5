// SPDX-License-Identifier: Apache-2.0
#include "involute/report/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "involute/expr/calculus.hpp"
#include "involute/model/drawings.hpp"

namespace involute::report {
namespace {

Drawing shape(DrawShape kind, std::vector<NodeId> point, std::optional<int> color = {})
{
    return {kind, {std::move(point)}, {}, {}, color};
}

/// The unknown called as this one, with another first letter: y[3] of x[3]. -1: there is none.
int beside(const System& system, const std::string& name, char letter)
{
    std::string other = name;
    other.front() = letter;
    const auto found = std::ranges::find(system.names.unknowns, other);
    return found == system.names.unknowns.end() ? -1 : int(found - system.names.unknowns.begin());
}

/// Unknowns called x.. and y.. (and z..) are taken for the coordinates of points.
std::vector<Drawing> points_by_name(System& system, std::string& note)
{
    std::vector<Drawing> drawings;
    std::vector<std::string> names;
    bool space = true;
    for (const std::string& name : system.names.unknowns)
        if (name.front() == 'x' && beside(system, name, 'y') >= 0)
            space &= beside(system, name, 'z') >= 0;
    for (const std::string& name : system.names.unknowns) {
        if (name.front() != 'x' || beside(system, name, 'y') < 0) continue;
        std::vector<NodeId> point;
        std::string text;
        for (const char letter : {'x', 'y', 'z'}) {
            if (letter == 'z' && !space) continue;
            const int unknown = beside(system, name, letter);
            point.push_back(system.graph.jet(unknown, 0));
            text += (text.empty() ? "" : ", ") + system.names.unknowns[std::size_t(unknown)];
        }
        drawings.push_back(shape(DrawShape::trace, point));
        drawings.push_back(shape(DrawShape::point, point));
        names.push_back(fmt::format("({})", text));
        if (names.size() == 12) break;
    }
    if (!names.empty())
        note = fmt::format("The model has no `draw` line: these are the points {}.",
                           fmt::join(names, ", "));
    return drawings;
}

std::vector<Drawing> curve_of_first(System& system, const RowReader& reader, std::string& note)
{
    if (system.unknowns() == 0) return {};
    const NodeId y = system.graph.jet(0, 0), slope = system.graph.jet(0, 1);
    const NodeId x = system.graph.independent();
    std::vector<NodeId> point{x, y};
    std::string across = system.names.independent, upwards = system.names.unknowns.front();
    if (system.unknowns() > 1) {
        point = {y, system.graph.jet(1, 0)};
        across = system.names.unknowns[0];
        upwards = system.names.unknowns[1];
    } else if (reader.holds(slope) && !system.solve.length) {
        point = {y, slope};
        across = upwards;
        upwards += "'";
    }
    note = fmt::format("The model has no `draw` line: this is {} against {}.", upwards, across);
    return {shape(DrawShape::trace, point), shape(DrawShape::point, point)};
}

/// Numbers of a frame: equal expressions are one.
class FrameValues {
public:
    int place(NodeId expression)
    {
        const auto [found, is_new] = places_.try_emplace(expression, int(all.size()));
        if (is_new) all.push_back(expression);
        return found->second;
    }
    std::vector<NodeId> all{};

private:
    std::unordered_map<NodeId, int> places_{};
};

bool is_held(const Drawing& drawing, const RowReader& reader)
{
    for (const auto& point : drawing.points)
        for (const NodeId coordinate : point)
            if (!reader.holds(coordinate)) return false;
    return !drawing.radius || reader.holds(*drawing.radius);
}

/// Velocities of what has a place of its own: points and circles.
void add_velocities(SceneShape& shape, const Drawing& drawing, System& system,
                    const RowReader& reader, FrameValues& values)
{
    if (drawing.shape != DrawShape::point && drawing.shape != DrawShape::circle) return;
    std::vector<NodeId> velocity;
    for (const NodeId coordinate : drawing.points.front())
        velocity.push_back(total_derivative(system.graph, coordinate));
    if (!std::ranges::all_of(velocity, [&](NodeId e) { return reader.holds(e); })) return;
    shape.velocities.emplace_back();
    for (const NodeId e : velocity) shape.velocities.back().push_back(values.place(e));
}

SceneShape placed(const Drawing& drawing, FrameValues& values)
{
    SceneShape result{.shape = drawing.shape, .size = drawing.size.value_or(0)};
    result.color = drawing.color.value_or(-1);
    for (const auto& point : drawing.points) {
        result.points.emplace_back();
        for (const NodeId coordinate : point)
            result.points.back().push_back(values.place(coordinate));
    }
    if (drawing.radius) result.radius = values.place(*drawing.radius);
    return result;
}

/// Evenly apart, and at the rows too if they are not more: where much happens in little time.
std::vector<double> places_of(const Solution& solution, std::size_t count)
{
    const SolutionFunction& f = solution.function;
    std::vector<double> places;
    for (std::size_t k = 0; k + 1 < count; ++k)
        places.push_back(f.from() + (f.to() - f.from()) * double(k) / double(count - 1));
    places.push_back(f.to());
    if (f.along_curve() || solution.rows.size() > count) return places;
    const double low = std::min(f.from(), f.to()), high = std::max(f.from(), f.to());
    for (const std::vector<double>& row : solution.rows)
        if (row[0] >= low && row[0] <= high) places.push_back(row[0]);
    std::ranges::sort(places);
    if (f.to() < f.from()) std::ranges::reverse(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

/// Rows for the frames, from the solution as a function; where it was not kept, those there are.
template <class Use>
void for_frames(const Solution& solution, std::size_t count, Use use)
{
    const SolutionFunction& f = solution.function;
    if (f.empty()) {
        const std::size_t rows = solution.rows.size();
        const std::size_t apart = std::max<std::size_t>(1, (rows + count - 1) / count);
        for (std::size_t k = 0; k < rows; k += apart) use(solution.rows[k][0], solution.rows[k]);
        if ((rows - 1) % apart != 0) use(solution.rows.back()[0], solution.rows.back());
        return;
    }
    for (const double s : places_of(solution, count))
        if (const auto row = row_at(f, s)) use(s, *row);
}

/// A scene without frames; the reader computes its values.
Scene empty_scene(System& system, const Solution& solution, RowReader& reader)
{
    Scene scene;
    std::vector<Drawing> drawings = drawings_of(system);
    if (drawings.empty()) drawings = points_by_name(system, scene.note);
    scene.equal = !drawings.empty() || system.solve.length;
    if (drawings.empty()) drawings = curve_of_first(system, reader, scene.note);
    const std::size_t asked = drawings.size();
    std::erase_if(drawings, [&](const Drawing& d) { return !is_held(d, reader); });
    if (drawings.size() < asked)
        scene.note += fmt::format("{}The rows do not hold what {} of {} drawings need.",
                                  scene.note.empty() ? "" : " ", asked - drawings.size(), asked);
    if (solution.rows.empty()) return {};
    if (drawings.empty()) return scene;

    FrameValues values;
    for (const Drawing& drawing : drawings) {
        scene.shapes.push_back(placed(drawing, values));
        add_velocities(scene.shapes.back(), drawing, system, reader, values);
    }
    scene.dimension = int(drawings.front().points.front().size());
    scene.values = int(values.all.size());
    reader.prepare(values.all);
    return scene;
}

void add_frame(Scene& scene, RowReader& reader, double where, const std::vector<double>& row)
{
    scene.where.push_back(where);
    scene.x.push_back(row[0]);
    for (const double value : reader(row)) scene.frames.push_back(float(value));
}

}  // namespace

Scene scene_of(System& system, const Solution& solution, RowReader& reader, std::size_t most)
{
    Scene scene = empty_scene(system, solution, reader);
    if (scene.shapes.empty()) return scene;
    // A minute at 30 frames a second is plenty, and two frames are a beginning and an end.
    const std::size_t count = std::clamp<std::size_t>(
        most / std::max<std::size_t>(1, std::size_t(scene.values)), 2, 1800);
    const auto add = [&](double where, const std::vector<double>& row) {
        add_frame(scene, reader, where, row);
    };
    for_frames(solution, count, add);
    if (scene.where.empty()) add(solution.rows.front()[0], solution.rows.front());
    return scene;
}

Scene scene_at(System& system, const Solution& solution, RowReader& reader,
               const std::vector<std::vector<double>>& points)
{
    Scene scene = empty_scene(system, solution, reader);
    if (scene.shapes.empty()) return scene;
    std::vector<double> row;
    for (const std::vector<double>& point : points) {
        row.assign(point.begin() + 1, point.end());
        add_frame(scene, reader, point[0], row);
    }
    return scene;
}

}  // namespace involute::report
