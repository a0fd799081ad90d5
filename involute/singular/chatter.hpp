// SPDX-License-Identifier: Apache-2.0
// A right side that jumps back and forth over the solution: every step ends at the jump, and the
// end of the run is out of reach. Seen by trials in vain and steps that get nowhere.
#pragma once

#include <optional>

#include "involute/observe/stop_reasons.hpp"

namespace involute {

class ChatterWatch {
public:
    /// After every step: whether the walk gets nowhere.
    bool gets_nowhere(long steps, long rejected, double t, double t_end);
    void visit_state(State& state);

private:
    long steps_ = 0, rejected_ = 0;
    double t_ = 0, first_t_ = 0;
    bool began_ = false;
};

/// Names the derivative that jumps most between the ends of the last step, with its equation.
template <class S>
Stop explain_chatter(Geometry<S>& geometry, const Walker<S>& walker);

extern template Stop explain_chatter(Geometry<double>&, const Walker<double>&);
extern template Stop explain_chatter(Geometry<Quad>&, const Walker<Quad>&);

}  // namespace involute
