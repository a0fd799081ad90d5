// SPDX-License-Identifier: Apache-2.0
// Writing tapes: from expressions under bindings of their leaves, and from arithmetic on slots.
#include "involute/expr/tape.hpp"

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
    return s & constant_bit ? &constants_[s & ~constant_bit] : nullptr;
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
    return Slot(constants_.size() - 1) | constant_bit;
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

// ---- interning

Slot TapeBuilder::instruction(Code code, FunctionId function, Slot a, Slot b)
{
    const auto next = std::uint32_t(code_.size());
    const Instruction wanted{code, function, inputs_ + next, a, b};
    const std::uint32_t found = computed_.find_or_add(
        hash_of(wanted), next,
        [&](std::uint32_t other) { return same_computation(code_[other], wanted); },
        [&](std::uint32_t other) { return hash_of(code_[other]); });
    if (found == next) code_.push_back(wanted);
    return inputs_ + found;
}

// ---- finishing

Tape TapeBuilder::finish() const
{
    Tape tape{.inputs = inputs_};
    std::vector<Slot> constant_slot(constants_.size(), 0);  // 0: not used
    const auto need_constant = [&](Slot s) {
        Slot& slot = constant_slot[s & ~constant_bit];
        if (slot != 0) return;
        tape.constants.push_back(constants_[s & ~constant_bit]);
        slot = Slot(tape.constants.size());
    };

    // Backwards: which instructions the outputs need, and where values are used last.
    std::vector<std::uint32_t> last_use(inputs_ + code_.size(), 0);
    const auto use = [&](Slot s, std::uint32_t when) {
        if (s & constant_bit)
            need_constant(s);
        else if (last_use[s] == 0)
            last_use[s] = when;
    };
    for (const Slot s : outputs_) use(s, 0xffffffff);
    for (std::uint32_t i = std::uint32_t(code_.size()); i-- > 0;) {
        const Instruction& p = code_[i];
        if (last_use[p.target] == 0) continue;
        use(p.a, i + 1);
        if (operand_count(p.code) == 2) use(p.b, i + 1);
    }

    // Forwards: final slots; that of an operand used here for the last time can be the target.
    std::vector<Slot> final_slot(last_use.size());
    for (Slot s = 0; s < inputs_; ++s) final_slot[s] = s;
    std::vector<Slot> free;
    tape.slots = inputs_ + Slot(tape.constants.size());
    const auto place = [&](Slot s) {
        return s & constant_bit ? inputs_ + constant_slot[s & ~constant_bit] - 1 : final_slot[s];
    };
    const auto release = [&](Slot s, std::uint32_t when) {
        if (s & constant_bit || s < inputs_ || last_use[s] != when) return;
        free.push_back(final_slot[s]);
        last_use[s] = 0;
    };
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
        Instruction p = code_[i];
        if (last_use[p.target] == 0) continue;
        const bool binary = operand_count(p.code) == 2;
        const Slot a = place(p.a), b = binary ? place(p.b) : 0;
        release(p.a, i + 1);
        if (binary) release(p.b, i + 1);
        if (free.empty()) free.push_back(tape.slots++);
        final_slot[p.target] = free.back();
        free.pop_back();
        tape.code.push_back({p.code, p.function, final_slot[p.target], a, b});
    }
    for (const Slot s : outputs_) tape.outputs.push_back(place(s));
    return tape;
}

}  // namespace involute
