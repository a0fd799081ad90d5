// SPDX-License-Identifier: Apache-2.0
// Points where M itself is singular: the differentials of its constraints are dependent there, and
// branches of M cross. With u the left null vector of dg, the directions w of branches satisfy
//
//     dg w = 0,   uᵗ d²g(w, w) = 0                        (the tangent cone),
//
// and, where all constraints take part, the contact conditions and the other top rows as well.
#pragma once

#include "involute/singular/form.hpp"

namespace involute {

/// The constraints of the lowest stages and the coordinates they can contain, x first.
struct ConstraintLevel {
    int stage = -1;
    std::vector<int> rows{}, columns{};
};
std::vector<ConstraintLevel> constraint_levels(const Layout& layout);

struct BranchCrossing {
    ConstraintLevel level{};
    std::vector<Quad> p{};  // coordinates of the level are those of the crossing
    bool fixes_x = false;   // the equations tell x; otherwise it is the x of the point given
    int lost = 1;           // ranks that the differentials lose there
    int directions = 0;     // dimension of the space in which the cone lies
    bool resolved = false;  // the cone is a number of lines
    bool flat = false;      // second derivatives vanish too, and there is no such cone
    bool certain = true;    // false: the equations hold there to round-off of 16 digits only, so
                            // that the branches may as well pass each other
    /// Tangents of the branches: directions in scale of length 1, coordinates of the level only.
    std::vector<VectorOf<Quad>> lines{};
};

/// Smallest singular value of the differentials of a level, in scale.
double crossing_margin(SingularForm& form, const ConstraintLevel& level,
                       const std::vector<Quad>& q);

/// The crossing next to q, if q is so near that Newton's iteration does not wander. The scale of
/// the form is fixed at q.
std::optional<BranchCrossing> find_crossing(SingularForm& form, const ConstraintLevel& level,
                                            std::vector<Quad> q);

}  // namespace involute
