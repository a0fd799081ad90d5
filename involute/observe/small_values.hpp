// SPDX-License-Identifier: Apache-2.0
// Values that stay so small that the absolute tolerance hides them: a pendulum of 1e-10 m is
// nothing beside atol = 1e-10, whatever rtol asks for.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "involute/base/state_limits.hpp"
#include "involute/observe/walk_view.hpp"

namespace involute {

/// The largest absolute value of every coordinate over the accepted steps, as long as one of them
/// is small.
template <class S>
class SmallValues {
public:
    void begin(WalkView<S>& view)
    {
        largest_.assign(std::size_t(view.problem.size()), 0);
        limits_.assign(largest_.size(), view.options.atol / std::sqrt(view.options.rtol));
        own_.assign(view.problem.own_floors().begin(), view.problem.own_floors().end());
        for (std::size_t i = 0; i < own_.size(); ++i)
            limits_[i] = own_[i] * std::sqrt(view.options.rtol);
        none_is_small_ = false;
        at_start_ = largest_;
        step(view);
        at_start_ = largest_;
        steps_ = 0;
    }
    void step(WalkView<S>& view)
    {
        ++steps_;
        if (none_is_small_) return;
        const S* p = view.walker.p.data();
        none_is_small_ = true;
        for (std::size_t i = 1; i < largest_.size(); ++i) {
            largest_[i] = std::max(largest_[i], std::abs(to_double(p[i])));
            none_is_small_ &= largest_[i] >= limits_[i];
        }
    }

    /// Of a problem with so many coordinates.
    void visit_state(State& state, std::size_t size)
    {
        const State::Part part(state, "small values");
        visit_list(state, "largest", largest_, size);
        visit_list(state, "at start", at_start_, size);
        visit_list(state, "limits", limits_, size);
        require(state, at_start_.size() == largest_.size() && limits_.size() == largest_.size(),
                "limits");
        visit_list(state, "own", own_, size);
        state("none is small", none_is_small_);
        state("steps", steps_);
    }

    /// Which coordinates have less than half of the digits asked for, and what to set; empty: none.
    /// What began at 0 and stays at round-off of the others means 0.
    std::string notice(const SolveOptions& options,
                       const std::function<std::string(int coordinate)>& name) const;

private:
    bool is_small(std::size_t i, double all) const;

    std::vector<double> largest_{}, at_start_{};  // x is the first
    std::vector<double> limits_{};                // below these a value has lost half of its digits
    std::vector<double> own_{};                   // atol / rtol, where they differ
    bool none_is_small_ = false;
    long steps_ = 0;
};

extern template class SmallValues<double>;
extern template class SmallValues<Quad>;

}  // namespace involute
