// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/liveness.hpp"

#include <numeric>

namespace involute {

Liveness liveness(const Tape& tape)
{
    Liveness result;
    result.first_temporary = tape.inputs + std::uint32_t(tape.constants.size());
    result.rows.resize(tape.code.size());

    std::vector<Value> in_slot(tape.slots);
    std::iota(in_slot.begin(), in_slot.end(), Value(0));
    for (std::size_t i = 0; i < tape.code.size(); ++i) {
        const Instruction& p = tape.code[i];
        result.rows[i].a = in_slot[p.a];
        result.rows[i].b = operand_count(p.code) == 2 ? in_slot[p.b] : in_slot[p.a];
        in_slot[p.target] = result.target(i);
    }
    for (const Slot s : tape.outputs) result.outputs.push_back(in_slot[s]);

    std::vector<std::uint32_t> next(result.values(), Liveness::never);
    for (std::size_t i = tape.code.size(); i-- > 0;) {
        Liveness::Row& row = result.rows[i];
        row.next_target = next[result.target(i)];
        row.next_a = next[row.a];
        row.next_b = next[row.b];
        next[row.a] = next[row.b] = std::uint32_t(i);
    }
    return result;
}

}  // namespace involute
