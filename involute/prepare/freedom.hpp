// SPDX-License-Identifier: Apache-2.0
// Which start values are free and which follow from them.
#pragma once

#include <vector>

#include "involute/options/solution.hpp"
#include "involute/prepare/prepare.hpp"

namespace involute {

/// For every position of p: may it be chosen freely at the start? As many as the dimension of the
/// set of starts. What the user gave is kept free where possible.
template <class S>
std::vector<bool> free_positions(PreparedOf<S>& prepared);

/// The same as a list for reports: every value of p and z by name.
template <class S>
std::vector<StartEntry> start_entries(PreparedOf<S>& prepared);

extern template std::vector<bool> free_positions(PreparedOf<double>&);
extern template std::vector<bool> free_positions(PreparedOf<Quad>&);
extern template std::vector<StartEntry> start_entries(PreparedOf<double>&);
extern template std::vector<StartEntry> start_entries(PreparedOf<Quad>&);

}  // namespace involute
