// SPDX-License-Identifier: Apache-2.0
// One run of a walk: run.cpp starts, drives and ends it, encounters.cpp deals with singular points.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "involute/drive/limits.hpp"
#include "involute/observe/row_keeper.hpp"
#include "involute/singular/chatter.hpp"
#include "involute/singular/crossing_watch.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

/// One run: the walker, its observers, and the Solution they fill.
template <class P>
class Run {
public:
    using S = typename P::Scalar;

    Run(PreparedOf<S>& prepared, P& problem, const Destination& destination,
        const SolveOptions& options);
    Solution execute(int direction);
    std::optional<Resume> resume{};

private:
    static constexpr bool along_curve = is_along_curve<P>;

    bool start(int direction);
    bool limits_reached();
    void stop_nowhere();
    void observe();
    S ending_within_step();
    bool met_on_the_way();
    bool passed_crossing();
    std::vector<S> before_crossing();
    void watch_rank();
    void explain_failed_step();
    bool look_for_singular_point(const std::vector<S>& p, const std::vector<S>& v);
    WalkPoint walk_point(const std::vector<S>& p, const std::vector<S>& v);
    void encounter(Encounter met);
    bool follow_next(Encounter& met);
    bool stand_on(const WayOut& way, const Layout& layout);
    /// Keeping rows may end the run.
    void heed_rows()
    {
        if (rows_.trouble && !ended_) stop(*rows_.trouble);
    }
    void finish();
    void stop(Outcome code, std::string reason)
    {
        solution_.code = code;
        solution_.reason = std::move(reason);
        solution_.status = row_of(code).exit_code == 0 ? RunStatus::finished : RunStatus::stopped;
        ended_ = true;
    }
    void stop(Stop why) { stop(why.code, std::move(why.reason)); }
    std::string place(const S* p) const { return place_of(solution_.independent, to_double(p[0])); }

    PreparedOf<S>& prepared_;
    Geometry<S>& geometry_;
    P& problem_;
    const Destination& destination_;
    const SolveOptions& options_;
    const MethodEntry& method_;
    Walker<S> walker_;
    StepPoints<P> points_;
    Solution solution_;
    RowKeeper<P> rows_;
    CrossingFinder<S> crossings_;
    StepView<S> step_;
    int direction_ = 1;
    S t_start_{}, t_end_{};
    std::optional<S> to_{};       // x asked for
    S farthest_{};                // from the start's x so far
    int returns_ = 0;             // to the start's x
    long fold_step_ = 0;          // the last step at which x turned
    std::optional<bool> side_{};  // of det [C; tᵗ] = 0, along a curve
    std::vector<S> point_;
    Limits limits_;
    GeometryCounts before_;
    bool ended_ = false;
    std::optional<double> end_x_{};  // x where the run ends, if not where its rows do
    CrossingWatch<S> watch_;
    ChatterWatch chatter_;
    long rejected_ = 0, next_question_ = 0, questions_ = 1;
    double restless_ = 0;   // trials in vain of late
    bool crosses_ = false;  // branches are known to cross somewhere
    long fallbacks_ = 0;    // of the elimination, when the last step was looked at
    std::optional<Columns<S>> fold_columns_{};
    std::size_t continued_ = 0;  // ways followed so far
    bool asked_ = false;         // whether the solution runs into the singular point near by
};

}  // namespace involute
