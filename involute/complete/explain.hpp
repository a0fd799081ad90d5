// SPDX-License-Identifier: Apache-2.0
// Words for why a system has no structure: equations by number and text, unknowns by name.
#pragma once

#include <string>
#include <vector>

#include "involute/complete/assignment.hpp"
#include "involute/system/system.hpp"

namespace involute {

std::string explain_contradiction(const System& system, int equation, NodeId rewritten);
std::string explain_not_square(const System& system, const Signature& sigma);
std::string explain_violator(const System& system, const HallViolator& violator);
std::string explain_too_large(std::size_t max_nodes);

}  // namespace involute
