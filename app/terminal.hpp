// SPDX-License-Identifier: Apache-2.0
// What happens between a run and the person who waits for it: the progress bar and Ctrl-C.
#pragma once

#include <chrono>

#include "involute/drive/checkpoint.hpp"
#include "involute/drive/solve.hpp"
#include "involute/plot/braille.hpp"

namespace app {

/// A bar on standard error, if that is a terminal; it is gone when the object is.
class ProgressBar {
public:
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double fraction);

private:
    using Clock = std::chrono::steady_clock;
    bool active_;
    bool drawn_ = false;
    Clock::time_point next_;
};

/// Of the terminal that standard output is; as usual where it is none.
involute::plot::TerminalSize terminal_size();

/// From now on Ctrl-C, SIGTERM and SIGHUP ask the run to stop, so that what was computed is still
/// written; a second one, half a second later or more, ends the program at once.
void catch_interrupts();
bool was_interrupted();

/// Solves with both attached, and with checkpoints where they are wanted.
involute::Solution solve_watched(const involute::System& system, involute::SolveOptions options,
                                 bool quiet,
                                 const involute::CheckpointRequest* checkpoints = nullptr);

}  // namespace app
