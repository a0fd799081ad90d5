// SPDX-License-Identifier: Apache-2.0
// Unknowns of which only combinations are determined: are they forces of redundant constraints,
// whose rest is a matter of choice, or is an equation missing?
#pragma once

#include <vector>

#include "involute/complete/structural/jet_point.hpp"

namespace involute {

/// Whether the equations that hang together with these unknowns are at least as many as their
/// unknowns: else no constraint among them is redundant, one is missing.
bool have_enough_equations(const Signature& signature, int unknowns, const std::vector<int>& open);

/// Whether the open unknowns are forces at a point where all equations hold: not differentiated,
/// linear, felt by some equation, and no equation as written determines a combination of them. That
/// of a force shows only after constraints have been differentiated.
bool are_forces_at(const System& system, const std::vector<int>& open, const JetPoint& point);

}  // namespace involute
