// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/method/methods.hpp"

namespace involute {
namespace {

// Rows asked for by --points or --every: more would only fill the memory.
constexpr double most_rows = 1e8;

}  // namespace

const MethodEntry& choose_method(const SolveOptions& options, bool series_can_be_had)
{
    // The eighth order pays from five digits on, series from ten or so (bench/taylor).
    std::string name = options.method;
    if (name == "auto")
        name = options.rtol < 3e-11 && series_can_be_had ? "taylor"
               : options.rtol < 1e-4                     ? "dop853"
                                                         : "dopri54";
    const MethodEntry* found = find_method_entry(name);
    if (!found)
        throw Error(Diagnostic{.message = fmt::format("unknown method `{}`", name),
                               .hint = "`involute methods` lists them"});
    if (!options.technique.lower_order) return *found;
    const MethodEntry* lower = find_method_entry(found->name + "-lower");
    if (!lower)
        throw Error(Diagnostic{
            .message = fmt::format("`{}` has no lower formula to go on with", found->name),
            .hint = "leave out --lower-order"});
    return *lower;
}

WalkOptions walk_options(const SolveOptions& options)
{
    return {.rtol = options.rtol,
            .atol = options.atol,
            .step = options.step,
            .first_step = options.first_step,
            .max_step = options.max_step,
            .rule = options.technique.rule,
            .norm = options.technique.norm,
            .estimate = options.technique.estimate,
            .project_stages = options.technique.project_stages,
            .order = options.technique.order,
            .collocation = options.technique.collocation,
            .tops = options.technique.tops,
            .newton = options.technique.newton,
            .smooth = options.smooth};
}

template <class S>
std::vector<S> wanted_parameters(const Sampling& sampling, const S& from, const S& to)
{
    using std::abs;
    std::vector<S> wanted;
    const S direction(to < from ? -1 : 1), distance = abs(to - from);
    const S every = meant<S>(sampling.every);
    const double count =
        sampling.every > 0 ? to_double(S(distance / every)) : double(sampling.points);
    if (count > most_rows)
        throw Error(Diagnostic{
            .message =
                fmt::format("{:.3g} rows are asked for; the limit is {:.0f}", count, most_rows),
            .hint = "ask for fewer points"});
    if (sampling.points > 0) {
        const S spacing = (to - from) / S(std::max(1L, sampling.points - 1));
        for (long k = 0; k + 1 < sampling.points; ++k) wanted.push_back(from + S(k) * spacing);
        wanted.push_back(to);
    } else if (sampling.every > 0) {
        for (long k = 0; S(k) * every < distance; ++k)
            wanted.push_back(from + direction * S(k) * every);
        wanted.push_back(to);
    } else if (sampling.only_end) {
        wanted = {from, to};
    } else {
        for (const double at : sampling.at)
            if (const S x = meant<S>(at);
                (x - from) * direction >= S(0) && (to - x) * direction >= S(0))
                wanted.push_back(x);
        std::sort(wanted.begin(), wanted.end(),
                  [&](const S& a, const S& b) { return (b - a) * direction > S(0); });
    }
    return wanted;
}

template std::vector<double> wanted_parameters(const Sampling&, const double&, const double&);
template std::vector<Quad> wanted_parameters(const Sampling&, const Quad&, const Quad&);

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
