// SPDX-License-Identifier: Apache-2.0
// Writing tapes: from expressions under bindings of their leaves, and from arithmetic on slots.
// What is written at last is in tape_finish.cpp.
#include "involute/expr/tape.hpp"

#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "involute/expr/binary_power.hpp"
#include "involute/expr/functions.hpp"

namespace involute {

namespace {

bool same_computation(const Instruction& p, const Instruction& q)
{
    return std::tie(p.code, p.function, p.a, p.b) == std::tie(q.code, q.function, q.a, q.b);
}

std::uint64_t hash_of(const Instruction& p)
{
    // Multiplication by 2^64 over the golden ratio (Knuth, TAOCP 3, 6.4) spreads neighbouring
    // slots.
    const std::uint64_t golden = 0x9e3779b97f4a7c15u;
    const std::uint64_t kind = std::uint64_t(p.code) << 8 | p.function;
    const std::uint64_t h = ((std::uint64_t(p.a) << 32 | p.b) ^ kind * golden) * golden;
    return h ^ (h >> 32);
}

/// As an interpreter over Quad computes it.
Quad result_of(Code code, FunctionId function, const Quad& a, const Quad& b)
{
    switch (code) {
        case Code::add:
            return a + b;
        case Code::subtract:
            return a - b;
        case Code::multiply:
            return a * b;
        case Code::divide:
            return a / b;
        case Code::negate:
            return -a;
        case Code::power:
            return pow(a, b);
        case Code::absolute:
            return abs(a);
        case Code::maximum:
            return a > b ? a : b;
        case Code::call1:
            return functions()[function].quad_unary(a);
        case Code::call2:
            return functions()[function].quad_binary(a, b);
        case Code::input:
            break;  // no parameter is the argument of one
    }
    return 0;
}

}  // namespace

TapeBuilder::TapeBuilder(const Graph& graph, std::uint32_t inputs) : graph_(graph), inputs_(inputs)
{
}

// ---- what is known

const Slot* TapeBuilder::known(NodeId id) const
{
    const std::uint32_t place = place_.find(id);
    if (place == NodeMap::absent) return nullptr;
    const Known& entry = known_[place];
    return entry.epoch == epoch_ || entry.epoch == always ? &entry.slot : nullptr;
}

void TapeBuilder::remember(NodeId id, const Known& known)
{
    const std::uint32_t place = place_.find(id);
    if (place != NodeMap::absent) {
        known_[place] = known;
        return;
    }
    place_.set(id, std::uint32_t(known_.size()));
    known_.push_back(known);
}

void TapeBuilder::bind(NodeId id, Slot slot)
{
    const Slot* bound = known(id);
    if (bound && *bound == slot) return;
    if (bound) ++epoch_;
    remember(id, {slot, always});
}

const Quad* TapeBuilder::value(Slot s) const
{
    if (!(s & constant_bit) || origins_[s & ~constant_bit] != plain) return nullptr;
    return &constants_[s & ~constant_bit];
}

bool TapeBuilder::is_value(Slot s, int wanted) const
{
    return value(s) && *value(s) == wanted;
}

std::optional<Quad> TapeBuilder::constant_value(Slot s) const
{
    if (const Quad* found = value(s)) return *found;
    return std::nullopt;
}

bool TapeBuilder::is_zero(Slot s) const
{
    return is_value(s, 0);
}

/// The instruction writing the slot, if it has this code.
const Instruction* TapeBuilder::defining(Slot s, Code code) const
{
    if (s & constant_bit || s < inputs_) return nullptr;
    const Instruction& found = code_[s - inputs_];
    return found.code == code ? &found : nullptr;
}

// ---- expressions

Slot TapeBuilder::emit(NodeId e)
{
    std::vector<NodeId> stack{e};
    const auto waits_for = [&](NodeId operand) {
        if (known(operand)) return false;
        stack.push_back(operand);
        return true;
    };
    while (!stack.empty()) {
        const NodeId id = stack.back();
        if (known(id)) {
            stack.pop_back();
            continue;
        }
        const Node& node = graph_[id];
        const int operands = operand_count(node);
        if (operands > 0 && waits_for(node.a)) continue;
        if (operands > 1 && waits_for(node.b)) continue;
        stack.pop_back();
        const Slot a = operands > 0 ? *known(node.a) : 0;
        const Slot b = operands > 1 ? *known(node.b) : 0;
        remember(id, {emit_node(id, a, b), epoch_});
    }
    return *known(e);
}

Slot TapeBuilder::emit_node(NodeId id, Slot a, Slot b)
{
    const Node& node = graph_[id];
    switch (node.op) {
        case Op::constant:
            return constant(graph_.value(id));
        case Op::add:
            return add(a, b);
        case Op::subtract:
            return subtract(a, b);
        case Op::multiply:
            return multiply(a, b);
        case Op::divide:
            return divide(a, b);
        case Op::negate:
            return negate(a);
        case Op::power:
            return power(a, b);
        case Op::integer_power:
            return integer_power(a, node.exponent);
        case Op::call:
            return call(node.function, a, b);
        case Op::input:
            return input_value(node, a);
        case Op::parameter: {
            const Slot s = varying(prelude().input(node.a));
            constants_[s & ~constant_bit] = graph_.parameter_value(id);
            return s;
        }
        case Op::independent:
        case Op::jet:
            break;
    }
    throw std::logic_error("a leaf of the expression is not bound to a slot");
}

// ---- arithmetic on slots

Slot TapeBuilder::constant(const Quad& value)
{
    const NodeId node = pool_.constant(value);
    const std::uint32_t place = pooled_.find(node);
    if (place != NodeMap::absent) return place | constant_bit;
    pooled_.set(node, std::uint32_t(constants_.size()));
    constants_.push_back(pool_.value(node));
    origins_.push_back(plain);
    return Slot(constants_.size() - 1) | constant_bit;
}

// ---- what parameters decide

TapeBuilder& TapeBuilder::prelude()
{
    if (!prelude_)
        prelude_ =
            std::make_unique<TapeBuilder>(graph_, std::uint32_t(graph_.parameter_values().size()));
    return *prelude_;
}

/// The constant that is computed in this slot of the prelude.
Slot TapeBuilder::varying(Slot in_prelude)
{
    const std::uint32_t place = varying_.find(in_prelude);
    if (place != NodeMap::absent) return place | constant_bit;
    varying_.set(in_prelude, std::uint32_t(constants_.size()));
    constants_.emplace_back(0);
    origins_.push_back(in_prelude);
    return Slot(constants_.size() - 1) | constant_bit;
}

Slot TapeBuilder::in_prelude(Slot constant)
{
    const Slot origin = origins_[constant & ~constant_bit];
    return origin != plain ? origin : prelude().constant(constants_[constant & ~constant_bit]);
}

Slot TapeBuilder::add(Slot a, Slot b)
{
    if (is_zero(a)) return b;
    if (is_zero(b)) return a;
    if (value(a) && value(b)) return constant(*value(a) + *value(b));
    if (const auto* minus = defining(b, Code::negate)) return subtract(a, minus->a);
    if (const auto* minus = defining(a, Code::negate)) return subtract(b, minus->a);
    return instruction(Code::add, 0, std::min(a, b), std::max(a, b));
}

Slot TapeBuilder::subtract(Slot a, Slot b)
{
    if (is_zero(b)) return a;
    if (is_zero(a)) return negate(b);
    if (value(a) && value(b)) return constant(*value(a) - *value(b));
    if (const auto* minus = defining(b, Code::negate)) return add(a, minus->a);
    return instruction(Code::subtract, 0, a, b);
}

Slot TapeBuilder::multiply(Slot a, Slot b)
{
    if (is_zero(a) || is_value(b, 1)) return a;
    if (is_zero(b) || is_value(a, 1)) return b;
    if (is_value(a, -1)) return negate(b);
    if (is_value(b, -1)) return negate(a);
    if (value(a) && value(b)) return constant(*value(a) * *value(b));
    return instruction(Code::multiply, 0, std::min(a, b), std::max(a, b));
}

Slot TapeBuilder::divide(Slot a, Slot b)
{
    if (is_value(b, 1)) return a;
    if (is_value(b, -1)) return negate(a);
    if (is_zero(a) && !is_zero(b)) return a;
    if (value(a) && value(b) && !is_zero(b)) return constant(*value(a) / *value(b));
    return instruction(Code::divide, 0, a, b);
}

Slot TapeBuilder::negate(Slot a)
{
    if (value(a)) return constant(-*value(a));
    if (const auto* minus = defining(a, Code::negate)) return minus->a;
    return instruction(Code::negate, 0, a, 0);
}

Slot TapeBuilder::absolute(Slot a)
{
    if (value(a)) return constant(abs(*value(a)));
    return instruction(Code::absolute, 0, a, 0);
}

Slot TapeBuilder::maximum(Slot a, Slot b)
{
    if (value(a) && value(b)) return *value(a) > *value(b) ? a : b;
    return instruction(Code::maximum, 0, a, b);
}

Slot TapeBuilder::power(Slot a, Slot b)
{
    if (value(a) && value(b)) {
        const Quad folded = pow(*value(a), *value(b));
        if (isfinite(folded)) return constant(folded);
    }
    return instruction(Code::power, 0, a, b);
}

Slot TapeBuilder::integer_power(Slot a, int exponent)
{
    const auto times = [this](Slot x, Slot y) { return multiply(x, y); };
    const Slot positive = binary_power(a, magnitude(exponent), times);
    return exponent < 0 ? divide(constant(1), positive) : positive;
}

Slot TapeBuilder::call(FunctionId function, Slot a, Slot b)
{
    if (function == abs_function()) return absolute(a);
    if (function == max_function()) return maximum(a, b);
    if (is_choice(function)) {
        if (is_zero(b)) return b;
        const Quad* condition = value(a);
        if (condition && !isnan(*condition))
            return (*condition > Quad(0)) == (function == gate_function()) ? b : constant(0);
    }
    const Function& f = functions()[function];
    if (f.arity == 1) {
        const Quad folded = value(a) ? f.quad_unary(*value(a)) : Quad(0);
        if (value(a) && isfinite(folded)) return constant(folded);
        return instruction(Code::call1, function, a, 0);
    }
    const bool both = value(a) && value(b);
    const Quad folded = both ? f.quad_binary(*value(a), *value(b)) : Quad(0);
    if (both && isfinite(folded)) return constant(folded);
    return instruction(Code::call2, function, a, b);
}

Slot TapeBuilder::input_value(const Node& node, Slot a)
{
    const int order = node.exponent - first_input_order;
    if (order > std::numeric_limits<FunctionId>::max())
        throw std::logic_error("the derivative of an input has too high an order");
    return instruction(Code::input, FunctionId(order), a, node.b);
}

// ---- interning

Slot TapeBuilder::instruction(Code code, FunctionId function, Slot a, Slot b)
{
    const bool binary = operand_count(code) == 2;
    const bool constant = a & constant_bit && (!binary || b & constant_bit);
    const bool has_value = value(a) && (!binary || value(b));  // one that is not finite
    if (constant && !has_value) {
        const Slot s = varying(
            prelude().instruction(code, function, in_prelude(a), binary ? in_prelude(b) : 0));
        constants_[s & ~constant_bit] = result_of(code, function, constants_[a & ~constant_bit],
                                                  binary ? constants_[b & ~constant_bit] : Quad(0));
        return s;
    }
    const auto next = std::uint32_t(code_.size());
    const Instruction wanted{code, function, inputs_ + next, a, b};
    const std::uint32_t found = computed_.find_or_add(
        hash_of(wanted), next,
        [&](std::uint32_t other) { return same_computation(code_[other], wanted); },
        [&](std::uint32_t other) { return hash_of(code_[other]); });
    if (found == next) code_.push_back(wanted);
    return inputs_ + found;
}

}  // namespace involute
