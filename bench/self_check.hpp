// SPDX-License-Identifier: Apache-2.0
// Are the hand-derived equations right? Analytic Jacobians against central differences, the forms
// and our own model against each other, the limit against the references.
#pragma once

#include "bench/problem.hpp"

namespace bench {

/// Prints one line a check; true when all hold.
bool self_check(const Problem& problem);

}  // namespace bench
