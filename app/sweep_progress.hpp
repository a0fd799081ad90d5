// SPDX-License-Identifier: Apache-2.0
// What is said of a sweep: how far it is while it runs, and how its runs ended.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "involute/sweep/sweep.hpp"

namespace app {

class SweepProgress {
public:
    SweepProgress(std::int64_t runs, bool quiet);

    void count(const involute::SweepRow& row);
    /// A line on a terminal, ten times a second; of as many as others say, if they do.
    void show(std::optional<std::int64_t> made = {});
    /// Says how the runs ended. Returns the exit code: 4 where some are left. Runs that failed are
    /// rows like others.
    int finish();

private:
    using Clock = std::chrono::steady_clock;
    struct Ending {
        std::int64_t runs = 0, first = 0;  // how many, and the first of them
        std::string reason{};              // of the first
    };

    std::int64_t runs_, done_ = 0, succeeded_ = 0;
    bool quiet_, terminal_, drawn_ = false;
    Clock::time_point begin_, next_;
    std::array<Ending, std::size(involute::outcomes)> endings_{};
};

}  // namespace app
