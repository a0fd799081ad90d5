// SPDX-License-Identifier: Apache-2.0
// Prepared -> Solution: the walk itself with its observers, limits and endings. Preparing once and
// running often costs nothing twice.
#pragma once

#include "involute/drive/limits.hpp"
#include "involute/drive/reach.hpp"
#include "involute/observe/arrival.hpp"
#include "involute/observe/progress.hpp"
#include "involute/observe/row_keeper.hpp"
#include "involute/observe/sections.hpp"
#include "involute/observe/small_values.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/singular/encounter.hpp"
#include "involute/singular/regime_change.hpp"

namespace involute {

/// One run, whatever it walks on: the walker, its observers, and the Solution they fill.
template <class S>
class Run {
public:
    Run(Problem<S>& problem, const MethodEntry& method, RowMaker<S>& rows, Sections<S> sections,
        const Destination& destination, const SolveOptions& options);

    /// From p (a point of M), with x in this direction.
    Solution execute(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles);

    WalkView<S>& view() { return view_; }
    RowKeeper<S>& row_keeper() { return row_keeper_; }
    Sections<S>& sections() { return sections_; }
    const SmallValues<S>& small_values() const { return small_values_; }
    Solution& solution() { return solution_; }

private:
    bool start(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles);
    void observe(Obstacles<S>& obstacles);
    bool limits_reached(Obstacles<S>& obstacles);
    void finish();
    void count_work();

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
};

extern template class Run<double>;
extern template class Run<Quad>;

/// A run along equations.
struct Ran {
    Solution solution{};
    std::optional<Resume> resume{};        // a way asked for that a walk in x cannot follow
    std::optional<RegimeChange> change{};  // the equations are to be completed anew
};
/// The prepared system must be complete, with a start.
template <class S>
Ran run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options);

/// The way x goes at the start.
template <class S>
int x_direction(const PreparedOf<S>& prepared, const Destination& destination);

extern template Ran run(PreparedOf<double>&, const Destination&, const SolveOptions&);
extern template Ran run(PreparedOf<Quad>&, const Destination&, const SolveOptions&);
extern template int x_direction(const PreparedOf<double>&, const Destination&);
extern template int x_direction(const PreparedOf<Quad>&, const Destination&);

}  // namespace involute
