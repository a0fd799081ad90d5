// SPDX-License-Identifier: Apache-2.0
// Which leaves a long formula clearly depends on, all of them from one sweep backwards through it:
// a mean field of N unknowns has N of them in each of N equations, and asking for one after the
// other takes N^3 operations.
#pragma once

#include <cstddef>

#include "involute/complete/structural/probe.hpp"

namespace involute {

/// Leaves that are absent from the answer must be asked for one by one. Where only a few are
/// asked for that is done at once, and the answer is empty.
NodeMap clearly_felt(const Graph& graph, const Evaluable& formula, std::size_t asked,
                     const Probe& probe);

}  // namespace involute
