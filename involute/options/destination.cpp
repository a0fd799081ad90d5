// SPDX-License-Identifier: Apache-2.0
#include "involute/options/destination.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/error.hpp"

namespace involute {

Destination destination(const System& system, const SolveOptions& options)
{
    Destination d;
    d.to = options.to;
    d.length = options.length;
    if (!options.to && !options.length) {
        d.to = system.solve.to;
        d.length = system.solve.length;
    } else if (!options.to && options.curve) {
        d.to = system.solve.to;
    }
    const std::optional<double> scale = options.scale ? options.scale : system.solve.scale;
    d.scale = scale.value_or(0);
    d.curve = options.curve || d.length.has_value();
    if (!d.to && !d.length)
        throw Error(Diagnostic{.message = "nothing says how far to solve",
                               .hint = "give --to X or --length S, or write `solve to X` in the "
                                       "model"});
    return d;
}

void require_sensible(const SolveOptions& options)
{
    std::vector<Diagnostic> wrong;
    const auto need = [&](bool holds, std::string message, std::string hint) {
        if (!holds) wrong.push_back({.message = std::move(message), .hint = std::move(hint)});
    };
    const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
    const auto not_negative = [](double x) { return std::isfinite(x) && x >= 0; };
    need(positive(options.rtol) && options.rtol < 1,
         fmt::format("rtol = {} is not a tolerance", options.rtol),
         "rtol must lie between 0 and 1, for example 1e-8");
    need(positive(options.atol), fmt::format("atol = {} is not a tolerance", options.atol),
         "atol must be positive, for example 1e-10");
    need(not_negative(options.step), fmt::format("step = {} is not a step size", options.step),
         "give a positive number");
    need(not_negative(options.first_step),
         fmt::format("first step = {} is not a step size", options.first_step),
         "give a positive number");
    need(not_negative(options.max_step),
         fmt::format("max step = {} is not a step size", options.max_step),
         "give a positive number");
    need(not_negative(options.max_seconds),
         fmt::format("max seconds = {} is not a time", options.max_seconds),
         "give a positive number");
    need(options.max_steps >= 0, fmt::format("max steps = {} is negative", options.max_steps),
         "give a positive number");
    need(!options.to || std::isfinite(*options.to), "the end of the run is not a finite number",
         "give a number to --to");
    need(!options.length || positive(*options.length), "the length of the run is not positive",
         "give a positive number to --length");
    need(!options.scale || positive(*options.scale), "the scale is not positive",
         "give a positive number to --scale");
    need(options.sampling.points == 0 || options.sampling.points >= 2,
         fmt::format("points = {} is too few", options.sampling.points), "give at least 2");
    need(not_negative(options.sampling.every),
         fmt::format("every = {} is not a distance", options.sampling.every),
         "give a positive number");
    for (const double x : options.sampling.at)
        need(std::isfinite(x), "a place to return a row at is not a finite number",
             "give numbers to --at");
    if (!wrong.empty()) throw Error(std::move(wrong));
}

}  // namespace involute
