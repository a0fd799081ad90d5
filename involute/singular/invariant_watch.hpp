// SPDX-License-Identifier: Apache-2.0
// Declared invariants along a walk: one that is constant near the start need not be so elsewhere,
// and holding it constant all the same would solve other equations. After every step its rate of
// change is looked at; what looks like a change is computed anew in quadruple precision at a point
// of M before anything is said.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "involute/observe/walk_view.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

template <class S>
class InvariantWatch {
public:
    InvariantWatch(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view);

    /// After every accepted step: what is no invariant where it ends, in words.
    std::optional<std::string> look()
    {
        if (watched_.empty()) return std::nullopt;
        return look_at_step();
    }
    void visit_state(State& state);

private:
    std::optional<std::string> look_at_step();
    std::optional<std::string> judge(int invariant);

    SurfaceProblem<S>& problem_;
    Scale scale_;
    WalkView<S>& view_;
    std::vector<int> watched_{};  // numbers of invariants
    Program<S> program_{};
    std::vector<S> in_{}, out_{}, work_{};
    std::unique_ptr<Geometry<Quad>> in_full_{};  // made when it is first needed
    // Where rounding alone makes one suspicious, it has to become worse, or time has to pass.
    struct Cleared {
        double defect = 0;
        long until = 0, pause = 0;  // steps
    };
    std::vector<Cleared> cleared_{};
};

extern template class InvariantWatch<double>;
extern template class InvariantWatch<Quad>;

}  // namespace involute
