// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/pulse_watch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "involute/geometry/sharp_parts.hpp"

namespace involute {
namespace {

// A part is plain over a step if it changes nowhere faster than this times its mean rate, or by no
// more than a part of its size. What is below `nothing` is nothing.
constexpr double faster = 4, part_of_size = 0.5, nothing = 1e-250;
// What the polynomial through five samples may be off at the others, and what bounds of a piece may
// exceed the values at its ends, in parts of the range of the samples.
constexpr double off_polynomial = 0.1, beyond_ends = 0.25;
// A front narrower than this part of the distance of samples may be seen by no stage.
constexpr double narrow_front = 0.5;
// Bounds evaluated for one part of one step before the search is given up.
constexpr int most_evaluations = 400;
constexpr int most_open = 64;
// A surprise that moves the solution by this part of the tolerance matters.
constexpr double small_part = 0.01;
constexpr double slow_growth = 2;
// A step that is made again is shorter by so much at the least: one that ends where a pulse begins
// would be made for ever.
constexpr double longest_part = 0.9;
// Bounds reach over this many steps.
constexpr double steps_ahead = 4;
// The shortest step that is made shorter, in parts of the way.
constexpr double shortest_step = 1e-12;

}  // namespace

template <class S>
PulseWatch<S>::PulseWatch(SurfaceProblem<S>& problem, WalkView<S>& view)
    : problem_(problem), view_(view)
{
    CompletedSystem& c = problem.geometry().completed();
    const std::vector<NodeId> parts = sharp_parts_in_x(c);
    if (parts.empty() || view.options.step > 0) return;
    count_ = parts.size();
    TapeBuilder builder(c.system.graph, 1);
    builder.bind(c.system.graph.independent(), builder.input(0));
    for (const NodeId part : parts) builder.output(builder.emit(part));
    const Tape tape = builder.finish();
    program_ = compile_program<double>(tape, problem.geometry().native(), work_);
    bounds_ = Interpreter<Enclosure>(tape);
    bounds_work_.resize(bounds_.work_size());
    bounds_.prepare(bounds_work_.data());
    range_.resize(count_);
    samples_.resize(count_ * (pieces + 1));
    for (auto* values : {&begin_, &end_, &middle_, &rates_, &rates_ahead_}) values->resize(count_);
    for (auto* vector : {&point_, &slope_, &low_, &high_})
        vector->assign(std::size_t(padded(problem.size())), S(0));
}

template <class S>
void PulseWatch<S>::bound(double a, double b)
{
    ++evaluations_;
    const Enclosure x(a < b ? Interval(a, b) : Interval(b, a), Interval(1.0));
    bounds_.run(&x, range_.data(), bounds_work_.data());
}

template <class S>
void PulseWatch<S>::values_at(double x, double* values)
{
    program_.run(&x, values, work_.data());
}

/// By the bound of its rate over the whole step alone.
template <class S>
bool PulseWatch<S>::is_plain(std::size_t k, double rate, double width) const
{
    const double change = std::abs(end_[k] - begin_[k]);
    const double size = std::max(std::abs(end_[k]), std::abs(begin_[k]));
    return rate * width <= faster * change + part_of_size * size + nothing;
}

/// Bounds of rates for this step and some that follow: mostly they are good enough.
template <class S>
void PulseWatch<S>::look_ahead()
{
    const double low = std::min(from_, to_), high = std::max(from_, to_);
    if (ahead_.low <= low && high <= ahead_.high) return;
    const double far = from_ + steps_ahead * (to_ - from_);
    bound(from_, far);
    ahead_ = from_ < far ? Interval(from_, far) : Interval(far, from_);
    for (std::size_t k = 0; k < count_; ++k) rates_ahead_[k] = range_[k].d.magnitude();
}

template <class S>
bool PulseWatch<S>::look_at_step()
{
    const Walker<S>& walker = view_.walker;
    from_ = to_double(walker.p_before[0]);
    to_ = to_double(walker.p[0]);
    if (from_ == to_) return false;
    if (!knows_begin_ || known_at_ != from_) values_at(from_, begin_.data());
    values_at(to_, end_.data());
    const double width = std::abs(to_ - from_);
    look_ahead();
    sampled_ = bounded_ = false;
    for (std::size_t k = 0; k < count_; ++k) {
        if (is_plain(k, rates_ahead_[k], width)) continue;
        if (!std::exchange(bounded_, true)) {
            bound(from_, to_);
            for (std::size_t i = 0; i < count_; ++i) rates_[i] = range_[i].d.magnitude();
        }
        if (is_plain(k, rates_[k], width)) continue;
        const auto surprise = look_closer(k);
        if (!surprise) continue;
        // Up to the surprise all is well; if it is near, the step is to see it.
        using std::abs;
        const S h = abs(walker.t - walker.t_before);
        const double way = std::abs(surprise->x - from_) - surprise->width;
        const double part = way > width / 16 ? std::min(way / width, longest_part) : 0.25;
        const double whole = std::abs(to_double(S(view_.t_end - view_.t_start)));
        if (to_double(h) <= shortest_step * (std::isfinite(whole) ? whole : 1)) break;
        view_.walker.retreat();
        cap_ = h * S(part);
        view_.walker.limit_next(cap_);
        careful_ = true;
        known_at_ = from_;
        knows_begin_ = true;
        return true;
    }
    begin_.swap(end_);
    known_at_ = to_;
    knows_begin_ = true;
    if (careful_) grow_slowly();
    return false;
}

/// After a step that was made shorter, the next ones grow slowly: else most of them would be made
/// twice.
template <class S>
void PulseWatch<S>::grow_slowly()
{
    using std::abs;
    const S size = abs(view_.walker.t - view_.walker.t_before);
    careful_ = size > cap_ / S(slow_growth);  // else something else keeps steps short
    cap_ = S(slow_growth) * size;
    if (careful_) view_.walker.limit_next(cap_);
}

/// The first surprise that matters.
template <class S>
auto PulseWatch<S>::look_closer(std::size_t k) -> std::optional<Surprise>
{
    evaluations_ = 0;
    const double length = (to_ - from_) / pieces;
    if (!std::exchange(sampled_, true)) {
        std::ranges::copy(begin_, sample(0));
        std::ranges::copy(end_, sample(pieces));
        for (int s = 1; s < pieces; ++s) values_at(from_ + s * length, sample(s));
    }
    double low = sample(0)[k], high = low;
    for (int s = 1; s <= pieces; ++s) {
        low = std::min(low, sample(s)[k]);
        high = std::max(high, sample(s)[k]);
    }
    const double range = high - low;
    std::optional<Surprise> first;
    for (int s = 0; s < pieces && !first; ++s) {
        bound(from_ + s * length, s + 1 == pieces ? to_ : from_ + (s + 1) * length);
        const double a = sample(s)[k], b = sample(s + 1)[k];
        const double slack = beyond_ends * range + nothing;
        const Interval& v = range_[k].v;
        if (v.low >= std::min(a, b) - slack && v.high <= std::max(a, b) + slack) continue;
        first = search_piece(k, s);
        if (first && !matters(*first)) first.reset();
    }
    if (first || is_polynomial(k, range)) return first;
    const bool at_an_end = changes_at_an_end(k);
    for (int s = 0; s < pieces; ++s) {
        if (!(std::abs(sample(s + 1)[k] - sample(s)[k]) > off_polynomial * range + nothing))
            continue;
        const Surprise front = find_front(k, s);
        const bool wide = front.width >= narrow_front * std::abs(length);
        if (!(wide && at_an_end) && matters(front)) return front;
    }
    return std::nullopt;
}

/// The polynomial of degree 4 through every other sample foretells those between.
template <class S>
bool PulseWatch<S>::is_polynomial(std::size_t k, double range)
{
    static constexpr double weights[4][5] = {
        {35, 140, -70, 28, -5}, {-5, 60, 90, -20, 3}, {3, -20, 90, 60, -5}, {-5, 28, -70, 140, 35}};
    for (int s = 0; s < 4; ++s) {
        double foretold = 0;
        for (int i = 0; i < 5; ++i) foretold += weights[s][i] / 128 * sample(2 * i)[k];
        if (!(std::abs(foretold - sample(2 * s + 1)[k]) <= off_polynomial * range + nothing))
            return false;
    }
    return true;
}

/// Whether it falls or grows faster and faster, or slower and slower: what it does is plain from
/// where the step begins, or ends.
template <class S>
bool PulseWatch<S>::changes_at_an_end(std::size_t k)
{
    bool faster_on = true, slower_on = true;
    for (int s = 1; s < pieces; ++s) {
        const double before = sample(s)[k] - sample(s - 1)[k],
                     after = sample(s + 1)[k] - sample(s)[k];
        if (before * after < 0) return false;
        faster_on = faster_on && std::abs(after) >= std::abs(before);
        slower_on = slower_on && std::abs(after) <= std::abs(before);
    }
    return faster_on || slower_on;
}

/// Where between two samples most of the change happens. It may be the beginning or the end of
/// something that lasts: its reach is that of the samples.
template <class S>
auto PulseWatch<S>::find_front(std::size_t k, int piece) -> Surprise
{
    const double length = (to_ - from_) / pieces;
    double a = from_ + piece * length, b = piece + 1 == pieces ? to_ : a + length;
    double at_a = sample(piece)[k], at_b = sample(piece + 1)[k];
    while (true) {
        const double middle = a + (b - a) / 2;
        values_at(middle, middle_.data());
        const double near = std::abs(middle_[k] - at_a), far = std::abs(at_b - middle_[k]);
        const bool shared = std::min(near, far) > off_polynomial * (near + far);
        if (shared || middle == a || middle == b)
            return {middle, std::abs(b - a), std::abs(length)};
        (near > far ? b : a) = middle;
        (near > far ? at_b : at_a) = middle_[k];
    }
}

/// The place in a piece between two samples at which the part is farthest from what they explain,
/// to a factor of two. Bounds of the piece exceed them; they may be too wide.
template <class S>
auto PulseWatch<S>::search_piece(std::size_t k, int piece) -> std::optional<Surprise>
{
    const double length = (to_ - from_) / pieces;
    const double a = sample(piece)[k], b = sample(piece + 1)[k];
    double range = 0;
    for (int s = 0; s <= pieces; ++s) range = std::max(range, std::abs(sample(s)[k] - a));
    const double slack = beyond_ends * range + nothing;
    const double low = std::min(a, b) - slack, high = std::max(a, b) + slack;
    struct Part {
        double from, to;
    };
    Part open[most_open];
    int count = 0;
    open[count++] = {from_ + piece * length,
                     piece + 1 == pieces ? to_ : from_ + (piece + 1) * length};
    std::optional<Surprise> found;
    double farthest = 0;
    while (count > 0 && evaluations_ < most_evaluations) {
        const Part part = open[--count];
        bound(part.from, part.to);
        const Interval& v = range_[k].v;
        if (std::max(low - v.low, v.high - high) <= 2 * farthest) continue;
        const double middle = part.from + (part.to - part.from) / 2;
        values_at(middle, middle_.data());
        const double far = std::max(low - middle_[k], middle_[k] - high);
        if (far > farthest) {
            farthest = far;
            found = Surprise{middle, std::abs(part.to - part.from), std::abs(part.to - part.from)};
        }
        if (middle == part.from || middle == part.to || count + 2 > most_open) continue;
        open[count++] = {middle, part.to};
        open[count++] = {part.from, middle};
    }
    return found;
}

/// By how much the slope changes with x around it, the unknowns held as they are there.
template <class S>
bool PulseWatch<S>::matters(const Surprise& surprise)
{
    using std::abs;
    const double theta = (surprise.x - from_) / (to_ - from_);
    view_.walker.interpolate(S(theta), point_.data());
    const int size = problem_.size();
    bool first = true;
    for (const double part : {-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0}) {
        const double x = std::clamp(surprise.x + part * surprise.width, std::min(from_, to_),
                                    std::max(from_, to_));
        point_[0] = S(x);
        if (problem_.slope(point_.data(), slope_.data()).health != Health::good) return true;
        for (int i = 0; i < size; ++i) {
            const auto at = std::size_t(i);
            low_[at] = first ? slope_[at] : std::min<S>(low_[at], slope_[at]);
            high_[at] = first ? slope_[at] : std::max<S>(high_[at], slope_[at]);
        }
        first = false;
    }
    for (int i = 1; i < size; ++i) {
        const auto at = std::size_t(i);
        const S allowed = S(view_.options.atol) + S(view_.options.rtol) * abs(point_[at]);
        if (!((high_[at] - low_[at]) * S(surprise.reach) <= S(small_part) * allowed)) return true;
    }
    return false;
}

template class PulseWatch<double>;
template class PulseWatch<Quad>;

}  // namespace involute
