// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "app/options.hpp"
#include "involute/output/formats.hpp"

namespace app {

namespace {

constexpr std::string_view s = "solve";
constexpr std::string_view v = "watch";
constexpr std::string_view w = "sweep";
constexpr std::string_view s_w = "solve watch sweep study";
constexpr std::string_view s_r = "solve watch sweep";  // what is for rows
constexpr std::string_view a = "analyze";
constexpr std::string_view p = "plot";
constexpr std::string_view s_a = "solve watch sweep study analyze";
constexpr std::string_view s_c = "solve watch sweep study check";
constexpr std::string_view all = "solve watch sweep study analyze check";
using A = Arguments;

/// Options of the library that others than `solve` and `sweep` take, or `solve` alone.
struct Takers {
    std::string_view field{};
    std::string_view commands{};
};
constexpr Takers other_takers[] = {
    {"method", s_c},
    {"rtol", s_c},
    {"atol", s_c},
    {"precision", s_c},
    {"max_steps", s_c},
    {"max_seconds", all},
    {"component", s_a},
    {"singular", s_a},
    {"native", all},
    {"columns", s_r},
    {"sampling.points", s_r},
    {"sampling.every", s_r},
    {"sampling.at", s_r},
};

/// "csv, json or npz".
std::string format_names()
{
    const std::span<const involute::Format> rows = involute::formats();
    std::string names(rows.front().name);
    for (std::size_t k = 1; k < rows.size(); ++k)
        names += (k + 1 < rows.size() ? ", " : " or ") + std::string(rows[k].name);
    return names;
}

// clang-format off
const FlagRow own_rows[] = {
    {"--components", "", a, &A::components, "decompose polynomial constraints with the program Singular", "singular"},
    {"--param", "a=1", all, &A::params, "give a parameter another value; repeat, or separate by commas"},
    {"--input", "u=FILE.csv", all, &A::inputs, "give an input: a table, with ,cubic ,periodic or ,hold if wanted, or a number; repeat"},
    {"--over", "\"g=1:2:101\"", w, &A::over, "an axis: from, to, how many; g=1:1000:4:log; g=1,2,5; repeat for a grid", ""},
    {"--list", "FILE.csv", w, &A::list, "one run a line: names in the first, numbers in the others", ""},
    {"--sample", "KIND:N", w, &A::sample, "N samples of what --range says: uniform, lhs or sobol", ""},
    {"--seed", "N", w, &A::seed, "with --sample: other samples for another seed [0]", ""},
    {"--range", "\"g=9:10\"", w, &A::ranges, "with --sample: ends, or m~normal(1,0.1), k~loguniform(1,9); repeat", ""},
    {"--keep", "\"x(end)\"", w, &A::keep, "also max(x), min(x), t(hit), crossings(hit), x at 0,1,2; or rows [all at the end]", ""},
    {"--threads", "N", w, &A::threads, "runs at a time [one for each core]", ""},
    {"--lanes", "N", w, &A::lanes, "runs side by side in each thread: 1, 4 or 8 [as the machine can]", ""},
    {"--shard", "I/N", w, &A::shard, "the I-th of N parts, from 1", ""},
    {"--collect", "", w, &A::collect, "put finished parts together", ""},
    {"--resume", "", w, &A::go_on, "go on with the file of -o, if there is one", ""},
    {"--start", "\"x=1, x'=0\"", s_a, &A::starts, "start values, replacing the model's"},
    {"--format", "NAME", s, &A::format, format_names() + " [csv]"},
    {"-o,--output", "FILE", "solve study plot", &A::output, "write there instead of to standard output"},
    {"-o,--output", "FILE", w, &A::output, "write there, csv or .npz, instead of to standard output", ""},
    {"-o,--output", "FOLDER", "papers", &A::output, "where the pages go [docs/papers]"},
    {"--only", "NAME", "papers", &A::only, "this page alone, by the name of its file"},
    {"--checkpoint", "FILE", s, &A::checkpoint, "keep there what the run needs to be gone on with"},
    {"--checkpoint-every", "S", s, &A::checkpoint_every, "seconds between checkpoints; 0: every step [60]"},
    {"--resume", "FILE", s, &A::resume, "go on from a checkpoint: the same bits as without a break"},
    {"--plot", "FILE", s, &A::plot, "draw the unknowns into this SVG file as well; -: in the terminal, instead of rows"},
    {"--plot", "FILE", w, &A::plot, "draw it over one axis (lines) or two (a heat map), as SVG", ""},
    {"--plot-columns", "\"t,x,y\"", s, &A::plot_columns, "what --plot draws: the first across, the others upwards"},
    {"--plot", "FILE", "study", &A::plot, "draw the error over the step, or over the work, as SVG"},
    {"--plot-columns", "\"x(end)\"", w, &A::plot_columns, "what --plot draws of what is kept [all]", ""},
    {"--basins", "FILE", w, &A::basins, "draw where runs end up, over two axes, as SVG", ""},
    {"--report", "FILE.html", s, &A::report, "write the run as one page: model, plots, animation, residuals, values"},
    {"--report-all", "", s, &A::report_all, "with --report: every row, however large the page becomes"},
    {"--port", "N", v, &A::port, "listen there [a free one]", ""},
    {"--no-browser", "", v, &A::no_browser, "only tell the address", ""},
    {"--title", "TEXT", p, &A::title, "above the picture"},
    {"--xlabel", "TEXT", p, &A::x_label, "below the picture [the name of the column]"},
    {"--ylabel", "TEXT", p, &A::y_label, "beside the picture [the name, if there is but one]"},
    {"--logx", "", p, &A::log_x, "logarithmic scale across"},
    {"--logy", "", p, &A::log_y, "logarithmic scale upwards"},
    {"--equal", "", p, &A::equal, "one unit is as long on every axis"},
    {"--points", "", p, &A::points_only, "points without lines"},
    {"--3d", "", p, &A::space, "three names: a curve in space"},
    {"--view", "A,E", p, &A::view, "with --3d: seen from azimuth A, elevation E in degrees [35,25]"},
    {"--sphere", "R", p, &A::sphere, "with --3d: draw the sphere of radius R around 0"},
    {"--section", "NAME", p, &A::section, "the points recorded at this section or event (of a json file)"},
    {"--size", "WxH", p, &A::size, "width and height in pixels [640x420]"},
    {"--json", "", a, &A::json, "write JSON instead of words"},
    {"--quiet", "", "solve sweep study check papers", &A::quiet, "no words and no progress bar unless something is wrong", ""},
};
// clang-format on

std::string_view commands_with(std::string_view field)
{
    const auto found = std::ranges::find(other_takers, field, &Takers::field);
    return found == std::end(other_takers) ? s_w : found->commands;
}

/// The sentence of the library, and in brackets what is done where nothing is given.
std::string help_of(const involute::OptionRow& row)
{
    const std::string usual = involute::default_text(row);
    const std::string in_check = involute::option_text(row, check_defaults());
    if (in_check != involute::option_text(row, {}))
        return fmt::format("{} [solve: {}, check: {}]", row.help, usual, in_check);
    return usual.empty() ? std::string(row.help) : fmt::format("{} [{}]", row.help, usual);
}

std::vector<FlagRow> all_rows()
{
    std::vector<FlagRow> rows;
    const auto add_own = [&](std::string_view before) {
        for (const FlagRow& row : own_rows)
            if (row.before == before) rows.push_back(row);
    };
    for (const involute::OptionRow& row : involute::option_table()) {
        if (row.flag.empty()) continue;
        add_own(row.field);
        rows.push_back({row.flag, row.value, commands_with(row.field), &row, help_of(row)});
    }
    add_own("");
    return rows;
}

}  // namespace

std::span<const FlagRow> flag_rows()
{
    static const std::vector<FlagRow> rows = all_rows();
    return rows;
}

}  // namespace app
