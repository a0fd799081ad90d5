// SPDX-License-Identifier: Apache-2.0
// Straight-line code: what expressions, Jacobians and eliminations compile into. A tape has
// inputs, constants and instructions, each writing a new slot; it runs in an interpreter over any
// scalar (interpreter.hpp) or as native code over double (native.hpp), with the same bits.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

using Slot = std::uint32_t;

enum class Code : std::uint8_t {
    add,
    subtract,
    multiply,
    divide,
    negate,
    power,
    absolute,
    maximum,
    call1,
    call2
};

struct Instruction {
    Code code{};
    FunctionId function = 0;  // for call1, call2
    Slot target = 0, a = 0, b = 0;
};

/// Slots: [0, inputs) are the inputs, then the constants, then one per instruction (reused once
/// dead). outputs[i] is the slot of output i; an output may be an input or a constant.
struct Tape {
    std::uint32_t inputs = 0;
    std::uint32_t slots = 0;
    std::vector<Quad> constants{};
    std::vector<Instruction> code{};
    std::vector<Slot> outputs{};
};

/// Writes a tape from expressions and from arithmetic on slots; equal instructions are one.
/// Integer powers become multiplications here, so both backends round alike.
class TapeBuilder {
public:
    TapeBuilder(const Graph& graph, std::uint32_t inputs);

    Slot input(std::uint32_t i) const { return i; }
    /// From now on the leaf (a jet, the independent variable) has the value in this slot.
    void bind(NodeId leaf, Slot slot);
    /// The slot holding the value of e under the present bindings; every leaf must be bound.
    Slot emit(NodeId e);

    Slot constant(const Quad& value);
    Slot add(Slot a, Slot b);
    Slot subtract(Slot a, Slot b);
    Slot multiply(Slot a, Slot b);
    Slot divide(Slot a, Slot b);
    Slot negate(Slot a);
    Slot absolute(Slot a);
    Slot maximum(Slot a, Slot b);
    bool is_zero(Slot s) const;  // the constant 0

    void output(Slot s) { outputs_.push_back(s); }
    std::size_t size() const { return code_.size(); }
    /// The tape, with dead code removed and slots reused.
    Tape finish() const;

private:
    Slot instruction(Code code, FunctionId function, Slot a, Slot b);
    const Graph& graph_;
    std::uint32_t inputs_;
    std::vector<Quad> constants_;
    std::vector<Instruction> code_;
    std::vector<Slot> outputs_;
    // Node -> slot under the present bindings, and instruction -> slot: see tape.cpp.
    struct Memo;
    std::vector<Slot> memo_;
    std::unordered_map<std::uint64_t, std::vector<Slot>> known_;
};

}  // namespace involute
