// SPDX-License-Identifier: Apache-2.0
// The hidden equations as formulas for people.
#pragma once

#include <string>
#include <vector>

#include "involute/complete/structural/structure.hpp"

namespace involute {

/// The constraints f_i^(l) = 0, 1 <= l < canonical c_i, that nobody wrote: "x*x' + y*y' = 0".
std::vector<std::string> hidden_equations(System& system, const Structure& structure);

/// "e = 0" without an integer factor common to all terms.
std::string equation_text(System& system, NodeId e);

}  // namespace involute
