// SPDX-License-Identifier: Apache-2.0
// Many runs of one model, each with its own parameters and start values, on all cores:
//
//     Simulation sim(read_system(text), {.tunable = {"g"}, .solve = {.to = 10}});
//     const Samples samples({axis("g=1:2:101"), axis("x=0.1,0.2")});
//     const Keep keep = read_keep("x(end), max(lambda)", sim);
//     sweep(sim, samples, keep, {}, [](const SweepRow& row) { use(row.sample, row.kept); return
//     true; });
//
// The equations are completed once; where values change their structure, they are completed anew
// for that run. Every run begins at the start of the simulation as it was given, so that the bits
// of a row depend on its sample alone: not on other rows, their order, or the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "involute/drive/simulation.hpp"
#include "involute/sweep/keep.hpp"
#include "involute/sweep/row.hpp"
#include "involute/sweep/samples.hpp"

namespace involute {

struct SweepOptions {
    /// 0: one for each core. Never more than there are runs, or than 1024.
    int threads = 0;
    /// How many runs go side by side in each thread, by the same instructions: 1, or up to what the
    /// machine can (4 or 8); 0: as many as it can where they share the steps of an explicit method
    /// and no values between steps are asked for, else 1. No bit of a row depends on it.
    int lanes = 0;
    /// From this run on, up to but not including the other; -1: to the last.
    std::int64_t first = 0, end = -1;
    /// Asked by the calling thread, twenty times a second or more; true ends the sweep.
    std::function<bool()> interrupted{};
};

/// Makes the runs and gives each to `take`, in order and in the calling thread; false ends the
/// sweep. Returns how many were taken. Throws an Error for names that are neither tunable
/// parameters nor unknowns, and a simulation that has no end to run
/// to. Other threads than the calling one run only code of the library: functions among the
/// options of the simulation are not called.
std::int64_t sweep(const Simulation& simulation, const Samples& samples, const Keep& keep,
                   const SweepOptions& options, const std::function<bool(const SweepRow&)>& take);

/// A simulation for these samples: what they vary can be set. Throws an Error for names that are
/// neither parameters nor unknowns, for a parameter that shapes the system, and where nothing says
/// where the runs end.
Simulation simulation_for(const System& system, const Samples& samples,
                          const SolveOptions& options = {});

/// Throws the Error that sweep would throw, before anything is written.
void require_sweepable(const Simulation& simulation, const Samples& samples);

/// Names of samples that are parameters of the system: what a simulation must have tunable. Throws
/// an Error for those that are neither parameters nor unknowns.
std::vector<std::string> swept_parameters(const System& system, const Samples& samples);

}  // namespace involute
