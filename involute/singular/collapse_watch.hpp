// SPDX-License-Identifier: Apache-2.0
// Rows that ranks or repair chose at one point may come to lose rank: long before they do, steps
// become short. Others may do better there.
#pragma once

#include <algorithm>

#include "involute/base/state.hpp"

namespace involute {

class CollapseWatch {
public:
    /// After every accepted step: have steps become much shorter than they were, and stayed so?
    bool look(double step)
    {
        longest_ = std::max(longest_, step);
        short_ones_ = step < much_shorter * longest_ ? short_ones_ + 1 : 0;
        return short_ones_ >= many;
    }

    void visit_state(State& state)
    {
        state("longest step", longest_);
        state("short steps", short_ones_);
    }

private:
    static constexpr double much_shorter = 1.0 / 40;
    static constexpr int many = 12;  // one after another

    double longest_ = 0;
    int short_ones_ = 0;
};

}  // namespace involute
