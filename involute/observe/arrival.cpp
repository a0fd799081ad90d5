// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/arrival.hpp"

#include "involute/base/state_limits.hpp"

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

// A start is met again where every coordinate is as near to it as this part of how far it has been
// away, or as the root of the tolerance times this if that is larger: errors add up on the way.
constexpr double same_place = 1e-6, of_root = 0.1;

}  // namespace

template <class S>
void Arrival<S>::begin(WalkView<S>& view)
{
    if (!view.problem.along_curve()) return;
    stand_at(view, view.walker.p);
    if (view.to == start_[0] && !view.destination.length) view.stop(Outcome::finished, "");
}

template <class S>
void Arrival<S>::stand_at(const WalkView<S>& view, const std::vector<S>& p)
{
    start_.assign(p.begin(), p.begin() + view.problem.size());
    farthest_.assign(start_.size(), S(0));
}

template <class S>
void Arrival<S>::step(WalkView<S>& view)
{
    using std::abs;
    if (!view.problem.along_curve() || !view.to) return;
    if (start_.empty()) stand_at(view, view.walker.p_before);  // put beside a singular start
    const S way = abs(*view.to - start_[0]) + S(view.options.atol / view.options.rtol);
    if (!(abs(view.walker.p[0] - start_[0]) <= S(far_away) * way)) {
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
    for (std::size_t j = 0; j < start_.size(); ++j)
        farthest_[j] = std::max<S>(farthest_[j], abs(view.walker.p_before[j] - start_[j]));
    if (view.destination.length || farthest_[0] < S(least_departure) * abs(*view.to - start_[0]))
        return;
    const auto again = came_back(view);
    if (!again || (view.ended && *again >= view.counts_to)) return;
    view.counts_to = *again;
    view.stop(Outcome::closed,
              fmt::format("the curve came back to its start at {} without meeting {} = {}",
                          view.place(start_.data()), view.solution.independent,
                          to_text(*view.destination.to)));
}

/// The part of the last step at which it passes the start. It may pass the start's x elsewhere.
template <class S>
std::optional<S> Arrival<S>::came_back(WalkView<S>& view)
{
    constexpr int most_passages = 8;  // of a polynomial
    S from(0);
    for (int k = 0; k < most_passages; ++k) {
        const auto again = view.points.passage(start_[0], from);
        if (!again || *again <= from) return {};
        if (is_start(view, *again)) return again;
        from = *again;
    }
    return {};
}

template <class S>
bool Arrival<S>::is_start(WalkView<S>& view, S part)
{
    using std::abs;
    here_.resize(view.walker.p.size());
    if (!view.points.at(part, here_.data())) return false;
    const S near(std::max(same_place, of_root * std::sqrt(view.options.rtol)));
    for (std::size_t j = 0; j < start_.size(); ++j)
        if (!(abs(here_[j] - start_[j]) <= near * farthest_[j] + S(view.options.atol)))
            return false;
    return true;
}

template <class S>
void Arrival<S>::visit_state(State& state)
{
    const State::Part part(state, "arrival");
    visit_sized(state, "start", start_);
    visit_sized(state, "farthest", farthest_);
}

template class Arrival<double>;
template class Arrival<Quad>;

}  // namespace involute
