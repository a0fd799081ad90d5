// SPDX-License-Identifier: Apache-2.0
// Which start values are free and which follow from them.
#pragma once

#include <vector>

#include "involute/options/solution.hpp"
#include "involute/prepare/prepare.hpp"

namespace involute {

/// For every position of p: may it be chosen freely at the start? As many as the dimension of the
/// set of starts; where that is known and rows depend on each other at the start alone, points
/// beside it tell. What the user gave is kept free where possible.
template <class S>
std::vector<bool> free_positions(const PreparedOf<S>& prepared);

/// How many they are, without what completion added.
template <class S>
int free_values(const PreparedOf<S>& prepared);

/// Are they as many as completion found?
template <class S>
bool is_as_free_as_known(const PreparedOf<S>& prepared);

/// The same as a list for reports: every value of p and z by name.
template <class S>
std::vector<StartEntry> start_entries(const PreparedOf<S>& prepared);

extern template std::vector<bool> free_positions(const PreparedOf<double>&);
extern template std::vector<bool> free_positions(const PreparedOf<Quad>&);
extern template int free_values(const PreparedOf<double>&);
extern template int free_values(const PreparedOf<Quad>&);
extern template bool is_as_free_as_known(const PreparedOf<double>&);
extern template bool is_as_free_as_known(const PreparedOf<Quad>&);
extern template std::vector<StartEntry> start_entries(const PreparedOf<double>&);
extern template std::vector<StartEntry> start_entries(const PreparedOf<Quad>&);

}  // namespace involute
