// SPDX-License-Identifier: Apache-2.0
// The base of a system with more equations than unknowns: n of them whose J is regular at points
// that satisfy all. Not all subsets are tried. The transversal of highest value over all equations
// gives offsets; at points of the set, equations whose leading row depends on those of better ones
// are left out, until the rest is independent.
#pragma once

#include <string>
#include <vector>

#include "involute/complete/closure/closure.hpp"

namespace involute {

struct Base {
    std::vector<int> rows{};  // ascending; empty: there is none, and `message` says why
    std::string message{};
    std::vector<JetPoint> points{};  // that satisfy all equations, as far as their jets reach
};

/// equations: cleaned, with their true signature. more: what holds besides. excluded: not to be in
/// the base; it grows by what was found dependent.
Base choose_base(System& system, const TrueSignature& equations, const std::vector<NodeId>& more,
                 std::vector<char>& excluded);

/// The equations of highest value, if the others hold at their points near the start too. For
/// dependent equations that touch each other, where a search for points of all equations would
/// fail.
Base base_that_implies_the_rest(const System& system, const TrueSignature& equations);

}  // namespace involute
