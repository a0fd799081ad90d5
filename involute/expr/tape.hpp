// SPDX-License-Identifier: Apache-2.0
// Straight-line code: what expressions, Jacobians and eliminations compile into. A tape has
// inputs, constants and instructions, each writing a new slot; it runs in an interpreter over any
// scalar (interpreter.hpp) or as native code over double (native.hpp), with the same bits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "involute/base/intern_table.hpp"
#include "involute/expr/graph.hpp"
#include "involute/expr/subgraph.hpp"

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
    maximum,  // a > b ? a : b
    call1,
    call2,
    input,  // of the value a: derivative number `function` + first_input_order of input b
};

/// The least order of an input's derivatives (expr/input.hpp), below those that are any.
constexpr int first_input_order = -2;

/// The number of operands: 1 or 2.
constexpr int operand_count(Code code)
{
    const bool one = code == Code::negate || code == Code::absolute || code == Code::call1 ||
                     code == Code::input;
    return one ? 1 : 2;
}

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
    /// Parameters (all of the graph's) -> the last constants, which depend on them and have here
    /// the values of when the tape was written. Absent: there are none.
    std::shared_ptr<const Tape> prelude{};

    InputFunctions input_functions{};  // of the graph

    /// How many of the constants depend on parameters.
    std::uint32_t varying() const { return prelude ? std::uint32_t(prelude->outputs.size()) : 0; }
};

/// Writes a tape from expressions and from arithmetic on slots; equal instructions are one.
/// Integer powers become multiplications here, so both backends round alike. What contains nothing
/// but constants and parameters is computed in the prelude, once for every set of values; it is
/// a constant without a value here, so that nothing is folded or left out because of it.
class TapeBuilder {
public:
    TapeBuilder(const Graph& graph, std::uint32_t inputs);

    Slot input(std::uint32_t i) const { return i; }
    /// From now on the leaf (a jet, the independent variable), or any other node whose value is
    /// known, has the value in this slot.
    void bind(NodeId id, Slot slot);
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
    Slot call(FunctionId function, Slot a, Slot b = 0);
    bool is_zero(Slot s) const;  // the constant 0
    /// The value of a slot that is a constant.
    std::optional<Quad> constant_value(Slot s) const;

    void output(Slot s) { outputs_.push_back(s); }
    std::size_t size() const { return code_.size(); }
    /// The tape, with dead code removed and slots reused.
    Tape finish() const;

private:
    // While building, a slot is an input, then one per instruction; constants have the top bit.
    static constexpr Slot constant_bit = 0x80000000;
    static constexpr std::uint32_t always = 0xffffffff;
    struct Known {
        Slot slot = 0;
        std::uint32_t epoch = 0;  // always: bound
    };

    Slot instruction(Code code, FunctionId function, Slot a, Slot b);
    Slot varying(Slot in_prelude);
    Slot in_prelude(Slot constant);
    TapeBuilder& prelude();
    Tape finish(const std::vector<Slot>& outputs) const;
    Slot power(Slot a, Slot b);
    Slot integer_power(Slot a, int exponent);
    Slot input_value(const Node& node, Slot a);
    Slot emit_node(NodeId id, Slot a, Slot b);
    const Slot* known(NodeId id) const;
    void remember(NodeId id, const Known& known);
    const Quad* value(Slot s) const;
    bool is_value(Slot s, int wanted) const;
    const Instruction* defining(Slot s, Code code) const;

    const Graph& graph_;
    std::uint32_t inputs_;
    static constexpr Slot plain = 0xffffffff;
    std::vector<Quad> constants_;
    std::vector<Slot> origins_;  // of constants: their slots in the prelude, or plain
    std::vector<Instruction> code_;
    std::vector<Slot> outputs_;
    // Node -> entry of known_. An entry is valid if its epoch is the present one or if it was
    // bound. A new binding only starts a new epoch, so it costs nothing.
    NodeMap place_;
    std::vector<Known> known_;
    std::uint32_t epoch_ = 1;
    Graph pool_;            // interns the constants
    NodeMap pooled_;        // node of the pool -> constant
    InternTable computed_;  // numbers of instructions, by what they compute
    std::unique_ptr<TapeBuilder> prelude_;
    NodeMap varying_;  // slot of the prelude -> constant
};

}  // namespace involute
