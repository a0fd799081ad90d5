// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/row_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "involute/base/patience.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

constexpr std::size_t rows_between_looks = 1024;  // at the clock

}  // namespace

template <class S>
RowKeeper<S>::RowKeeper(RowMaker<S>& rows, int point_size)
    : rows_(rows), point_(std::size_t(point_size))
{
}

template <class S>
void RowKeeper<S>::plan(WalkView<S>& view)
{
    const Sampling& sampling = view.options.sampling;
    by_passage_ = view.problem.along_curve() && !sampling.at.empty();
    if (!by_passage_) wanted_ = WantedRows<S>(sampling, view.t_first, view.t_end);
    if (view.destination.continued)  // rows up to here belong to the pieces before
        while (next_ < wanted_.size() && (view.t_start - wanted_[next_]) * view.direction >= 0)
            ++next_;
    by_steps_ =
        sampling.points == 0 && sampling.every == 0 && !sampling.only_end && sampling.at.empty();
}

template <class S>
void RowKeeper<S>::begin(WalkView<S>& view)
{
    const S* p = view.walker.p.data();
    const std::vector<double>& at = view.options.sampling.at;
    last_row_t_ = view.t_start;
    end_x_ = p[0];
    if (steps_) steps_->begin(view);
    if (view.destination.continued) return;
    const bool wanted_here = next_ < wanted_.size() && wanted_[next_] == view.t_start;
    const bool passes_here = by_passage_ && std::count(at.begin(), at.end(), to_double(p[0])) > 0;
    if (by_steps_ || wanted_here || passes_here)
        record(view, {.p = p, .beside = view.beside_start});
    if (wanted_here) ++next_;
}

template <class S>
void RowKeeper<S>::begin_again(WalkView<S>& view, const S* p)
{
    nothing_beyond_.reset();
    if (steps_) steps_->begin_again();
    if (by_steps_) record(view, {.p = p});
    // What was asked for between the point left and this one is not computed.
    bool told = false;
    for (; !view.problem.along_curve() && next_ < wanted_.size() &&
           (p[0] - wanted_[next_]) * view.direction > 0;
         ++next_) {
        if (std::exchange(told, true)) continue;
        const S x = wanted_[next_];
        view.solution.notices.push_back(fmt::format(
            "no row is written at {}: the singular point there is stepped across", view.place(&x)));
    }
    last_row_t_ = view.walker.t;
    end_x_ = p[0];
}

template <class S>
void RowKeeper<S>::record(WalkView<S>& view, const RowPoint<S>& point)
{
    if (observer_left_ || row_refused_) return;
    Solution& solution = view.solution;
    const S* p = point.p;
    const Made made = rows_.make(point, row_);
    if (made == Made::refused) {
        Stop why = rows_.refusal();
        // A run that was stopped has its reason: where it stands may be as singular as that says.
        const bool stopped = view.ended && solution.status != RunStatus::finished;
        const bool last = (stopped || point.z) && why.code == Outcome::not_certified;
        row_refused_ = view.ended || !last;
        if (last)
            view.solution.notices.push_back("no row is written at the end: " + why.reason);
        else
            view.stop(std::move(why));
        return;
    }
    lacks_last_ = made == Made::not_finite;
    if (made == Made::not_finite) {
        if (!std::exchange(row_skipped_, true))
            solution.notices.push_back(fmt::format(
                "no row is written where a derivative is infinite, first at {}", view.place(p)));
        return;
    }
    if (hand_over(view)) return;
    observer_left_ = true;
    if (view.ended) return;
    view.end_x = to_double(p[0]);
    view.stop(Outcome::observer_stopped, fmt::format("the observer stopped at {}", view.place(p)));
}

/// Into the solution, or to whoever takes the rows instead. False: nobody wants any more.
template <class S>
bool RowKeeper<S>::hand_over(WalkView<S>& view)
{
    Solution& solution = view.solution;
    const SolveOptions& options = view.options;
    ++solution.statistics.rows;
    if (!options.stream) {
        view.count_kept(store(row_, solution.rows, solution.quad_rows));
        return !options.observe || options.observe(solution.rows.back());
    }
    rounded_.clear();
    for (const S& value : row_) rounded_.push_back(to_double(value));
    PassingRow passing{.names = rows_.names(), .values = rounded_};
    if constexpr (std::is_same_v<S, Quad>) passing.in_full = row_;
    const bool wanted = options.stream(passing);
    return (!options.observe || options.observe(rounded_)) && wanted;
}

template <class S>
void RowKeeper<S>::record_at(WalkView<S>& view, S theta, const S* fixed_x)
{
    if (theta >= 1 && (!view.problem.along_curve() || !fixed_x))
        record(view, {.p = view.walker.p.data()});
    else if (view.points.at(theta, point_.data(), fixed_x))
        record(view, {.p = point_.data()});
    else if (!view.ended)
        view.stop(Outcome::projection_failed,
                  fmt::format("the dense output could not be projected near {}",
                              view.place(view.walker.p.data())));
}

template <class S>
void RowKeeper<S>::record_passages(WalkView<S>& view, S theta_end)
{
    passages_.clear();
    for (const double at : view.options.sampling.at)
        for (S from(0), x = as_written<S>(at); from < 1;) {
            const auto met = view.points.passage(x, from);
            if (!met || *met > theta_end) break;
            passages_.push_back({*met, x});
            from = *met;
        }
    std::sort(passages_.begin(), passages_.end());
    for (const auto& [theta, x] : passages_) record_at(view, theta, &x);
}

template <class S>
void RowKeeper<S>::step(WalkView<S>& view)
{
    const bool last = view.counts_to < 1 || view.ended;
    const bool meets_to = view.problem.along_curve() && view.ended && view.to &&
                          view.solution.code == Outcome::finished;
    record_part(view, view.counts_to, last, meets_to ? &*view.to : nullptr);
}

template <class S>
void RowKeeper<S>::keep_part(WalkView<S>& view, S theta)
{
    record_part(view, theta, false, nullptr);
}

/// last: nothing follows. at_x: the x to be hit exactly at θ.
template <class S>
void RowKeeper<S>::record_part(WalkView<S>& view, S theta_end, bool last, const S* at_x)
{
    Walker<S>& walker = view.walker;
    const bool along_curve = view.problem.along_curve();
    const S t0 = walker.t_before, h = walker.t - walker.t_before;
    const S reached = theta_end >= 1 ? walker.t : S(t0 + theta_end * h);
    if (steps_) steps_->keep(view, theta_end, at_x);
    view.solution.travelled = std::abs(to_double(S(reached - view.t_start)));
    end_x_ = walker.p[0];
    if (theta_end < 1) {
        walker.interpolate(theta_end, point_.data());
        end_x_ = along_curve ? point_[0] : reached;
    }
    if (at_x) end_x_ = *at_x;
    if (by_passage_) {
        record_passages(view, theta_end);
        return;
    }
    for (; next_ < wanted_.size() && (reached - wanted_[next_]) * view.direction >= 0; ++next_) {
        if (next_ % rows_between_looks == 0) keep_patience();  // a step may hold millions of them
        const S t = wanted_[next_];
        const S* fixed_x = along_curve ? nullptr : &t;
        const S last_x = as_written<S>(view.destination.land_on.value_or(0));
        if (along_curve && t == view.t_end && view.destination.land_on) {
            fixed_x = &last_x;
            end_x_ = last_x;
        }
        record_at(view, t == walker.t ? S(1) : S((t - t0) / h), fixed_x);
        last_row_t_ = t;
    }
    if ((by_steps_ || (last && view.options.sampling.at.empty())) && last_row_t_ != reached) {
        record_at(view, theta_end, at_x);
        last_row_t_ = reached;
    }
}

template <class S>
void RowKeeper<S>::keep_over(WalkView<S>& view, const S* p, S t)
{
    if (steps_) steps_->hold_to(t);
    for (; next_ < wanted_.size() && (t - wanted_[next_]) * view.direction >= 0; ++next_) {
        last_row_t_ = wanted_[next_];
        record(view, {.p = p, .called_x = view.problem.along_curve() ? nullptr : &last_row_t_});
    }
    if (view.problem.along_curve()) return;
    end_x_ = t;
    if (!by_steps_ || t != view.t_end || last_row_t_ == t) return;
    record(view, {.p = p, .called_x = &t});
    last_row_t_ = t;
}

template <class S>
void RowKeeper<S>::keep_where_it_stands(WalkView<S>& view)
{
    if (!view.options.sampling.at.empty() || last_row_t_ == view.walker.t) return;
    // A walk may stand beyond the place that it ends at.
    const double x = to_double(view.walker.p[0]);
    if (view.end_x && !view.problem.along_curve() && (x - *view.end_x) * view.direction > 0) return;
    if (nothing_beyond_ && (x - nothing_beyond_->first) * nothing_beyond_->second > 0) return;
    record(view, {.p = view.walker.p.data()});
    last_row_t_ = view.walker.t;
}

template <class S>
void RowKeeper<S>::keep(WalkView<S>& view, const std::vector<S>& p, const std::vector<S>& z)
{
    if (steps_) steps_->keep_last(p, z);
    if (view.options.sampling.at.empty()) record(view, {.p = p.data(), .z = z.data()});
}

template <class S>
void RowKeeper<S>::forget_beyond(WalkView<S>& view, double x, int x_direction)
{
    if (steps_) steps_->forget_beyond(S(x));
    Solution& solution = view.solution;
    nothing_beyond_ = {x, x_direction};
    while (!solution.rows.empty() && (solution.rows.back()[0] - x) * x_direction > 0) {
        solution.rows.pop_back();
        if (!solution.quad_rows.empty()) solution.quad_rows.pop_back();
    }
}

template <class S>
void RowKeeper<S>::visit_state(State& state)
{
    const State::Part part(state, "rows");
    state("next", next_);
    state("skipped", row_skipped_);
    state("lacks last", lacks_last_);
    state("refused", row_refused_);
    state("observer left", observer_left_);
    state("end x", end_x_);
    state("nothing beyond", nothing_beyond_);
    state("last at", last_row_t_);
}

template class RowKeeper<double>;
template class RowKeeper<Quad>;

}  // namespace involute
