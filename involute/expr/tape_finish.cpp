// SPDX-License-Identifier: Apache-2.0
// From what was emitted to a tape: dead code goes, sines stand side by side, slots are used again.
#include "involute/expr/side_by_side.hpp"
#include "involute/expr/tape.hpp"

namespace involute {

Tape TapeBuilder::finish() const
{
    return finish(outputs_);
}

Tape TapeBuilder::finish(const std::vector<Slot>& outputs) const
{
    Tape tape{.inputs = inputs_, .input_functions = graph_.input_functions()};
    std::vector<bool> needed(constants_.size(), false);
    const auto need_constant = [&](Slot s) { needed[s & ~constant_bit] = true; };

    // Backwards: which instructions the outputs need, then, in their order, where values are used
    // last.
    std::vector<bool> needed_code(code_.size(), false);
    const auto need = [&](Slot s) {
        if (s & constant_bit)
            need_constant(s);
        else if (s >= inputs_)
            needed_code[s - inputs_] = true;
    };
    for (const Slot s : outputs) need(s);
    for (std::uint32_t i = std::uint32_t(code_.size()); i-- > 0;) {
        if (!needed_code[i]) continue;
        need(code_[i].a);
        if (operand_count(code_[i].code) == 2) need(code_[i].b);
    }
    const std::vector<std::uint32_t> order = sines_side_by_side(code_, needed_code, inputs_);
    std::vector<std::uint32_t> last_use(inputs_ + code_.size(), 0);
    const auto use = [&](Slot s, std::uint32_t when) {
        if (!(s & constant_bit) && last_use[s] == 0) last_use[s] = when;
    };
    for (const Slot s : outputs) use(s, 0xffffffff);
    for (auto when = std::uint32_t(order.size()); when > 0; --when) {
        const Instruction& p = code_[order[when - 1]];
        use(p.a, when);
        if (operand_count(p.code) == 2) use(p.b, when);
    }

    // Constants: those that depend on parameters come last.
    std::vector<Slot> constant_slot(constants_.size(), 0), from_prelude;
    const auto take = [&](std::size_t c) {
        constant_slot[c] = inputs_ + Slot(tape.constants.size());
        tape.constants.push_back(constants_[c]);
    };
    for (std::size_t c = 0; c < constants_.size(); ++c)
        if (needed[c] && origins_[c] == plain) take(c);
    for (std::size_t c = 0; c < constants_.size(); ++c)
        if (needed[c] && origins_[c] != plain) {
            take(c);
            from_prelude.push_back(origins_[c]);
        }
    if (!from_prelude.empty())
        tape.prelude = std::make_shared<const Tape>(prelude_->finish(from_prelude));

    // Forwards: final slots; that of an operand used here for the last time can be the target.
    std::vector<Slot> final_slot(last_use.size());
    for (Slot s = 0; s < inputs_; ++s) final_slot[s] = s;
    std::vector<Slot> free;
    tape.slots = inputs_ + Slot(tape.constants.size());
    const auto place = [&](Slot s) {
        return s & constant_bit ? constant_slot[s & ~constant_bit] : final_slot[s];
    };
    const auto release = [&](Slot s, std::uint32_t when) {
        if (s & constant_bit || s < inputs_ || last_use[s] != when) return;
        free.push_back(final_slot[s]);
        last_use[s] = 0;
    };
    tape.code.reserve(order.size());
    for (std::uint32_t when = 1; when <= order.size(); ++when) {
        const Instruction& p = code_[order[when - 1]];
        const bool binary = operand_count(p.code) == 2;
        const Slot a = place(p.a), b = binary ? place(p.b) : p.b;
        release(p.a, when);
        if (binary) release(p.b, when);
        if (free.empty()) free.push_back(tape.slots++);
        final_slot[p.target] = free.back();
        free.pop_back();
        tape.code.push_back({p.code, p.function, final_slot[p.target], a, b});
    }
    for (const Slot s : outputs) tape.outputs.push_back(place(s));
    return tape;
}

}  // namespace involute
