// SPDX-License-Identifier: Apache-2.0
// Rows of a derivative array and combinations of them, as a person reads them.
#pragma once

#include <string>
#include <vector>

#include "involute/complete/array/verdict_contradiction.hpp"

namespace involute {

/// "the derivative of equation 5 `y = 3`"
std::string term_name(const System& system, const ArrayTerm& term);
/// "2*D(equation 1) - equation 2"
std::string combination_text(const std::vector<ArrayTerm>& terms);
std::string explain_contradiction(const System& system, const Contradiction& contradiction);

}  // namespace involute
