// SPDX-License-Identifier: Apache-2.0
// Pulses: does what a step saw of the parts that can be flat for long and then not
// (geometry/sharp_parts.hpp), in x or in the state, tell what they do between? Bounds over the
// whole step answer that nearly always; where they do not, parts are looked at closer, and a step
// that misses something that matters is made again, shorter.
#pragma once

#include <optional>
#include <vector>

#include "involute/singular/pulse_parts.hpp"

namespace involute {

template <class S>
class PulseWatch {
public:
    PulseWatch(SurfaceProblem<S>& problem, WalkView<S>& view, FoundOnce& findings);

    /// After every accepted step. True: it was undone, and nobody is to be shown it.
    bool undoes_step()
    {
        if (!watches_) return false;
        const bool calm = of_state_.stays_calm();
        return (!calm || careful_ || in_x_.count() > 0) && look_at_step(calm);
    }
    void visit_state(State& state);

private:
    bool look_at_step(bool state_is_calm);
    std::optional<Surprise> find(SharpParts<S>& parts, bool of_state);
    bool matters(const Surprise& surprise, bool of_state);
    bool make_shorter(const Surprise& surprise);
    void grow_slowly();

    SurfaceProblem<S>& problem_;
    WalkView<S>& view_;
    PartsInX<S> in_x_;
    PartsOfState<S> of_state_;
    PulseSearch search_{};
    std::vector<S> point_{}, slope_{}, low_{}, high_{};
    S cap_{};  // of the next steps, after one was made shorter
    bool careful_ = false, watches_ = false;
};

extern template class PulseWatch<double>;
extern template class PulseWatch<Quad>;

}  // namespace involute
