// SPDX-License-Identifier: Apache-2.0
// A start found stage by stage (docs/theory.md, section 2): the rows of a stage contain no jets of
// later ones, and all but the first of an equation are linear in the jets of their own. So a
// system of index 15 is a sequence of small problems, which lead to the root beside the guess,
// where one Newton iteration for all of them loses its way.
#pragma once

#include <memory>
#include <vector>

#include "involute/project/nearest.hpp"

namespace involute {

template <class S>
class StartStages {
public:
    StartStages(Geometry<S>& geometry, const std::vector<double>& floors);

    /// Moves q, stage by stage, to the nearest point that satisfies the rows of the stage, with
    /// jets of other stages held; a weight of 0 holds a coordinate throughout. False where a stage
    /// cannot be satisfied: q is then good up to there.
    bool settle(const S* weights, S* q);

private:
    struct Stage {
        std::vector<bool> moves{};  // the coordinates of this stage
        std::unique_ptr<NearestPoint<S>> nearest{};
    };
    std::vector<Stage> stages_{};  // those with rows
};

extern template class StartStages<double>;
extern template class StartStages<Quad>;

}  // namespace involute
