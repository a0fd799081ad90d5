// SPDX-License-Identifier: Apache-2.0
// A long run that can be gone on with: at accepted steps, which this never shortens, it hands over
// a text with all that later steps depend on; given that text, another process ends in the same
// bits as the run that was not disturbed (docs/checkpoints.md).
//
//     CheckpointRequest keep{.every = 60, .write = [](const std::string& text) { store(text); }};
//     solve(system, options, keep);                              // killed on the way
//     solve(system, options, {.resume = stored_text});           // goes on
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct CheckpointRequest {
    double every = 60;  // seconds between two; 0: after every step
    /// Given the text; also where a limit of steps or time, or an interruption, ends the run.
    std::function<void(const std::string& text)> write{};
    /// Asked just before: words of the caller's, kept with it.
    std::function<std::string()> note{};
    /// Not empty: the text of a checkpoint of the same system and options to go on from.
    std::string resume{};
};

/// As solve, with checkpoints. Rows that were handed to SolveOptions::stream before the checkpoint
/// are not handed over again; all other rows are in the text. Throws an Error with the reason where
/// the run cannot be gone on with: damaged, or of another version, build, system or other options.
Solution solve(const System& system, const SolveOptions& options, const CheckpointRequest& request);

/// The caller's words in a checkpoint.
std::string checkpoint_note(std::string_view text);

/// The options it was written with, functions and limits aside. Throws an Error as solve would.
SolveOptions checkpoint_options(const System& system, std::string_view text);

}  // namespace involute
