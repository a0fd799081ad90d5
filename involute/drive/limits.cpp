// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/limits.hpp"

#include <fmt/format.h>

#include "involute/base/patience.hpp"
#include "involute/base/state.hpp"

namespace involute {

double Limits::seconds() const
{
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void Limits::visit_state(State& state)
{
    double used = seconds();
    state("seconds", used);
    constexpr double longest = 1e9;  // what no run took; a clock would overflow
    if (state.restoring())
        begin_ = Clock::now() -
                 std::chrono::duration_cast<Clock::duration>(
                     std::chrono::duration<double>(used >= 0 && used < longest ? used : 0));
}

std::optional<Stop> Limits::reached(long steps, double x, const std::string& independent) const
{
    const auto at = [&] { return "at " + place_of(independent, x); };
    if (was_interrupted()) return out_of_patience(Outcome::interrupted, options_, at());
    if (options_.max_steps > 0 && steps >= options_.max_steps)
        return Stop{Outcome::max_steps,
                    fmt::format("{} steps were used up {}", options_.max_steps, at())};
    if (out_of_time()) return out_of_patience(Outcome::max_seconds, options_, at());
    return std::nullopt;
}

Stop out_of_patience(Outcome code, const SolveOptions& options, const std::string& where)
{
    if (code == Outcome::interrupted) return {code, "interrupted " + where};
    return {code, fmt::format("{} seconds were used up {}", options.max_seconds, where)};
}

}  // namespace involute
