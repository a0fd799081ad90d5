// SPDX-License-Identifier: Apache-2.0
// The block-triangular form of a square pattern with a transversal: its strongly connected
// components, in solving order (a block uses unknowns of earlier blocks only).
#pragma once

#include <vector>

#include "involute/complete/structural/structure.hpp"

namespace involute {

/// The rows of every block, ascending within a block. match: row -> column, a bijection.
std::vector<std::vector<int>> block_triangular_form(const std::vector<std::vector<int>>& pattern,
                                                    const std::vector<int>& match);

/// The same with the unknowns that the rows are matched to.
std::vector<Block> matched_blocks(const std::vector<std::vector<int>>& pattern,
                                  const std::vector<int>& match);

}  // namespace involute
