// SPDX-License-Identifier: Apache-2.0
// From a sample to a row.
#pragma once

#include "involute/sweep/keep.hpp"
#include "involute/sweep/row.hpp"
#include "involute/sweep/samples.hpp"

namespace involute {

/// The values of samples by what they are.
struct SampleRoles {
    std::vector<std::string> names{};
    std::vector<bool> is_parameter{};  // else a start value
};
SampleRoles roles_of(const System& system, const Samples& samples);

/// One run from the start of this simulation, by a clone of it.
SweepRow one_run(const Simulation& from, Simulation& clone, const SampleRoles& roles,
                 const Keep& keep, std::int64_t run, std::vector<double> sample);

}  // namespace involute
