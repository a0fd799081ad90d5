// SPDX-License-Identifier: Apache-2.0
#include "app/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

namespace app {

namespace {

volatile std::sig_atomic_t interrupted = 0;

constexpr auto between_frames = std::chrono::milliseconds(100);
constexpr int bar_width = 40;

}  // namespace

ProgressBar::ProgressBar(bool wanted)
    : active_(wanted && isatty(STDERR_FILENO)), next_(Clock::now() + between_frames)
{
}

ProgressBar::~ProgressBar()
{
    if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(double fraction)
{
    if (!active_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + between_frames;
    drawn_ = true;
    const double done = std::clamp(fraction, 0.0, 1.0);
    const int filled = int(done * bar_width);
    fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", bar_width - filled,
               100 * done);
    std::fflush(stderr);
}

void catch_interrupts()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = int(SA_RESETHAND);
    sigaction(SIGINT, &action, nullptr);
}

bool was_interrupted()
{
    return interrupted != 0;
}

involute::Solution solve_watched(const involute::System& system, involute::SolveOptions options,
                                 bool quiet)
{
    ProgressBar bar(!quiet);
    options.progress = [&bar](double fraction) { bar.show(fraction); };
    options.interrupted = was_interrupted;
    return involute::solve(system, options);
}

}  // namespace app
