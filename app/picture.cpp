// SPDX-License-Identifier: Apache-2.0
#include "app/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "app/text.hpp"
#include "involute/base/error.hpp"

namespace app {

namespace {

namespace plot = involute::plot;

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// Two numbers with a mark between them, as in 800x600.
std::pair<double, double> two_numbers(std::string_view flag, const std::string& text, char mark,
                                      std::string_view example)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const std::string_view all = text;
    const auto middle = std::min(all.find(mark), all.size());
    const double first = number<double>(all.substr(0, middle)).value_or(none);
    const double second =
        number<double>(all.substr(std::min(middle + 1, all.size()))).value_or(none);
    if (!std::isfinite(first) || !std::isfinite(second))
        refuse(fmt::format("`{} {}`: two numbers are needed", flag, text),
               fmt::format("as in {} {}", flag, example));
    return {first, second};
}

void set_size(plot::Figure& figure, const Arguments& a)
{
    if (!a.size) return;
    const auto [width, height] = two_numbers("--size", *a.size, 'x', "800x600");
    constexpr double least = 200, most = 10'000;
    if (!(width >= least && width <= most && height >= least && height <= most))
        refuse(fmt::format("`--size {}`: from 200x200 to 10000x10000 pixels", *a.size));
    figure.width = width;
    figure.height = height;
}

/// x' and der(x, 5), but not x*y'.
bool is_derivative(std::string_view name)
{
    const bool is_expression = name.find_first_of("+-*/^") != name.npos;
    const bool is_call = name.starts_with("der(") && name.find(')') == name.size() - 1;
    return !is_expression && (name.ends_with('\'') || is_call);
}

}  // namespace

void require_two(const std::vector<std::string>& names)
{
    if (names.size() < 2)
        refuse("one column alone makes no picture",
               "first the name of what goes across, then those of what goes upwards");
}

namespace {

plot::Axes plane(const plot::Table& table, const std::vector<std::string>& names,
                 const Arguments& a)
{
    require_two(names);
    if (a.view || a.sphere)
        refuse(fmt::format("`{}` is for pictures of space", a.view ? "--view" : "--sphere"),
               "with `--3d` and three names");
    plot::Axes axes = plot::plane_of(table, names.front(), {names.begin() + 1, names.end()});
    axes.title = a.title.value_or("");
    if (a.x_label) axes.x.label = *a.x_label;
    if (a.y_label) axes.y.label = *a.y_label;
    if (a.log_x) axes.x.scale = plot::Scale::log;
    if (a.log_y) axes.y.scale = plot::Scale::log;
    axes.equal = a.equal;
    for (plot::Series& series : axes.series)
        if (a.points_only) {
            const bool many = series.x.size() > 300;
            const auto mark = many ? plot::Marker::dot : plot::Marker::automatic;
            series.style = plot::points(mark);
        }
    return axes;
}

double radius(const std::string& text)
{
    const auto value = number<double>(text);
    if (!value || !(*value > 0) || !std::isfinite(*value))
        refuse(fmt::format("`--sphere {}`: a number greater than 0 is needed", text));
    return *value;
}

plot::Space space(const plot::Table& table, const std::vector<std::string>& names,
                  const Arguments& a)
{
    if (names.size() != 3) refuse(fmt::format("`--3d` needs three names, not {}", names.size()));
    if (a.log_x || a.log_y) refuse("logarithmic scales are for two axes", "leave out `--3d`");
    plot::Space result = plot::space_of(table, names[0], names[1], names[2]);
    result.title = a.title.value_or("");
    if (a.x_label) result.x.label = *a.x_label;
    if (a.y_label) result.y.label = *a.y_label;
    result.equal = a.equal || a.sphere;
    if (a.sphere) result.surfaces.push_back(plot::sphere(radius(*a.sphere)));
    if (a.points_only) result.curves.front().style = plot::points(plot::Marker::dot);
    if (a.view)
        std::tie(result.view.azimuth, result.view.elevation) =
            two_numbers("--view", *a.view, ',', "35,25");
    return result;
}

}  // namespace

std::vector<std::string> usual_names(const plot::Table& table)
{
    std::vector<std::string> names;
    for (const std::string& name : table.names)
        if (names.empty() || !is_derivative(name)) names.push_back(name);
    return names.size() > 1 ? names : table.names;
}

plot::Figure picture(const plot::Table& table, const std::vector<std::string>& names,
                     const Arguments& a)
{
    plot::Figure figure =
        a.space ? plot::figure(space(table, names, a)) : plot::figure(plane(table, names, a));
    set_size(figure, a);
    return figure;
}

}  // namespace app
