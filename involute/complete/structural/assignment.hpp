// SPDX-License-Identifier: Apache-2.0
// The highest-value transversal of a signature: every equation is given an unknown of its own so
// that the sum of sigma is largest. Shortest augmenting paths with reduced costs; each search ends
// at the first free unknown and touches only what it visits, so chains cost near-linear time.
#pragma once

#include <vector>

#include "involute/complete/structural/signature.hpp"

namespace involute {

/// Why there is no transversal (P. Hall): some equations with fewer unknowns between them, some
/// unknowns that occur in fewer equations.
struct HallViolator {
    std::vector<int> rows{}, their_columns{};  // fewer columns than rows
    std::vector<int> columns{}, their_rows{};  // fewer rows than columns
};

struct Assignment {
    std::vector<int> match{};  // row -> column; -1: none
    bool perfect = false;
    std::vector<int> c{}, d{};  // d_j - c_i >= sigma_ij >= 0, equal on the transversal, c >= 0
    HallViolator violator{};    // when not perfect
    long work = 0;              // entries of the signature looked at
};

Assignment highest_value_transversal(const Signature& sigma, int columns);

}  // namespace involute
