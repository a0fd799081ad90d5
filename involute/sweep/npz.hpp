// SPDX-License-Identifier: Apache-2.0
// A finished sweep for numpy, an array a column:
//
//     z = np.load("angles.npz"); z["angle"], z["x(ground)"]
//     z["codes"][z["code"]]              # how each run ended
//     z["failed"], z["reason"]           # numbers of the runs that failed, and why
//
// Where rows of runs are kept, arrays of what is kept have a line for every run.
#pragma once

#include <string>

#include "involute/sweep/file.hpp"

namespace involute {

/// Makes it of a finished csv file, whole or not at all. Throws an Error where the file is not
/// finished, or the result would exceed 4 GiB. Memory: about 64 MB, or one column.
void sweep_to_npz(const std::string& csv, const std::string& output);

/// Whether the file was made of this sweep.
bool is_npz_of(const std::string& file, const SweepTitle& title);

/// Throws an Error where the arrays would exceed what the format holds, before anything is run.
void require_fits_npz(const SweepTitle& title);

}  // namespace involute
