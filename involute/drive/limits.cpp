// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/limits.hpp"

#include <fmt/format.h>

namespace involute {

double Limits::seconds() const
{
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

std::optional<Stop> Limits::reached(long steps, double x, const std::string& independent) const
{
    const auto at = [&] { return place_of(independent, x); };
    if (options_.interrupted && options_.interrupted())
        return Stop{Outcome::interrupted, fmt::format("interrupted at {}", at())};
    if (options_.max_steps > 0 && steps >= options_.max_steps)
        return Stop{Outcome::max_steps,
                    fmt::format("{} steps were used up at {}", options_.max_steps, at())};
    if (options_.max_seconds > 0 && seconds() > options_.max_seconds)
        return Stop{Outcome::max_seconds,
                    fmt::format("{} seconds were used up at {}", options_.max_seconds, at())};
    return std::nullopt;
}

}  // namespace involute
