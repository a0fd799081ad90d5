// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/step_keeper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace involute {
namespace {

// Steps of its own are made to twice as many places until the polynomial through half of them is
// this part of the tolerance away from the others. Highest derivatives have no tolerance.
constexpr double share = 0.1, share_of_tops = 100;
constexpr int first_intervals = 4, most_intervals = 32;

}  // namespace

template <class S>
StepKeeper<S>::StepKeeper(int point_size, Tops<S> tops, int unknowns, bool carried)
    : tops_(std::move(tops)),
      carried_(carried),
      point_(std::size_t(point_size)),
      end_tops_(std::size_t(unknowns)),
      end_tops_at_(std::numeric_limits<S>::quiet_NaN())
{
    kept_.size = std::size_t(point_size);
}

template <class S>
bool StepKeeper<S>::keeps_tops(const WalkView<S>& view) const
{
    return carried_ || (!kept_.x_free && view.walker.rough_between());
}

template <class S>
void StepKeeper<S>::begin(WalkView<S>& view)
{
    kept_.direction = view.direction;
    kept_.x_free = view.problem.along_curve();
    kept_.start = kept_.held_to = view.t_start;
    kept_.start_point.assign(view.walker.p.begin(), view.walker.p.begin() + long(kept_.size));
    if (view.beside_start)
        kept_.beside_start.assign(view.beside_start, view.beside_start + kept_.size);
    if (!carried_) return;
    tops_(view.walker.p.data(), end_tops_.data());
    end_tops_at_ = view.t_start;
}

/// A point within the step or where it ends, with its tops: what is carried is known of where the
/// walk stands, and of the point within looked at last.
template <class S>
void StepKeeper<S>::put_node(std::size_t place, const S* p)
{
    S* node = std::copy(p + kept_.first(), p + kept_.size, &nodes_[place * width_]);
    if (tops_count_ > 0) tops_(p, node);
}

/// Where the step began.
template <class S>
void StepKeeper<S>::put_first(const Walker<S>& walker)
{
    if (tops_count_ > 0 && end_tops_at_ != walker.t_before) {
        put_node(0, walker.p_before.data());
        return;
    }
    const S* p = walker.p_before.data();
    S* node = std::copy(p + kept_.first(), p + kept_.size, nodes_.data());
    std::copy_n(end_tops_.begin(), tops_count_, node);
}

/// Of the polynomial of a piece; a series has coordinates of several degrees.
template <class S>
int StepKeeper<S>::degree(Walker<S>& walker, int piece)
{
    const auto of = [&](int coordinate) {
        walker.polynomial(piece, {&coordinate, 1}, polynomial_);
        return polynomial_.degree();
    };
    if (of(widest_) == widest_degree_) return widest_degree_;
    widest_degree_ = -1;  // another method
    for (int c = 0; c < int(kept_.size); ++c)
        if (const int degree = of(c); degree > widest_degree_) {
            widest_ = c;
            widest_degree_ = degree;
        }
    return of(widest_);
}

template <class S>
void StepKeeper<S>::keep(WalkView<S>& view, S theta, const S* at_x)
{
    Walker<S>& walker = view.walker;
    const auto beyond_begin = [&](const S& t) {
        return (t - walker.t_before) * S(kept_.direction);
    };
    while (!kept_.steps.empty() && beyond_begin(kept_.steps.back().from) >= S(0))
        kept_.steps.pop_back();  // the walk went back
    if (!kept_.steps.empty() && beyond_begin(kept_.steps.back().to) > S(0))
        kept_.steps.back().to = walker.t_before;

    end_ = walker.p;
    const S reached = walker.t_before + theta * (walker.t - walker.t_before);
    const S* fixed_x = view.problem.along_curve() ? at_x : &reached;
    if ((theta < S(1) || at_x) && !view.points.at(theta, end_.data(), fixed_x)) return;
    theta = std::min<S>(theta, S(1));
    tops_count_ = keeps_tops(view) ? end_tops_.size() : 0;
    width_ = kept_.numbers() + tops_count_;

    const bool cubic = view.options.technique.interpolation == Interpolation::hermite;
    if (cubic) return keep_part(view, S(0), theta, end_.data(), 3);
    if (view.points.own_is_rough() && keep_by_steps(view, theta, end_.data())) return;
    for (int piece = 0; piece < walker.polynomial_pieces(); ++piece) {
        const int intervals = std::max(1, degree(walker, piece));
        const S from(polynomial_.from()), to(polynomial_.to());
        if (from >= theta) break;
        keep_part(view, from, std::min<S>(to, theta), to >= theta ? end_.data() : nullptr,
                  intervals);
    }
}

/// The method's own polynomial, or the cubic one; end: the point where the step ends.
template <class S>
void StepKeeper<S>::keep_part(WalkView<S>& view, S from, S to, const S* end, int intervals)
{
    Walker<S>& walker = view.walker;
    const bool cubic = view.options.technique.interpolation == Interpolation::hermite;
    const std::vector<S>& places = kept_.places_of(intervals);
    nodes_.resize((std::size_t(intervals) + 1) * width_);
    for (std::size_t j = 0; j < places.size(); ++j) {
        const S theta = from + places[j] * (to - from);
        if (j + 1 == places.size() && end) {
            put_node(j, end);
        } else if (theta == S(0)) {
            put_first(walker);
        } else {
            cubic ? walker.interpolate_cubic(theta, point_.data())
                  : walker.interpolate(theta, point_.data());
            put_node(j, point_.data());
        }
    }
    store(view, from, to, intervals);
}

/// By steps to places within, as many as are needed. False where one of them fails.
template <class S>
bool StepKeeper<S>::keep_by_steps(WalkView<S>& view, S to, const S* end)
{
    Walker<S>& walker = view.walker;
    for (int intervals = first_intervals; intervals <= most_intervals; intervals *= 2) {
        const std::vector<S>& places = kept_.places_of(intervals);
        coarse_ = nodes_;
        nodes_.resize(places.size() * width_);
        const bool finer = intervals > first_intervals;
        for (std::size_t j = 0; j < places.size(); ++j) {
            if (finer && j % 2 == 0) {
                std::copy_n(&coarse_[j / 2 * width_], width_, &nodes_[j * width_]);
            } else if (j == 0) {
                put_first(walker);
            } else if (j + 1 == places.size()) {
                put_node(j, end);
            } else {
                if (!walker.step_within(places[j] * to, point_.data())) return false;
                put_node(j, point_.data());
            }
        }
        if (intervals == most_intervals || (finer && agree(view, intervals))) {
            store(view, S(0), to, intervals);
            return true;
        }
    }
    return false;
}

/// Whether the polynomial through every second node meets the others.
template <class S>
bool StepKeeper<S>::agree(const WalkView<S>& view, int intervals)
{
    using std::abs;
    const std::vector<S>& places = kept_.places_of(intervals);
    const std::vector<S>& fewer = kept_.places_of(intervals / 2);
    seen_.resize(width_);
    const S atol(view.options.atol), rtol(view.options.rtol);
    for (std::size_t j = 1; j < places.size(); j += 2) {
        interpolate_nodes<S>(fewer, coarse_.data(), width_, places[j], seen_.data());
        const S* node = &nodes_[j * width_];
        for (std::size_t c = 0; c < width_; ++c) {
            const S part(c < kept_.numbers() ? share : share_of_tops);
            if (!(abs(seen_[c] - node[c]) <= part * (atol + rtol * abs(node[c])))) return false;
        }
    }
    return true;
}

template <class S>
void StepKeeper<S>::store(WalkView<S>& view, S from, S to, int intervals)
{
    const Walker<S>& walker = view.walker;
    const S h = walker.t - walker.t_before;
    KeptStep<S> step;
    step.from = from == S(0) ? walker.t_before : S(walker.t_before + from * h);
    step.to = step.last = to == S(1) ? walker.t : S(walker.t_before + to * h);
    step.intervals = intervals;
    step.tops = int(tops_count_);
    step.begins_beyond = std::exchange(begins_beyond_, false);
    S* room = kept_.room(nodes_.size());
    std::copy(nodes_.begin(), nodes_.end(), room);
    step.nodes = room;
    kept_.steps.push_back(step);
    if (tops_count_ > 0) {
        std::copy_n(kept_.last_node(step) + kept_.numbers(), tops_count_, end_tops_.begin());
        end_tops_at_ = step.last;
    }
    view.count_kept(double(sizeof step + nodes_.size() * sizeof(S)));
}

template <class S>
void StepKeeper<S>::keep_last(const std::vector<S>& p, const std::vector<S>& z)
{
    if (kept_.x_free) return;
    kept_.last_place = p[0];
    kept_.last_point.assign(p.begin(), p.begin() + long(kept_.size));
    kept_.last_tops = z;
}

template <class S>
void StepKeeper<S>::forget_beyond(S x)
{
    if (kept_.x_free) return;
    const auto beyond = [&](const S& place) { return (place - x) * S(kept_.direction) > S(0); };
    while (!kept_.steps.empty() && beyond(kept_.steps.back().from)) kept_.steps.pop_back();
    if (!kept_.steps.empty() && beyond(kept_.steps.back().to)) kept_.steps.back().to = x;
    if (beyond(kept_.held_to)) kept_.held_to = x;
}

template class StepKeeper<double>;
template class StepKeeper<Quad>;

}  // namespace involute
