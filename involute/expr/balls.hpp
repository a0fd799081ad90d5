// SPDX-License-Identifier: Apache-2.0
// Bounds by middle and radius: what a tape computes from numbers within r of c, as another tape
// that runs as native code. Coarser than intervals (enclosure.hpp), and some ten times cheaper.
#pragma once

#include <optional>

#include "involute/expr/tape.hpp"

namespace involute {

/// Inputs: the middles of the tape's inputs, then their radii; outputs: middle and radius of one
/// after the other. Radii contain all roundings but those of the radii themselves, which are less
/// than a billionth of them. Where there is no bound a radius is infinite or no number. Absent: the
/// tape contains a function without such a rule.
std::optional<Tape> ball_tape(const Tape& tape);

}  // namespace involute
