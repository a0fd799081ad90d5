// SPDX-License-Identifier: Apache-2.0
#include "involute/report/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/output/words.hpp"
#include "involute/plot/panels.hpp"
#include "involute/report/markup.hpp"
#include "involute/report/points.hpp"

namespace involute::report {
namespace {

// What a page of two megabytes has room for, in numbers: eight bytes are eleven letters.
constexpr std::size_t row_numbers = 80'000;      // of rows
constexpr std::size_t between_numbers = 40'000;  // between them
constexpr std::size_t frame_numbers = 90'000;    // of the animation, in single precision
constexpr std::size_t strip_numbers = 60'000;    // of residuals, a byte each
constexpr std::size_t most_marks = 2000;
constexpr std::size_t most_steps = 4000;
// Points in a curve beyond which more cannot be seen; and those that will do while it moves.
constexpr std::size_t enough_points = 3000;
constexpr std::size_t points_of_glance = 600;

std::string member(std::string_view key, const std::string& value)
{
    return fmt::format("{}:{}", json(key), value);
}

/// Numbers or bytes as a JSON string: letters that need no escape.
template <class Numbers>
std::string packed(const Numbers& numbers)
{
    return '"' + base64(numbers) + '"';
}

/// Column by column, as plots want them.
std::string columns_of(const Rows& rows, const std::vector<std::size_t>& chosen)
{
    std::vector<double> numbers;
    if (rows.empty()) return packed(numbers);
    for (std::size_t column = 0; column < rows.front().size(); ++column)
        for (const std::size_t k : chosen) numbers.push_back(rows[k][column] + 0.0);
    return packed(numbers);
}

std::vector<std::size_t> all_of(std::size_t count)
{
    std::vector<std::size_t> all(count);
    for (std::size_t k = 0; k < count; ++k) all[k] = k;
    return all;
}

/// at: the parameter that plots have across.
std::string mark(double at, std::string_view kind, std::string_view name, const std::string& text)
{
    return fmt::format("{{{},{},{},{}}}", member("at", json(at)), member("kind", json(kind)),
                       member("name", json(name)), member("text", json(text)));
}

std::string mark_list(const Solution& solution, bool along)
{
    std::string list;
    std::size_t count = 0;
    const auto add = [&](const std::string& text) {
        if (++count <= most_marks) list += (list.empty() ? "" : ",") + text;
    };
    for (const SingularPoint& point : solution.singular_points)
        add(mark(along ? point.parameter : point.x, "singular", word_of(point.kind),
                 point.message));
    for (const MethodChange& change : solution.method_changes)
        add(mark(change.x, "method", change.to, fmt::format("from here on {}", change.to)));
    for (const CrossingRecord& record : solution.crossings)
        for (std::size_t k = 0; k < record.rows.size(); ++k)
            add(mark(along ? record.parameters[k] : record.rows[k].front(),
                     record.is_event ? "event" : "section", record.name, ""));
    return '[' + list + ']';
}

/// Where steps end, every so many of them.
std::string steps_text(const SolutionFunction& function)
{
    const std::vector<double> ends = function.step_ends();
    const std::size_t apart = ends.size() / most_steps + 1;
    std::vector<double> shown;
    for (std::size_t k = 0; k < ends.size(); k += apart) shown.push_back(ends[k]);
    return fmt::format("{{\"apart\":{},\"ends\":{}}}", apart, packed(shown));
}

/// The numbers of a scene, which change with another run while its shapes stay.
std::string frames_text(const Scene& scene)
{
    return fmt::format("\"values\":{},\"where\":{},\"x\":{},\"frames\":{}", scene.values,
                       packed(scene.where), packed(scene.x), packed(scene.frames));
}

std::string scene_text(const Scene& scene)
{
    std::string shapes;
    const auto points_text = [](const std::vector<std::vector<int>>& points) {
        std::string list;
        for (const std::vector<int>& point : points)
            list += fmt::format("{}[{}]", list.empty() ? "" : ",", fmt::join(point, ","));
        return '[' + list + ']';
    };
    for (const SceneShape& s : scene.shapes)
        shapes += fmt::format(
            "{}{{\"shape\":\"{}\",\"points\":{},\"velocities\":{},\"radius\":{},\"size\":{},"
            "\"color\":{}}}",
            shapes.empty() ? "" : ",", row_of(s.shape).word, points_text(s.points),
            points_text(s.velocities), s.radius, json(s.size), s.color);
    return fmt::format("{{\"dimension\":{},\"equal\":{},{},\"shapes\":[{}]}}", scene.dimension,
                       scene.equal, frames_text(scene), shapes);
}

std::string strips_text(const Strips& strips)
{
    std::string list;
    for (const Strip& strip : strips.strips)
        list += fmt::format("{}{{{},{}}}", list.empty() ? "" : ",",
                            member("equation", json(strip.equation)),
                            member("pieces", packed(strip.pieces)));
    return fmt::format("{{\"edges\":{},\"rows\":[{}]}}", packed(strips.edges), list);
}

std::string colors_text()
{
    std::string list;
    for (const DrawColor& color : draw_colors)
        list +=
            fmt::format("{}[{},{}]", list.empty() ? "" : ",", json(color.light), json(color.dark));
    return '[' + list + ']';
}

std::string parts_text(const std::vector<ChangingPart>& parts)
{
    std::string list;
    for (const ChangingPart& part : parts)
        list += fmt::format("{}{}", list.empty() ? "" : ",", member(part.id, json(part.html)));
    return '{' + list + '}';
}

/// Which panel each column belongs to, and which are shown at first: what is no derivative.
std::string panels_text(const Solution& solution, const plot::Table& table)
{
    const std::vector<int> numbers = plot::panel_numbers(table, solution.names);
    std::string shown;
    int count = 0;
    for (const std::string& name : solution.names) {
        const bool is_derivative = name.ends_with('\'') || name.starts_with("der(");
        shown += fmt::format("{}{}", shown.empty() ? "" : ",", !is_derivative && count < 12);
        count += !is_derivative;
    }
    return fmt::format("\"panels\":[{}],\"shown\":[{}]", fmt::join(numbers, ","), shown);
}

}  // namespace

PageContents contents_of(System& system, const Analysis& analysis, const SolveOptions& options,
                         const Solution& solution)
{
    RowReader reader(system, solution);
    PageContents result;
    result.strips = strips_of(system, analysis, solution, reader,
                              {options.rtol, options.atol, options.atol_of}, strip_numbers);
    result.scene = scene_of(system, solution, reader, frame_numbers);
    result.table = plot::results_of(solution).table;
    return result;
}

std::string data_text(const System& system, const Solution& solution, const PageContents& contents,
                      const DataWishes& wishes)
{
    const std::size_t columns = solution.names.size() + 1;
    const std::vector<std::size_t> chosen =
        wishes.all_rows ? all_of(solution.rows.size())
                        : thinned(solution.rows, row_numbers / std::max<std::size_t>(1, columns));
    const Rows between =
        between_rows(solution, std::min(enough_points, between_numbers / (columns + 1)));
    const bool along = !solution.function.empty() && solution.function.along_curve();
    const std::string parts[] = {
        member("title", json(system.title)),
        member("independent", json(solution.independent)),
        member("names", json(solution.names)),
        member("total", std::to_string(solution.rows.size())),
        member("rows", columns_of(solution.rows, chosen)),
        member("between", columns_of(between, all_of(between.size()))),
        member("along", along ? "true" : "false"),
        panels_text(solution, contents.table),
        member("marks", mark_list(solution, along)),
        member("steps", steps_text(solution.function)),
        member("scene", scene_text(contents.scene)),
        member("strips", strips_text(contents.strips)),
        member("colors", colors_text()),
        member("live", json(wishes.live)),
        member("parts", parts_text(wishes.parts)),
    };
    return fmt::format("{{{}}}", fmt::join(parts, ",\n"));
}

std::string glance_text(System& system, const Solution& solution,
                        const std::vector<std::size_t>& columns,
                        const std::vector<ChangingPart>& changed)
{
    const Rows points = points_in_order(solution, points_of_glance);
    RowReader reader(system, solution);
    const Scene scene = scene_at(system, solution, reader, points);
    std::vector<std::size_t> shown{0, 1};  // the parameter and the independent variable
    for (const std::size_t column : columns)
        if (column < solution.names.size()) shown.push_back(column + 2);
    std::vector<double> numbers;
    for (const std::size_t column : shown)
        for (const std::vector<double>& point : points) numbers.push_back(point[column] + 0.0);
    const bool along = !solution.function.empty() && solution.function.along_curve();
    const std::string parts[] = {
        member("count", std::to_string(points.size())),
        member("curve", packed(numbers)),
        member("marks", mark_list(solution, along)),
        member("steps", steps_text(solution.function)),
        member("scene", '{' + frames_text(scene) + '}'),
        member("parts", parts_text(changed)),
    };
    return fmt::format("{{{}}}", fmt::join(parts, ",\n"));
}

}  // namespace involute::report
