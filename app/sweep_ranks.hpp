// SPDX-License-Identifier: Apache-2.0
// A sweep by the processes that mpirun started: each takes the next part, and writes it to a file
// of its own in the folder FILE.parts; in the end the first puts the parts together. What a process
// had written is there when it dies, and mpirun with it: --resume goes on with all parts.
#pragma once

#include "app/ranks.hpp"
#include "app/sweep_job.hpp"
#include "app/sweep_output.hpp"
#include "app/sweep_progress.hpp"

namespace app {

/// The folder of the parts.
std::string parts_folder(const SweepFiles& files);

/// By the first process, before the others begin: makes the folder. Throws involute::Error where it
/// must not be touched.
void take_folder(const SweepFiles& files, bool resume);

/// By all of them. True on the first one when the rows are whole in their file.
bool sweep_by_ranks(const SweepJob& job, const SweepFiles& files, Ranks& ranks,
                    SweepProgress& progress);

}  // namespace app
