// SPDX-License-Identifier: Apache-2.0
// What completion adds to the author's equations, as one compiled function that checks it.
#pragma once

#include <string>
#include <vector>

#include "involute/geometry/tapes.hpp"

namespace involute {

struct CheckedRow {
    NodeId f{};
    std::string name{};
};
/// Closure rows, and the rows of strong forces in compliance form where the author has no such
/// unknowns. The author's equations are checked elsewhere (author_rows.hpp).
std::vector<CheckedRow> rows_of_completion(const CompletedSystem& completed);

/// (p, z, scales of p, scales of z) ↦ for every row f and Σ |∂f/∂jet| · scale(jet).
Tape write_certificate(CompletedSystem& completed, const std::vector<CheckedRow>& rows);

}  // namespace involute
