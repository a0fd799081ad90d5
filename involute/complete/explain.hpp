// SPDX-License-Identifier: Apache-2.0
// Words for why a system has no structure: equations by number and text, unknowns by name.
#pragma once

#include <string>
#include <vector>

#include "involute/complete/structural/assignment.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// "equation 3 `x^2 + y^2 = 1`"; long texts are cut.
std::string quoted_equation(const System& system, int equation);
/// "`x`, `y`"; long lists are cut.
std::string names_of_unknowns(const System& system, const std::vector<int>& unknowns);

std::string explain_contradiction(const System& system, int equation, NodeId rewritten);
std::string explain_not_square(const System& system, const Signature& sigma);
std::string explain_violator(const System& system, const HallViolator& violator);
std::string explain_too_large(std::size_t max_nodes);

}  // namespace involute
