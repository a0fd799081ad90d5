// SPDX-License-Identifier: Apache-2.0
// involute plot: a picture of columns of a result.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/commands.hpp"
#include "app/input.hpp"
#include "app/picture.hpp"
#include "app/say.hpp"
#include "involute/base/error.hpp"
#include "involute/output/output_file.hpp"
#include "involute/plot/read.hpp"

namespace app {

namespace {

namespace plot = involute::plot;
using involute::Diagnostic;
using involute::Error;

constexpr std::int64_t most_bytes = std::int64_t(1) << 30;

plot::Results read(const std::string& path)
{
    const std::string text = text_of(path, most_bytes + 1);
    const std::string name = path == "-" ? "standard input" : path;
    if (std::int64_t(text.size()) > most_bytes)
        throw Error(Diagnostic{.message = "more than a gigabyte cannot be drawn",
                               .hint = "solve with --points or --every to have fewer rows",
                               .file = name});
    return plot::read_results(text, name);
}

/// The rows asked for: those of the run, or those of a section.
const plot::Table& chosen(const plot::Results& results, const Arguments& a)
{
    const plot::Table& table = a.section ? plot::record(results, *a.section) : results.table;
    if (table.rows() > 0) return table;
    throw Error(Diagnostic{
        .message = a.section ? fmt::format("the section `{}` was never crossed", *a.section)
                             : fmt::format("`{}` has no rows to draw", a.models.front())});
}

/// A logarithm hides what is not positive; that must not go unnoticed.
void tell_hidden(const plot::Table& table, const std::vector<std::string>& names,
                 const Arguments& a)
{
    const auto hidden = [&](const std::string& name) {
        return std::ranges::count_if(plot::column(table, name), [](double v) { return v <= 0; });
    };
    std::ptrdiff_t count = a.log_x ? hidden(names.front()) : 0;
    for (std::size_t i = 1; a.log_y && i < names.size(); ++i) count += hidden(names[i]);
    if (count > 0) say("note: {} values are not positive: no place on a logarithmic axis\n", count);
}

}  // namespace

int run_plot(const Arguments& arguments)
{
    require_other_file(arguments.output, arguments.models.front(), "result");
    std::optional<involute::OutputFile> file;
    if (arguments.output && *arguments.output != "-") file.emplace(*arguments.output);
    const plot::Results results = read(arguments.models.front());
    const plot::Table& table = chosen(results, arguments);
    std::vector<std::string> names(arguments.models.begin() + 1, arguments.models.end());
    if (names.empty()) names = usual_names(table);
    const std::string svg = plot::to_svg(picture(table, names, arguments));
    tell_hidden(table, names, arguments);
    (file ? file->stream() : std::cout) << svg;
    if (file) file->commit();
    return 0;
}

}  // namespace app
