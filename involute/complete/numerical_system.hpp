// SPDX-License-Identifier: Apache-2.0
// Chosen rows of a derivative array as a square system with closure rows. Unknowns are the author's
// and one for every jet of u2 that is carried. J = ∂S/∂(u1, carried), with offsets c = 0 and
// d_j = o_j + 1, 0 for carried jets; where S is not affine in these, or closure rows contain them,
// everything is differentiated once more and they become coordinates.
#pragma once

#include <optional>

#include "involute/complete/numerical_rows.hpp"

namespace involute {

struct SquareSystem {
    System system{};
    Structure structure{};
    bool raised = false;
};

/// Nothing if the rows have no transversal: then they were not solvable where they were chosen.
std::optional<SquareSystem> make_square(System system, const DerivativeArray& array,
                                        const ChosenRows& rows, const JetPoint& reference);

/// Whether J is regular and closure rows stay zero along solutions, at a consistent point near the
/// reference. Nothing where no such point is found.
std::optional<bool> is_sound(SquareSystem& square, const ChosenRows& rows,
                             const JetPoint& reference);

}  // namespace involute
