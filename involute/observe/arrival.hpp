// SPDX-License-Identifier: Apache-2.0
// Along a curve: has the last step met the x asked for, or come back to the start's?
#pragma once

#include "involute/observe/walk_view.hpp"

namespace involute {

template <class S>
class Arrival {
public:
    void begin(WalkView<S>& view);
    void step(WalkView<S>& view);
    void visit_state(State& state);

private:
    S start_x_{};
    S farthest_{};     // from the start's x so far
    int returns_ = 0;  // to the start's x
};

extern template class Arrival<double>;
extern template class Arrival<Quad>;

}  // namespace involute
