// SPDX-License-Identifier: Apache-2.0
// A walk as its observers see it. After every accepted step each of them is shown this, in order:
// one may find that the step counts only up to a part of it, or end the run.
#pragma once

#include <concepts>
#include <optional>
#include <string>

#include "involute/observe/step_points.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/options/destination.hpp"
#include "involute/options/solution.hpp"

namespace involute {

template <class S>
struct WalkView {
    Problem<S>& problem;
    Walker<S>& walker;
    StepPoints<S>& points;  // of its last step
    const Destination& destination;
    const SolveOptions& options;
    Solution& solution;

    int direction = 1;      // of the parameter: x, or the length of the curve
    S t_start{}, t_end{};   // of the parameter
    S t_stop{};             // no step passes it: t_end, or a place before that must be hit
    S t_first{};            // where the whole walk began, of which this may be a later piece
    std::optional<S> to{};  // x asked for

    const S* beside_start = nullptr;  // the start lies on a kink: a point on the side that it takes

    S counts_to{1};         // the part of the last step that is kept, from 0 to 1
    bool moved_on = false;  // the step is dealt with: nobody else is shown it
    bool ended = false;
    bool goes_on = false;           // with another piece: this one has no last row of its own
    std::optional<double> end_x{};  // x where the run ends, if not where its rows do
    double kept_bytes = 0;          // by rows, those of crossings included

    void stop(Outcome code, std::string reason)
    {
        solution.code = code;
        solution.reason = std::move(reason);
        solution.status = row_of(code).exit_code == 0 ? RunStatus::finished : RunStatus::stopped;
        ended = true;
    }
    void stop(Stop why) { stop(why.code, std::move(why.reason)); }
    /// A row was kept: ends the run where the memory for them is used up.
    void count_kept(double bytes)
    {
        constexpr double megabyte = 1e6;
        kept_bytes += bytes;
        if (ended || kept_bytes <= options.max_memory * megabyte) return;
        stop(Outcome::max_memory, memory_used_up(options, place(walker.p.data())));
    }
    /// "x = 0.25".
    std::string place(const S* p) const { return place_of(solution.independent, to_double(p[0])); }
};

/// Who watches a walk: told when it stands at its first point, and shown every accepted step.
template <class O, class S>
concept Observer = requires(O& observer, WalkView<S>& view) {
    observer.begin(view);
    observer.step(view);
};

/// What a walk cannot simply step over: told where it cannot start, where no step can be made, and
/// asked before every step whether the walk gets anywhere. For equations these are SingularPoints
/// (singular/singular_points.hpp), for callables plain reasons (drive/callable.cpp).
template <class S>
class Obstacles {
public:
    virtual ~Obstacles() = default;
    /// The walk cannot stand at its start: ends the run, or puts the walk beside it.
    virtual void at_start() = 0;
    /// A point just after the start, where that lies on a kink; null elsewhere.
    virtual const S* beside_start() { return nullptr; }
    /// It stands there.
    virtual void begin() {}
    /// The walk is to end elsewhere than was said when it began.
    virtual void end_moved() {}
    /// A step was accepted; the first and the last who are shown it.
    virtual void before_others() {}
    virtual void after_others() {}
    /// No step can be made: ends the run with the reason, or puts the walk elsewhere.
    virtual void failed_step() = 0;
    /// True where the walk gets nowhere, after having dealt with it.
    virtual bool gets_nowhere() { return false; }
    virtual void visit_state(State&) {}
};

}  // namespace involute
