// SPDX-License-Identifier: Apache-2.0
// A sweep as it was typed, checked and ready to run.
#pragma once

#include "app/arguments.hpp"
#include "involute/sweep/file.hpp"

namespace app {

struct SweepJob {
    /// Throws involute::Error for whatever is wrong with it.
    explicit SweepJob(const Arguments& arguments);

    std::string model_title{};  // what the model calls itself
    involute::Samples samples;
    involute::Simulation simulation;
    involute::Keep keep;
    involute::SweepTitle title;
    int threads = 0;  // 0: one for each core
    int lanes = 0;    // 0: where they pay
};

/// Where rows of runs are kept: says how many, and what they will take.
void say_what_rows_take(const SweepJob& job, bool npz);

}  // namespace app
