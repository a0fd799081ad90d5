// SPDX-License-Identifier: Apache-2.0
#include "app/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string>

#include "app/say.hpp"

namespace app {

namespace {

volatile std::sig_atomic_t interrupted = 0;
timespec first_signal{};

// Signals so close together are one: `timeout` sends its signal to the program and then to its
// process group, and a person does not press keys so fast.
constexpr double same_signal = 0.5;  // seconds

/// The first asks the run to stop, one that comes later ends the program.
void on_signal(int signal)
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (interrupted == 0) {
        first_signal = now;
        interrupted = 1;
        return;
    }
    const double passed = double(now.tv_sec - first_signal.tv_sec) +
                          1e-9 * double(now.tv_nsec - first_signal.tv_nsec);
    if (passed < same_signal) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

constexpr auto between_frames = std::chrono::milliseconds(100);
constexpr int bar_width = 40;

}  // namespace

ProgressBar::ProgressBar(bool wanted)
    : active_(wanted && isatty(STDERR_FILENO)), next_(Clock::now() + between_frames)
{
}

ProgressBar::~ProgressBar()
{
    if (drawn_) say("\r\x1b[K");
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
    say("\r[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", bar_width - filled, 100 * done);
    std::fflush(stderr);
}

void catch_interrupts()
{
    struct sigaction action = {};
    action.sa_handler = on_signal;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&action.sa_mask, signal);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // as with nohup
    }
}

bool was_interrupted()
{
    return interrupted != 0;
}

involute::plot::TerminalSize terminal_size()
{
    winsize found{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_col == 0 || found.ws_row == 0)
        return {};
    return {found.ws_col, found.ws_row};
}

involute::Solution solve_watched(const involute::System& system, involute::SolveOptions options,
                                 bool quiet, const involute::CheckpointRequest* checkpoints)
{
    ProgressBar bar(!quiet);
    options.progress = [&bar](double fraction) { bar.show(fraction); };
    options.interrupted = was_interrupted;
    return checkpoints ? involute::solve(system, options, *checkpoints)
                       : involute::solve(system, options);
}

}  // namespace app
