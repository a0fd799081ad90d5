// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/arrival.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// A curve that has not gone this part of the way has not left its start.
constexpr double least_departure = 1e-6;

// A curve that is this many times as far away as the x asked for was at the start does not come
// back.
constexpr double far_away = 1e12;

// A curve that went on beyond a fold comes back to where it did so at most so often.
constexpr int most_returns = 8;

}  // namespace

template <class S>
void Arrival<S>::begin(WalkView<S>& view)
{
    start_x_ = view.walker.p[0];
    const bool there_already =
        view.problem.along_curve() && view.to == start_x_ && !view.destination.length;
    if (there_already) view.stop(Outcome::finished, "");
}

template <class S>
void Arrival<S>::step(WalkView<S>& view)
{
    using std::abs;
    if (!view.problem.along_curve() || !view.to) return;
    const S way = abs(*view.to - start_x_) + S(view.options.atol / view.options.rtol);
    if (!(abs(view.walker.p[0] - start_x_) <= S(far_away) * way)) {
        view.moved_on = true;  // nothing within this step is meant
        return view.stop(
            Outcome::not_finite,
            fmt::format("the curve goes away from {} without end: at {} it has not met it",
                        place_of(view.solution.independent, to_double(*view.to)),
                        view.place(view.walker.p_before.data())));
    }
    if (const auto met = view.points.passage(*view.to, S(0))) {
        view.counts_to = *met;
        view.stop(Outcome::finished, "");
    }
    farthest_ = std::max<S>(farthest_, abs(view.walker.p_before[0] - start_x_));
    if (view.destination.length || farthest_ < S(least_departure) * abs(*view.to - start_x_))
        return;
    const auto again = view.points.passage(start_x_, S(0));
    // Beyond a fold in x the curve may have to pass there again on its way.
    const bool passes = again && view.destination.heading != 0 && ++returns_ < most_returns;
    if (!again || passes || (view.ended && *again >= view.counts_to)) return;
    view.counts_to = *again;
    view.stop(Outcome::closed, fmt::format("the curve came back to {} without meeting {} = {}",
                                           view.place(&start_x_), view.solution.independent,
                                           to_text(*view.destination.to)));
}

template <class S>
void Arrival<S>::visit_state(State& state)
{
    const State::Part part(state, "arrival");
    state("start x", start_x_);
    state("farthest", farthest_);
    state("returns", returns_);
}

template class Arrival<double>;
template class Arrival<Quad>;

}  // namespace involute
