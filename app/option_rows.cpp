// SPDX-License-Identifier: Apache-2.0
#include "app/arguments.hpp"

namespace app {

namespace {

constexpr std::string_view s = "solve";
constexpr std::string_view a = "analyze";
constexpr std::string_view p = "plot";
constexpr std::string_view s_c = "solve check";
constexpr std::string_view all = "solve analyze check";
using A = Arguments;

// clang-format off
const OptionRow rows[] = {
    {"--to", "X", s, &A::to, "end at this value of the independent variable"},
    {"--curve", "", s, &A::curve, "walk along the curve, through folds"},
    {"--length", "S", s, &A::length, "walk this far along the curve, in scaled arclength"},
    {"--scale", "C", s, &A::scale, "one scale for all coordinates of the curve (1: plain arclength)"},
    {"--method", "NAME", s_c, &A::method, "`involute methods` lists them [auto]"},
    {"--rtol", "R", s_c, &A::rtol, "relative error allowed per step [solve: 1e-8, check: 1e-10]"},
    {"--atol", "A", s_c, &A::atol, "absolute error allowed per step [solve: 1e-10, check: 1e-12]"},
    {"--step", "H", s, &A::step, "constant steps of this size"},
    {"--first-step", "H", s, &A::first_step, "size of the first step [chosen for you]"},
    {"--max-step", "H", s, &A::max_step, "no step larger than this"},
    {"--precision", "NAME", s_c, &A::precision, "double, or quad: 33 digits [double]"},
    {"--order", "N", s, &A::order, "order of the method taylor [chosen for you]"},
    {"--control", "RULE", s, &A::control, "how steps are chosen: pi, classic or halving [pi]"},
    {"--estimate", "NAME", s, &A::estimate, "of the error: auto, embedded, doubling or implicit-euler [auto]"},
    {"--norm", "NAME", s, &A::norm, "of the error: scaled, or euclidean (atol alone counts) [scaled]"},
    {"--lower-order", "", s, &A::lower_order, "go on with the lower formula of an embedded pair"},
    {"--projection", "WAY", s, &A::projection, "sweep, newton, chord, second-order, gauss-newton, frozen or none [sweep]"},
    {"--project-stages", "", s, &A::project_stages, "project every stage, not the end of a step alone"},
    {"--metric", "\"x=1, x'=10\"", s, &A::metric, "unit of length of a coordinate, for orthogonal projections"},
    {"--distribution", "NAME", s, &A::distribution, "direction of the solution: linear-solve or null-space"},
    {"--interpolation", "NAME", s, &A::interpolation, "between steps: dense or hermite [dense]"},
    {"--collocate", "ROWS", s, &A::collocate, "Radau stages satisfy the completed equations, or those written [completed]"},
    {"--tops", "NAME", s, &A::tops, "highest derivatives in Radau rows: recomputed, or carried from stages [recomputed]"},
    {"--newton", "NAME", s, &A::newton, "matrix for Radau stages: simplified, or full at every stage [simplified]"},
    {"--smooth", "", s, &A::smooth, "strong forces: start on the motion without fast oscillations, large steps"},
    {"--columns", "\"x, x^2+y^2\"", s, &A::columns, "what a row holds: expressions, invariants, curvatures"},
    {"--points", "N", s, &A::points, "return this many rows, equally spread"},
    {"--every", "DX", s, &A::every, "return a row every DX"},
    {"--at", "x1,x2,..", s, &A::at, "return rows at these places, every passage"},
    {"--branch", "N", s, &A::branch, "of several solutions through the start: the N-th [nearest to the guess]"},
    {"--continue", "N", s, &A::continuations, "follow the N-th way out of a singular point; repeat for further ones"},
    {"--component", "N", "solve analyze", &A::component, "of a constraint set that decomposes: the N-th [the start's]"},
    {"--components", "", a, &A::components, "decompose polynomial constraints with the program Singular"},
    {"--singular", "PROGRAM", "solve analyze", &A::singular, "the program Singular; none: do not look for it [Singular]"},
    {"--param", "a=1", all, &A::params, "give a parameter another value; repeat, or separate by commas"},
    {"--start", "\"x=1, x'=0\"", "solve analyze", &A::starts, "start values, replacing the model's"},
    {"--format", "NAME", s, &A::format, "csv, json or npz [csv]"},
    {"-o,--output", "FILE", "solve plot", &A::output, "write there instead of to standard output"},
    {"-o,--output", "FOLDER", "papers", &A::output, "where the pages go [docs/papers]"},
    {"--only", "NAME", "papers", &A::only, "this page alone, by the name of its file"},
    {"--plot", "FILE", s, &A::plot, "draw the unknowns into this SVG file as well"},
    {"--plot-columns", "\"t,x,y\"", s, &A::plot_columns, "what --plot draws: the first across, the others upwards"},
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
    {"--max-steps", "N", s_c, &A::max_steps, "stop after this many steps"},
    {"--max-seconds", "S", s_c, &A::max_seconds, "stop after this much time"},
    {"--interpreter", "", all, &A::interpreter, "do not generate native code"},
    {"--quiet", "", "solve check papers", &A::quiet, "no words and no progress bar unless something is wrong"},
};
// clang-format on

}  // namespace

std::span<const OptionRow> option_rows()
{
    return rows;
}

}  // namespace app
