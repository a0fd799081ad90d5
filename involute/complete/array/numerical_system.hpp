// SPDX-License-Identifier: Apache-2.0
// Chosen rows of a derivative array as a square system with closure rows. Unknowns are the author's
// and one for every jet of u2 that is carried. With v = (u1, carried), J = ∂S/∂v with offsets c = 0
// and d_j = o_j + 1, 0 for carried jets. Where S is not affine in v, or closure rows contain v,
// everything is differentiated once more and v become coordinates. Where S does not do, Bᵗ R = 0
// with B = ∂R/∂v takes its place: J = Bᵗ B is regular wherever R determines v at all, but beside M
// it blends rows of all orders, and a field that is stiff there makes steps short.
#pragma once

#include <optional>

#include "involute/complete/array/numerical_rows.hpp"

namespace involute {

struct SquareSystem {
    System system{};
    Structure structure{};
    bool raised = false;
};

/// S or Bᵗ R, where everything is differentiated once more.
enum class SolvedWith { pivot_rows, all_rows };

/// Nothing if the rows have no transversal: then they were not solvable where they were chosen.
std::optional<SquareSystem> make_square(System system, const DerivativeArray& array,
                                        const ChosenRows& rows, const JetPoint& reference,
                                        SolvedWith with);

/// A search for a start may begin with the numbers of a point, carried jets included.
void suggest_start(SquareSystem& square, const ChosenRows& rows, const JetPoint& point);

/// Whether J is regular and closure rows stay zero along solutions, at a consistent point near the
/// reference. Nothing where no such point is found.
std::optional<bool> is_sound(SquareSystem& square, const ChosenRows& rows,
                             const JetPoint& reference);

}  // namespace involute
