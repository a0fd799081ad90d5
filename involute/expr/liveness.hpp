// SPDX-License-Identifier: Apache-2.0
// The values of a tape, one per input, constant and instruction (slots are reused, values are
// not), and for every use the next one: all a register allocator for straight-line code must know.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/tape.hpp"

namespace involute {

using Value = std::uint32_t;

struct Liveness {
    static constexpr std::uint32_t never = 0xffffffff;

    /// One instruction: its operands as values, and the instructions that use them and the result
    /// next after this one (never: this is the last use).
    struct Row {
        Value a = 0, b = 0;
        std::uint32_t next_a = never, next_b = never, next_target = never;
    };

    std::uint32_t first_temporary = 0;  // instruction i writes value first_temporary + i
    std::vector<Row> rows{};
    std::vector<Value> outputs{};

    Value target(std::size_t i) const { return first_temporary + Value(i); }
    std::size_t values() const { return first_temporary + rows.size(); }
};

Liveness liveness(const Tape& tape);

}  // namespace involute
