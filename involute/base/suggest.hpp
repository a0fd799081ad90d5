// SPDX-License-Identifier: Apache-2.0
// "did you mean ...?": the known word nearest to a misspelt one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace involute {

/// The number of letters to insert, delete, replace or swap with a neighbour to get from a to b
/// (Damerau and Levenshtein, each place touched once).
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to the word, the first of several equally near ones; empty if none is near
/// enough. Upper and lower case are not distinguished.
std::string nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// "did you mean `lambda`?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// The place of a name in a list. If it is not there, an Error says what is: "no column is called
/// `lambad`", with `what` = "column".
std::size_t place_of_name(std::string_view what, std::string_view name,
                          const std::vector<std::string_view>& known);

}  // namespace involute
