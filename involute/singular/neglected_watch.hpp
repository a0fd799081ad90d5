// SPDX-License-Identifier: Apache-2.0
// Terms that completion left out because their coefficients vanished near the start: do they still
// not matter? A step in which one begins to is made shorter, and the regime changes at its end.
#pragma once

#include <optional>
#include <string>

#include "involute/geometry/neglected.hpp"
#include "involute/observe/walk_view.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

template <class S>
class NeglectedWatch {
public:
    NeglectedWatch(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view);

    /// After every accepted step: the term that begins to matter within it, in words; the step has
    /// been made again so that it ends before, or was undone where it matters from its start on.
    struct Awake {
        std::string what{};
        bool undone = false;
    };
    std::optional<Awake> look()
    {
        if (terms_.empty()) return std::nullopt;
        return look_at_step();
    }
    void visit_state(State& state);

private:
    std::optional<Awake> look_at_step();
    int worst_at(const S* p);

    SurfaceProblem<S>& problem_;
    Scale scale_;
    WalkView<S>& view_;
    std::vector<NeglectedTerm> terms_{};
    Program<S> program_{};
    std::vector<S> in_{}, out_{}, work_{}, point_{}, rates_{}, z_before_{};
    bool began_ = false;
};

extern template class NeglectedWatch<double>;
extern template class NeglectedWatch<Quad>;

}  // namespace involute
