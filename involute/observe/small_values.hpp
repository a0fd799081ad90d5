// SPDX-License-Identifier: Apache-2.0
// Values that stay so small that the absolute tolerance hides them: a pendulum of 1e-10 m is
// nothing beside atol = 1e-10, whatever rtol asks for.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "involute/observe/walk_view.hpp"

namespace involute {

/// The largest absolute value of every coordinate over the accepted steps.
template <class S>
class SmallValues {
public:
    void begin(WalkView<S>& view)
    {
        largest_.assign(std::size_t(view.problem.size()), 0);
        at_start_ = largest_;
        step(view);
        at_start_ = largest_;
        steps_ = 0;
    }
    void step(WalkView<S>& view)
    {
        const S* p = view.walker.p.data();
        for (std::size_t i = 0; i < largest_.size(); ++i)
            largest_[i] = std::max(largest_[i], std::abs(to_double(p[i])));
        ++steps_;
    }

    /// Which coordinates have less than half of the digits asked for, and what to set; empty: none.
    /// What began at 0 and stays at round-off of the others means 0.
    std::string notice(const SolveOptions& options,
                       const std::function<std::string(int coordinate)>& name) const;

private:
    std::vector<double> largest_{}, at_start_{};  // x is the first
    long steps_ = 0;
};

extern template class SmallValues<double>;
extern template class SmallValues<Quad>;

}  // namespace involute
