// SPDX-License-Identifier: Apache-2.0
// How long whoever asked is ready to wait. A call that takes options sets it for its duration;
// work that can take long, wherever it is done, asks now and then and gives up:
//
//     const Patience patience(options.max_seconds, options.interrupted);
//     ...
//     for (...) { keep_patience(); ... }                 // far below: throws OutOfPatience
//
// It belongs to the thread, so that the many functions in between need not hand it on; nothing that
// is computed depends on it.
#pragma once

#include <chrono>
#include <functional>

#include "involute/base/outcome.hpp"

namespace involute {

/// Thrown where the patience is at its end; `solve` and `analyze` make an outcome of it. No
/// exception of the standard library, so that nobody takes it for a mistake.
struct OutOfPatience {
    Outcome code{};  // max_seconds or interrupted
};

class Patience {
public:
    /// seconds <= 0: for ever. A call within a call has no more than what is left of the outer one.
    Patience(double seconds, const std::function<bool()>& interrupted);
    ~Patience();
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    friend bool out_of_time();
    friend bool was_interrupted();
    friend double seconds_left();
    friend void keep_patience();

    Clock::time_point begin_ = Clock::now();
    Clock::time_point end_ = Clock::time_point::max();
    const std::function<bool()>& interrupted_;
    const Patience* outer_;
};

bool out_of_time();
bool was_interrupted();
/// Infinity where there is no limit.
double seconds_left();

/// Takes up another patience, that of a walk that takes turns with others in this thread, and
/// returns the one before. null: there is no limit.
const Patience* exchange_patience(const Patience* other);

/// Throws OutOfPatience where there is none left. Costs a look at the clock. Whether it is
/// interrupted is asked only after a tenth of a second: a short preparation is not worth it.
void keep_patience();

}  // namespace involute
