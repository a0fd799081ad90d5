// SPDX-License-Identifier: Apache-2.0
// The walk itself with its observers, limits and endings, whatever it walks on.
#pragma once

#include "involute/drive/limits.hpp"
#include "involute/drive/reach.hpp"
#include "involute/observe/arrival.hpp"
#include "involute/observe/progress.hpp"
#include "involute/observe/row_keeper.hpp"
#include "involute/observe/sections.hpp"
#include "involute/observe/small_values.hpp"

namespace involute {

/// One run, whatever it walks on: the walker, its observers, and the Solution they fill.
template <class S>
class Run {
public:
    Run(Problem<S>& problem, const MethodEntry& method, RowMaker<S>& rows, Sections<S> sections,
        const Destination& destination, const SolveOptions& options);

    /// From p (a point of M), with x in this direction: begin, every step, finish.
    Solution execute(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles);

    // The same for those who drive it from outside.
    /// False: the run has ended where it was to begin.
    bool begin(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles);
    /// One step, or one obstacle dealt with. False: nothing is left to do.
    bool step(Obstacles<S>& obstacles);
    /// After the last step.
    Solution finish();

    /// From now on the walk ends at this value of its parameter, ahead of where it stands.
    void set_end(S t_end, Obstacles<S>& obstacles);

    /// Instead of begin(): the run as it was between two steps, or what it is then.
    void visit_state(State& state, Obstacles<S>& obstacles);

    const Walker<S>& walker() const { return walker_; }
    WalkView<S>& view() { return view_; }
    RowKeeper<S>& row_keeper() { return row_keeper_; }
    Sections<S>& sections() { return sections_; }
    const SmallValues<S>& small_values() const { return small_values_; }
    Solution& solution() { return solution_; }
    /// Not so where a step was given up midway.
    bool between_steps() const { return !midway_; }

private:
    bool start(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles);
    void observe(Obstacles<S>& obstacles);
    bool limits_reached(Obstacles<S>& obstacles);
    void count_work();
    template <class Act>
    bool guarded(const Act& act);

    const MethodEntry& method_;
    RowMaker<S>& rows_;
    Walker<S> walker_;
    StepPoints<S> points_;
    Solution solution_{};
    WalkView<S> view_;
    Arrival<S> arrival_{};
    Sections<S> sections_;
    RowKeeper<S> row_keeper_;
    Progress<S> progress_{};
    SmallValues<S> small_values_{};
    Limits limits_;
    Reach reach_{};
    Work before_;  // what the problem had done before the run
    bool midway_ = false;
};

extern template class Run<double>;
extern template class Run<Quad>;

}  // namespace involute
