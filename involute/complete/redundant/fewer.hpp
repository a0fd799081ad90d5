// SPDX-License-Identifier: Apache-2.0
// Completion of a system that says something twice, by leaving it out: equations that are sums of
// others and of their derivatives, and one unknown of each combination that is all that occurs.
// What is left is as sparse as what was written, and its structure tells the truth where the
// author's does not.
#pragma once

#include <optional>
#include <vector>

#include "involute/complete/completion.hpp"

namespace involute {

/// A system with the same solutions, but for undetermined multipliers.
struct FewerEquations {
    System system{};             // as many equations as unknowns, or more
    std::vector<int> written{};  // by equation: which of the author's it is; -1: a choice
    std::vector<int> implied{};  // the author's that were left out
    std::vector<int> gauged{},
        pivots{};  // unknowns that only combinations occur of; those set to 0
};

/// Nothing where no equation is left out, or too few are left. Where choices take the places of
/// equations that are left out, all others keep their numbers.
std::optional<FewerEquations> fewer_equations(const System& system);

/// Their structure; singular_jacobian where there is none. That J is regular, and that unknowns in
/// `gauged` are forces (loose_forces.hpp), is to be seen at a point.
Completion complete_fewer(const System& system, const FewerEquations& fewer,
                          const CompletionOptions& options = {});

/// What was found for the fewer equations, in terms of the author's.
void name_left_out(Completion& found, const System& system, const FewerEquations& fewer);

}  // namespace involute
