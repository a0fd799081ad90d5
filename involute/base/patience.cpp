// SPDX-License-Identifier: Apache-2.0
#include "involute/base/patience.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace involute {
namespace {

// Asked for at every step: where it is, is known before the program runs.
[[gnu::tls_model("initial-exec")]] thread_local const Patience* current = nullptr;

// Beyond this many seconds a limit is none, and clocks would overflow.
constexpr double for_ever = 1e9;
constexpr auto worth_asking = std::chrono::milliseconds(100);

}  // namespace

Patience::Patience(double seconds, const std::function<bool()>& interrupted)
    : interrupted_(interrupted), outer_(current)
{
    if (seconds > 0 && seconds < for_ever)
        end_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    if (outer_) end_ = std::min(end_, outer_->end_);
    current = this;
}

Patience::~Patience()
{
    current = outer_;
}

const Patience* exchange_patience(const Patience* other)
{
    return std::exchange(current, other);
}

bool out_of_time()
{
    return current && current->end_ != Patience::Clock::time_point::max() &&
           Patience::Clock::now() > current->end_;
}

bool was_interrupted()
{
    return current && current->interrupted_ && current->interrupted_();
}

double seconds_left()
{
    if (!current || current->end_ == Patience::Clock::time_point::max())
        return std::numeric_limits<double>::infinity();
    return std::max(0.0,
                    std::chrono::duration<double>(current->end_ - Patience::Clock::now()).count());
}

void keep_patience()
{
    if (!current) return;
    if (out_of_time()) throw OutOfPatience{Outcome::max_seconds};
    if (Patience::Clock::now() - current->begin_ < worth_asking) return;
    if (was_interrupted()) throw OutOfPatience{Outcome::interrupted};
}

}  // namespace involute
