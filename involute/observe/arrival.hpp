// SPDX-License-Identifier: Apache-2.0
// Along a curve: has the last step met the x asked for, or come back to the start?
#pragma once

#include <optional>
#include <vector>

#include "involute/observe/walk_view.hpp"

namespace involute {

template <class S>
class Arrival {
public:
    void begin(WalkView<S>& view);
    void step(WalkView<S>& view);
    void visit_state(State& state);

private:
    void stand_at(const WalkView<S>& view, const std::vector<S>& p);
    std::optional<S> came_back(WalkView<S>& view);
    bool is_start(WalkView<S>& view, S part);

    std::vector<S> start_{};     // the point
    std::vector<S> farthest_{};  // from it so far, every coordinate
    std::vector<S> here_{};
};

extern template class Arrival<double>;
extern template class Arrival<Quad>;

}  // namespace involute
