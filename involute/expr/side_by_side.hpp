// SPDX-License-Identifier: Apache-2.0
// The order of instructions in which sines and cosines stand side by side, so that native code can
// compute several with one call (expr/sine_batches.hpp). No value depends on the order.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/tape.hpp"

namespace involute {

/// The values of which one call computes sines and cosines.
constexpr int sines_at_once = 4;

/// Whether it is a sine or cosine.
bool is_sine_or_cosine(const Instruction& p);

/// The instructions that are needed, as they are to be written: those that compute what others use
/// come before them. Instruction i of the code writes slot inputs + i; other slots are known.
std::vector<std::uint32_t> sines_side_by_side(const std::vector<Instruction>& code,
                                              const std::vector<bool>& needed,
                                              std::uint32_t inputs);

}  // namespace involute
