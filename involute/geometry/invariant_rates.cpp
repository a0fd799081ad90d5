// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/invariant_rates.hpp"

namespace involute {

Tape write_invariant_rates(CompletedSystem& c, const std::vector<int>& invariants)
{
    const auto size = std::uint32_t(c.layout.size);
    TapeBuilder tape(c.system.graph, 2 * size);
    bind_point(c, tape);
    for (const int k : invariants) {
        const int row = int(c.layout.constraints.size()) + k;
        Slot sum = tape.constant(0), terms = sum;
        for (std::size_t e = 0; e < c.constraint_jacobian.entries.size(); ++e) {
            const SparseEntry& entry = c.constraint_jacobian.entries[e];
            if (entry.row != row) continue;
            const Slot term = tape.multiply(tape.emit(c.constraint_jacobian_nodes[e]),
                                            tape.input(size + std::uint32_t(entry.column)));
            sum = tape.add(sum, term);
            terms = tape.add(terms, tape.absolute(term));
        }
        tape.output(sum);
        tape.output(terms);
    }
    return tape.finish();
}

}  // namespace involute
