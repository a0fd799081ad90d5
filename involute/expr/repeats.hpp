// SPDX-License-Identifier: Apache-2.0
// Stretches of a tape that do the same over and over, each time with other operands: what a `for`
// over equations leaves behind, and an elimination that goes from one neighbour to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/liveness.hpp"
#include "involute/expr/tape.hpp"

namespace involute {

/// Instructions first .. first + times * period: instruction k of each of the `times` bodies has
/// the code of instruction k of all others, and operands that are the same kind of number.
struct Repeat {
    std::uint32_t first = 0, period = 0, times = 0;

    std::uint32_t end() const { return first + times * period; }
};

/// kinds: by instruction, what must be alike for two of them to be done by the same code; 0: this
/// one is like no other. In the order of the tape, not overlapping.
std::vector<Repeat> find_repeats(const std::vector<std::uint32_t>& kinds);

}  // namespace involute
