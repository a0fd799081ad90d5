// SPDX-License-Identifier: Apache-2.0
#include "app/sweep_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "app/refuse.hpp"
#include "app/text.hpp"
#include "involute/sweep/basins.hpp"

namespace app {

namespace {

namespace plot = involute::plot;

// More cells or points than these cannot be told apart, and fill the memory.
constexpr std::int64_t most_runs_drawn = 1'000'000;
// More colours cannot be told apart.
constexpr std::size_t most_basins_shown = 11;

plot::Table table_of(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    const involute::SweepTitle title = involute::read_title(in, path);
    plot::Table table{.names = involute::fields_of(title.columns)};
    table.names.resize(table.names.size() - 2);  // code and reason
    table.columns.resize(table.names.size());
    involute::RunLines runs(in, title, path);
    for (std::string line; runs.read(line);) {
        line.pop_back();
        const std::vector<std::string> fields = involute::fields_of(line);
        for (std::size_t k = 0; k < table.columns.size(); ++k)
            table.columns[k].push_back(
                number<double>(fields.at(k)).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return table;
}

/// The grid of two axes, of which the last turns fastest.
plot::Axes heat_map(const plot::Table& table, const std::vector<std::string>& axes,
                    std::size_t rows, std::vector<double> values, const std::string& label)
{
    plot::HeatMap map{.values = std::move(values), .label = label};
    const std::vector<double>&x = plot::column(table, axes[0]), &y = plot::column(table, axes[1]);
    for (std::size_t k = 0; k < x.size(); k += rows) map.x.push_back(x[k]);
    map.y.assign(y.begin(), y.begin() + std::ptrdiff_t(rows));
    return {.x = {.label = axes[0]}, .y = {.label = axes[1]}, .map = std::move(map)};
}

/// What no picture can be made of, and why.
void require_drawable(const Arguments& a, const SweepJob& job, std::string_view flag,
                      const std::string& file)
{
    if (file == "-") refuse(fmt::format("`{}` needs a file", flag), fmt::format("{} FILE", flag));
    if (!a.output || *a.output == "-")
        refuse(fmt::format("`{}` draws what is in the file", flag), "-o FILE");
    if (*a.output == file) refuse("the rows and the picture need two files");
    if (a.shard) refuse("a part of a sweep is not drawn", "`involute plot` draws any columns");
    if (job.keep.rows > 0)
        refuse("rows are not drawn", "numbers of each run are: --keep \"x(end)\"");
    if (a.list || a.sample || a.over.empty() || a.over.size() > 2)
        refuse(fmt::format("`{}` draws over axes given by `--over`: one or two", flag),
               "`involute plot` draws any columns of the file");
    if (job.samples.count() > most_runs_drawn)
        refuse(fmt::format("a picture of {} runs", job.samples.count()),
               fmt::format("at most {} can be drawn", most_runs_drawn));
}

/// How far the start values of what is kept at the end were spread: of x'(end) those of x'.
std::vector<double> swept_ranges(const plot::Table& table, const std::vector<std::string>& swept,
                                 const std::vector<std::string>& names)
{
    std::vector<double> ranges;
    for (const std::string& name : names) {
        const auto same = std::ranges::find_if(
            swept, [&](const std::string& one) { return name == one + "(end)"; });
        double range = 0;
        if (same != swept.end()) {
            const auto [low, high] = std::ranges::minmax(plot::column(table, *same));
            range = high - low;
        }
        ranges.push_back(range);
    }
    return ranges;
}

/// "x = 1, x' = 0": without the `(end)` that all have in common.
std::string end_text(const std::vector<std::string>& names, const std::vector<double>& end)
{
    std::string text;
    for (std::size_t k = 0; k < names.size() && k < 3; ++k) {
        const std::string& name = names[k];
        const std::string shown = name.ends_with("(end)") ? name.substr(0, name.size() - 5) : name;
        text += fmt::format("{}{} = {:.2g}", k == 0 ? "" : ", ", shown, end[k] + 0.0);
    }
    return names.size() > 3 ? text + ", …" : text;
}

}  // namespace

SweepPicture::SweepPicture(const Arguments& a, const SweepJob& job) : job_(job)
{
    if (a.plot_columns && !a.plot) refuse("`--plot-columns` is for `--plot`", "--plot FILE");
    if (a.plot) require_drawable(a, job, "--plot", *a.plot);
    if (a.basins) require_drawable(a, job, "--basins", *a.basins);
    if (a.basins && a.over.size() != 2)
        refuse("`--basins` draws over two axes", "--over \"x=-2:2:101\" --over \"x'=-2:2:101\"");
    if (a.basins && a.plot == a.basins) refuse("two pictures need two files");
    if (!a.plot && !a.basins) return;
    for (const std::string& text : a.over) log_.push_back(text.ends_with(":log"));
    rows_ = std::size_t(involute::axis(a.over.back()).count);
    names_ = job.keep.names();
    if (a.plot_columns) {
        const auto listed = comma_separated(*a.plot_columns);
        names_.assign(listed.begin(), listed.end());
        plot::Table known{.names = job.keep.names()};
        known.columns.resize(known.names.size());
        for (const std::string& name : names_) plot::column(known, name);
    }
    if (a.plot) file_.emplace(*a.plot);
    if (a.basins) basins_.emplace(*a.basins);
}

std::vector<std::string> SweepPicture::heads() const
{
    return involute::sample_heads(job_.samples.names(), job_.keep);
}

std::string SweepPicture::lines_or_maps(const plot::Table& table) const
{
    const std::vector<std::string> axes = heads();
    plot::Figure figure{.title = axes.size() > 1 ? job_.model_title : ""};
    if (axes.size() == 1) {
        figure.panels.emplace_back(plot::plane_of(table, axes[0], names_));
        std::get<plot::Axes>(figure.panels[0]).title = job_.model_title;
    } else {
        for (const std::string& name : names_)
            figure.panels.emplace_back(
                heat_map(table, axes, rows_, plot::column(table, name), name));
    }
    for (plot::Panel& panel : figure.panels) {
        plot::Axes& drawn = std::get<plot::Axes>(panel);
        if (log_[0]) drawn.x.scale = plot::Scale::log;
        if (log_.size() > 1 && log_[1]) drawn.y.scale = plot::Scale::log;
    }
    return plot::to_svg(figure);
}

std::string SweepPicture::basins(const plot::Table& table) const
{
    const std::vector<std::string> names = job_.keep.names();
    std::vector<std::vector<double>> ends(table.rows());
    for (const std::string& name : names)
        for (std::size_t k = 0; k < ends.size(); ++k)
            ends[k].push_back(plot::column(table, name)[k]);
    const involute::Basins found = involute::basins_of(ends, swept_ranges(table, heads(), names));
    const std::size_t shown = std::min(found.ends.size(), most_basins_shown);
    std::vector<double> values;
    for (const int place : found.of)
        values.push_back(place < 0 ? std::numeric_limits<double>::quiet_NaN()
                                   : double(std::min(std::size_t(place), shown)));
    plot::Axes axes = heat_map(table, heads(), rows_, std::move(values), "");
    for (std::size_t k = 0; k < shown; ++k)
        axes.map->names.push_back(end_text(names, found.ends[k]));
    if (shown < found.ends.size())
        axes.map->names.push_back(fmt::format("{} others", found.ends.size() - shown));
    axes.title = job_.model_title;
    if (log_[0]) axes.x.scale = plot::Scale::log;
    if (log_[1]) axes.y.scale = plot::Scale::log;
    return plot::to_svg(plot::figure(std::move(axes)));
}

void SweepPicture::draw(const std::string& rows)
{
    if (!file_ && !basins_) return;
    const plot::Table table = table_of(rows);
    if (file_) {
        file_->stream() << lines_or_maps(table);
        file_->commit();
    }
    if (basins_) {
        basins_->stream() << basins(table);
        basins_->commit();
    }
}

}  // namespace app
