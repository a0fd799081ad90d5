// SPDX-License-Identifier: Apache-2.0
// What is repeated in a tape, as a tape of its own: its inputs are what it needs from elsewhere,
// its outputs what is needed elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/repeats.hpp"

namespace involute {

struct RepeatBody {
    Tape tape{};
    /// By input and by output: which values of the whole tape it is, each time.
    std::vector<std::vector<Value>> inputs{}, outputs{};
};

/// What find_repeats is to compare: the code of an instruction, and where its operands and its
/// result are: inputs, constants, those that depend on parameters, results, outputs.
std::vector<std::uint32_t> kinds_of_instructions(const Tape& tape, const Liveness& live);

/// last_uses: by value, the instruction that uses it last, those that are outputs never being so.
RepeatBody body_of(const Tape& tape, const Liveness& live,
                   const std::vector<std::uint32_t>& last_uses, const Repeat& repeat);
std::vector<std::uint32_t> last_uses(const Liveness& live);

}  // namespace involute
