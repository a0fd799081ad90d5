// SPDX-License-Identifier: Apache-2.0
// Multipliers of redundant constraints: only combinations of them are determined. Some are set to
// 0, which changes nothing else; the multipliers returned to the user are of minimum norm.
#pragma once

#include "involute/complete/array/verdict.hpp"
#include "involute/complete/completion.hpp"

namespace involute {

/// The system without equations that are proved to be derivatives of others.
System without_derivatives(const System& system);

/// The system with `lambda = 0` for every pivot of the verdict, as choices.
System with_zero_multipliers(const System& system, const ArrayVerdict& open);

/// Adds notes on these choices to a completion of that system, and makes the equations of `system`
/// the author's again.
void name_gauged(Completion& completion, const System& system, const ArrayVerdict& open);

}  // namespace involute
