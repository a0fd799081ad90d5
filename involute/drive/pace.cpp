// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/method/explicit_methods.hpp"

namespace involute {
namespace {

// Rows asked for by --points or --every: more would only fill the memory.
constexpr double most_rows = 1e8;

}  // namespace

const Tableau& choose_method(const SolveOptions& options)
{
    // Until there are more methods to choose from: the eighth order pays from five digits on.
    const std::string_view name = options.method != "auto" ? std::string_view(options.method)
                                  : options.rtol < 1e-4    ? "dop853"
                                                           : "dopri54";
    const Tableau* found = find_method(name);
    if (!found)
        throw Error(Diagnostic{.message = fmt::format("unknown method `{}`", name),
                               .hint = "`involute methods` lists them"});
    return *found;
}

WalkOptions walk_options(const SolveOptions& options)
{
    return {.rtol = options.rtol,
            .atol = options.atol,
            .step = options.step,
            .first_step = options.first_step,
            .max_step = options.max_step};
}

std::vector<double> wanted_parameters(const Sampling& sampling, double from, double to)
{
    std::vector<double> wanted;
    const double direction = to < from ? -1 : 1;
    const double count =
        sampling.every > 0 ? std::abs(to - from) / sampling.every : double(sampling.points);
    if (count > most_rows)
        throw Error(Diagnostic{
            .message =
                fmt::format("{:.3g} rows are asked for; the limit is {:.0f}", count, most_rows),
            .hint = "ask for fewer points"});
    if (sampling.points > 0) {
        const double spacing = (to - from) / double(std::max(1L, sampling.points - 1));
        for (long k = 0; k + 1 < sampling.points; ++k) wanted.push_back(from + double(k) * spacing);
        wanted.push_back(to);
    } else if (sampling.every > 0) {
        for (double k = 0; k * sampling.every < std::abs(to - from); ++k)
            wanted.push_back(from + direction * k * sampling.every);
        wanted.push_back(to);
    } else if (sampling.only_end) {
        wanted = {from, to};
    } else {
        for (const double x : sampling.at)
            if ((x - from) * direction >= 0 && (to - x) * direction >= 0) wanted.push_back(x);
        std::sort(wanted.begin(), wanted.end(),
                  [&](double a, double b) { return (b - a) * direction > 0; });
    }
    return wanted;
}

double Limits::seconds() const
{
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

std::optional<Limits::Reached> Limits::reached(long steps, double x,
                                               const std::string& independent) const
{
    const auto at = [&] { return fmt::format("{} = {:.12g}", independent, x); };
    if (options_.interrupted && options_.interrupted())
        return Reached{Outcome::interrupted, fmt::format("interrupted at {}", at())};
    if (options_.max_steps > 0 && steps >= options_.max_steps)
        return Reached{Outcome::max_steps,
                       fmt::format("{} steps were used up at {}", options_.max_steps, at())};
    if (options_.max_seconds > 0 && seconds() > options_.max_seconds)
        return Reached{Outcome::max_seconds,
                       fmt::format("{} seconds were used up at {}", options_.max_seconds, at())};
    return std::nullopt;
}

}  // namespace involute
