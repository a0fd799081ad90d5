// SPDX-License-Identifier: Apache-2.0
// What every returned point is checked against, as one compiled function.
#pragma once

#include <string>
#include <vector>

#include "involute/geometry/tapes.hpp"

namespace involute {

/// What a returned point is checked against: f_i^(l), l <= c_i; the equations as written, where
/// completion replaced them; the invariants. Choices made by completion are
/// not checked.
struct CheckedRow {
    NodeId f{};
    std::string name{};
    int invariant = -1;  // which one: its value is to be subtracted
};
std::vector<CheckedRow> checked_rows(const CompletedSystem& completed);

/// (p, z, scales of p, scales of z) ↦ for every row f and Σ |∂f/∂jet| · scale(jet).
Tape write_certificate(CompletedSystem& completed, const std::vector<CheckedRow>& rows);

}  // namespace involute
