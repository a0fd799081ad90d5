// SPDX-License-Identifier: Apache-2.0
#include "app/sweep_progress.hpp"

#include <unistd.h>

#include "app/flags.hpp"
#include "app/say.hpp"

namespace app {

namespace {

constexpr auto between_frames = std::chrono::milliseconds(100);

/// "12 s", "3 min", "2.5 h".
std::string duration(double seconds)
{
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

bool did_what_was_asked(involute::Outcome code)
{
    return involute::row_of(code).exit_code == 0;
}

}  // namespace

SweepProgress::SweepProgress(std::int64_t runs, bool quiet)
    : runs_(runs),
      quiet_(quiet),
      terminal_(!quiet && isatty(STDERR_FILENO)),
      begin_(Clock::now()),
      next_(begin_ + between_frames)
{
}

void SweepProgress::count(const involute::SweepRow& row)
{
    Ending& ending = endings_[std::size_t(row.code)];
    if (ending.runs++ == 0) {
        ending.first = row.run + 1;
        ending.reason = row.reason;
    }
    ++done_;
    if (did_what_was_asked(row.code)) ++succeeded_;
}

void SweepProgress::show(std::optional<std::int64_t> made)
{
    if (!terminal_ || Clock::now() < next_) return;
    next_ = Clock::now() + between_frames;
    drawn_ = true;
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    const std::int64_t done = made.value_or(done_);
    const double rate = double(done) / passed;
    say("\r\x1b[K{} of {} runs, {:.3g} runs/s", done, runs_, rate);
    if (done > 0) say(", {} left", duration(double(runs_ - done) / rate));
    std::fflush(stderr);
}

int SweepProgress::finish()
{
    if (drawn_) say("\r\x1b[K");
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    const std::int64_t left = runs_ - done_;
    const bool good = left == 0;
    if (quiet_ && good && succeeded_ == done_) return 0;
    if (runs_ == 0) say("all runs are there already\n");
    if (runs_ > 0)
        say("{} runs in {:.3g} s, {:.3g} runs/s\n", done_, passed, double(done_) / passed);
    for (const involute::OutcomeRow& row : involute::outcomes) {
        const Ending& ending = endings_[std::size_t(row.outcome)];
        if (ending.runs == 0) continue;
        say("{} {}: {}\n", ending.runs, row.word, row.sentence);
        if (!did_what_was_asked(row.outcome))
            say("    first in run {}: {}\n", ending.first, with_flags(ending.reason));
    }
    if (left > 0) say("{} runs are left: the same command with --resume makes them\n", left);
    return good ? 0 : 4;
}

}  // namespace app
