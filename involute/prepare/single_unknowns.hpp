// SPDX-License-Identifier: Apache-2.0
// Guesses for unknowns that one equation determines alone: its sign is looked at over many orders
// of magnitude, and where it changes there is a root. Newton's method does not get from 0 to the
// root of exp(y) = 1e300, nor of max(0, y - 100) = 1.
#pragma once

#include "involute/system/system.hpp"

namespace involute {

/// Adds a guess for every jet that is alone in an equation, once the values that are given or found
/// so are put in; a jet with a start value keeps it. False if there was nothing to add.
bool guess_single_unknowns(System& system);

}  // namespace involute
