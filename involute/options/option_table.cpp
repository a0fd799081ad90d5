// SPDX-License-Identifier: Apache-2.0
#include "involute/options/option_table.hpp"

#include "involute/options/option_access.hpp"

namespace involute {
namespace {

using option_access::access_to;
using option_access::access_to_tolerances;
using O = SolveOptions;
using T = Technique;

constexpr std::string_view give_positive = "give a positive number";

// clang-format off
const OptionRow rows[] = {
    {.field = "to", .flag = "--to", .value = "X", .help = "end at this value of the independent variable", .access = access_to<&O::to>,
     .complaint = "the end of the run is not a finite number", .remedy = "give a number to option `to`"},
    {.field = "curve", .flag = "--curve", .help = "walk along the curve, through folds", .access = access_to<&O::curve>},
    {.field = "length", .flag = "--length", .value = "S", .help = "walk this far along the curve, in scaled arclength", .access = access_to<&O::length>,
     .positive = true, .complaint = "the length of the run is not positive", .remedy = "give a positive number to option `length`"},
    {.field = "scale", .flag = "--scale", .value = "C", .help = "one scale for all coordinates of the curve (1: plain arclength)", .access = access_to<&O::scale>,
     .positive = true, .complaint = "the scale is not positive", .remedy = "give a positive number to option `scale`", .needs_equations = true},
    {.field = "method", .flag = "--method", .value = "NAME", .help = "`involute methods` lists them", .access = access_to<&O::method>},
    {.field = "rtol", .flag = "--rtol", .value = "R", .help = "relative error allowed per step", .access = access_to<&O::rtol>,
     .positive = true, .below = 1, .complaint = "option `rtol = {}` is not a tolerance", .remedy = "option `rtol` must lie between 0 and 1, for example 1e-8"},
    {.field = "atol", .flag = "--atol", .value = "A", .help = "absolute error allowed per step; of single unknowns: \"1e-10, x=1e-6\"", .access = access_to_tolerances,
     .positive = true, .complaint = "option `atol = {}` is not a tolerance", .remedy = "option `atol` must be positive, for example 1e-10"},
    {.field = "atol_of", .help = "the same for single unknowns: {{\"x\", 1e-6}}", .access = access_to<&O::atol_of>, .positive = true},
    {.field = "step", .flag = "--step", .value = "H", .help = "constant steps of this size", .access = access_to<&O::step>,
     .positive = true, .complaint = "option `step = {}` is not a step size", .remedy = give_positive},
    {.field = "first_step", .flag = "--first-step", .value = "H", .help = "size of the first step", .access = access_to<&O::first_step>, .otherwise = "chosen for you",
     .positive = true, .complaint = "option `first_step = {}` is not a step size", .remedy = give_positive},
    {.field = "max_step", .flag = "--max-step", .value = "H", .help = "no step larger than this", .access = access_to<&O::max_step>,
     .positive = true, .complaint = "option `max_step = {}` is not a step size", .remedy = give_positive},
    {.field = "precision", .flag = "--precision", .value = "NAME", .help = "double, or quad: 33 digits", .access = access_to<&O::precision>, .needs_equations = true},
    {.field = "technique.order", .flag = "--order", .value = "N", .help = "order of the method taylor", .access = access_to<&T::order>, .otherwise = "chosen for you", .least = 2, .needs_equations = true},
    {.field = "technique.rule", .flag = "--control", .value = "RULE", .help = "how steps are chosen: pi, classic or halving", .access = access_to<&T::rule>},
    {.field = "technique.estimate", .flag = "--estimate", .value = "NAME", .help = "of the error: auto, embedded, doubling or implicit-euler", .access = access_to<&T::estimate>},
    {.field = "technique.norm", .flag = "--norm", .value = "NAME", .help = "of the error: scaled, or euclidean (atol alone counts)", .access = access_to<&T::norm>},
    {.field = "technique.lower_order", .flag = "--lower-order", .help = "go on with the lower formula of an embedded pair", .access = access_to<&T::lower_order>},
    {.field = "technique.projection", .flag = "--projection", .value = "WAY", .help = "sweep, newton, chord, second-order, gauss-newton, frozen or none", .access = access_to<&T::projection>, .needs_equations = true},
    {.field = "technique.project_stages", .flag = "--project-stages", .help = "project every stage, not the end of a step alone", .access = access_to<&T::project_stages>},
    {.field = "technique.metric", .flag = "--metric", .value = "\"x=1, x'=10\"", .help = "unit of length of a coordinate, for orthogonal projections", .access = access_to<&T::metric>, .needs_equations = true},
    {.field = "technique.distribution", .flag = "--distribution", .value = "NAME", .help = "direction of the solution: linear-solve or null-space", .access = access_to<&T::distribution>, .needs_equations = true},
    {.field = "technique.interpolation", .flag = "--interpolation", .value = "NAME", .help = "between steps: dense or hermite", .access = access_to<&T::interpolation>},
    {.field = "technique.collocation", .flag = "--collocate", .value = "ROWS", .help = "Radau stages satisfy the completed equations, or those written", .access = access_to<&T::collocation>, .needs_equations = true},
    {.field = "technique.tops", .flag = "--tops", .value = "NAME", .help = "highest derivatives in Radau rows: recomputed, or carried from stages", .access = access_to<&T::tops>, .needs_equations = true},
    {.field = "technique.newton", .flag = "--newton", .value = "NAME", .help = "matrix for Radau stages: simplified, or full at every stage", .access = access_to<&T::newton>, .needs_equations = true},
    {.field = "smooth", .flag = "--smooth", .help = "strong forces: start on the motion without fast oscillations, large steps", .access = access_to<&O::smooth>, .needs_equations = true},
    {.field = "columns", .flag = "--columns", .value = "\"x, x^2+y^2\"", .help = "what a row holds: expressions, invariants, curvatures", .access = access_to<&O::columns>},
    {.field = "sampling.points", .flag = "--points", .value = "N", .help = "return this many rows, equally spread", .access = access_to<&Sampling::points>,
     .least = 2, .complaint = "option `sampling.points = {}` is too few", .remedy = "give at least 2"},
    {.field = "sampling.every", .flag = "--every", .value = "DX", .help = "return a row every DX", .access = access_to<&Sampling::every>,
     .positive = true, .complaint = "option `sampling.every = {}` is not a distance", .remedy = give_positive},
    {.field = "sampling.at", .flag = "--at", .value = "x1,x2,..", .help = "return rows at these places, every passage", .access = access_to<&Sampling::at>,
     .complaint = "a place to return a row at is not a finite number", .remedy = "give numbers to option `sampling.at`"},
    {.field = "sampling.only_end", .help = "return the start and the end alone", .access = access_to<&Sampling::only_end>},
    {.field = "branch", .flag = "--branch", .value = "N", .help = "of several solutions through the start: the N-th", .access = access_to<&O::branch>, .otherwise = "nearest to the guess", .least = 1, .needs_equations = true},
    {.field = "continuations", .flag = "--continue", .value = "N", .help = "follow the N-th way out of a singular point; repeat for further ones", .access = access_to<&O::continuations>, .least = 1, .repeats = true, .needs_equations = true},
    {.field = "component", .flag = "--component", .value = "N", .help = "of a constraint set that decomposes: the N-th", .access = access_to<&O::component>, .otherwise = "the start's", .least = 1, .also = -1, .needs_equations = true},
    {.field = "singular", .flag = "--singular", .value = "PROGRAM", .help = "the program Singular; none: do not look for it", .access = access_to<&O::singular>},
    {.field = "max_steps", .flag = "--max-steps", .value = "N", .help = "stop after this many steps", .access = access_to<&O::max_steps>,
     .least = 1, .complaint = "option `max_steps = {}` is negative", .remedy = give_positive},
    {.field = "max_seconds", .flag = "--max-seconds", .value = "S", .help = "stop after this much time", .access = access_to<&O::max_seconds>,
     .positive = true, .complaint = "option `max_seconds = {}` is not a time", .remedy = give_positive},
    {.field = "max_memory", .flag = "--max-memory", .value = "MB", .help = "stop when what is kept fills this many megabytes (csv keeps none)", .access = access_to<&O::max_memory>,
     .positive = true, .complaint = "option `max_memory = {}` is not a size", .remedy = give_positive},
    {.field = "native", .flag = "--interpreter", .help = "do not generate native code", .access = access_to<&O::native>, .inverted = true},
    {.field = "keep_function", .help = "keep every step, so that the solution can be asked at any place", .access = access_to<&O::keep_function>, .needs_equations = true},
    {.field = "interrupted", .help = "asked at every step and in preparation; true ends the run"},
    {.field = "progress", .help = "told the fraction done, in [0, 1]"},
    {.field = "observe", .help = "shown every row as it is made; false ends the run"},
    {.field = "stream", .help = "given every row instead of the solution; false ends the run"},
};
// clang-format on

}  // namespace

std::span<const OptionRow> option_table()
{
    return rows;
}

const OptionRow* find_option(std::string_view field)
{
    for (const OptionRow& row : rows)
        if (row.field == field) return &row;
    return nullptr;
}

void set_option(SolveOptions& options, const OptionRow& row, std::string_view text,
                std::vector<Diagnostic>& wrong)
{
    if (row.access.read) row.access.read(row, text, options, wrong);
}

void assign_option(SolveOptions& options, const OptionRow& row, const OptionValue& value,
                   std::vector<Diagnostic>& wrong)
{
    if (row.access.assign) row.access.assign(row, value, options, wrong);
}

std::string option_text(const OptionRow& row, const SolveOptions& options)
{
    return row.access.print ? row.access.print(options) : std::string();
}

bool is_given(const OptionRow& row, const SolveOptions& options)
{
    return option_text(row, options) != option_text(row, {});
}

std::string default_text(const OptionRow& row)
{
    if (!row.otherwise.empty() || row.value.empty()) return std::string(row.otherwise);
    return option_text(row, {});
}

std::vector<Diagnostic> senseless_values(const SolveOptions& options)
{
    std::vector<Diagnostic> wrong;
    for (const OptionRow& row : rows)
        if (row.access.judge) row.access.judge(row, options, wrong);
    return wrong;
}

}  // namespace involute
