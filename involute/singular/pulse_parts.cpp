// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/pulse_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/geometry/sharp_parts.hpp"

namespace involute {
namespace {

// A part is plain over a step if it changes nowhere faster than this times its mean rate, or by no
// more than a part of its size: of x alone, and of the state, where bounds are wider. What is below
// `nothing` is nothing.
constexpr double faster = 4, part_of_size_in_x = 0.5, part_of_size = 4, nothing = 1e-250;
// Bounds in x reach over this many steps.
constexpr double steps_ahead = 4;
// Between the ends of a step coordinates are expected within their cubic, and this part of its
// width beyond.
constexpr double beyond_cubic = 0.15;
// Bounds of values reach over some steps, and a part beyond.
constexpr double nearest_box = 0.5, farthest_box = 8, box_growth = 1.2, box_margin = 0.05;
constexpr int most_in_vain = 6;

/// What stays within a factor of five has no pulse, and no front.
bool keeps_its_size(const Interval& range, double factor = 1 + part_of_size)
{
    const double least = std::max(0.0, std::max(range.low, -range.high));
    return range.width() <= (factor - 1) * least + nothing;
}

/// An interval with a part of its width more on either side.
Interval widened(const Interval& range, double part)
{
    const double more = part * range.width();
    return {range.low - more, range.high + more};
}

}  // namespace

SharpCode::SharpCode(const Tape& tape, bool native)
    : count(tape.outputs.size()), program(tape, native), bounds(tape)
{
}

template <class S>
void SharpParts<S>::take(const SharpCode& code)
{
    count_ = code.count;
    program_ = code.program;
    work_.assign(program_.work_size(), 0);
    program_.prepare(work_.data());
    bounds_ = code.bounds;
    bounds_in_.resize(bounds_.inputs());
    bounds_work_.resize(bounds_.work_size());
    bounds_.prepare(bounds_work_.data());
    for (auto* values : {&begin_, &end_, &rates_}) values->resize(count_);
    range_.resize(count_);
}

/// What has no value at an end is not this watch's business.
template <class S>
bool SharpParts<S>::changes_plainly(std::size_t k, double rate, double of_size) const
{
    const double change = std::abs(end_[k] - begin_[k]);
    const double size = std::max(std::abs(end_[k]), std::abs(begin_[k]));
    return rate <= faster * change + of_size * size + nothing || !std::isfinite(change);
}

template <class S>
PartsInX<S>::PartsInX(SurfaceProblem<S>& problem, WalkView<S>& view, FoundOnce& findings)
    : SharpParts<S>(view)
{
    struct Parts {
        std::vector<NodeId> all;
    };
    CompletedSystem& c = problem.geometry().completed();
    const std::vector<NodeId>& parts =
        findings.once<Parts>([&] { return Parts{sharp_parts_in_x(c)}; }).all;
    if (parts.empty() || view.options.step > 0) return;
    TapeBuilder builder(c.system.graph, 1);
    builder.bind(c.system.graph.independent(), builder.input(0));
    for (const NodeId part : parts) builder.output(builder.emit(part));
    this->take(SharpCode(builder.finish(), problem.geometry().native()));
    rates_ahead_.resize(this->count_);
}

template <class S>
void PartsInX<S>::run_bounds(double a, double b)
{
    const Enclosure x(a < b ? Interval(a, b) : Interval(b, a), Interval(1.0));
    this->bounds_.run(&x, this->range_.data(), this->bounds_work_.data());
}

template <class S>
void PartsInX<S>::values_at(double place, double* values)
{
    const double x = x_at(place);
    this->program_.run(&x, values, this->work_.data());
}

template <class S>
const std::vector<Enclosure>& PartsInX<S>::bounds(double from, double to)
{
    run_bounds(x_at(from), x_at(to));
    for (Enclosure& range : this->range_) range.d *= Interval(to_ - from_);
    return this->range_;
}

/// Bounds of rates for this step and some that follow: mostly they are good enough.
template <class S>
void PartsInX<S>::look_ahead()
{
    const double low = std::min(from_, to_), high = std::max(from_, to_);
    if (ahead_.low <= low && high <= ahead_.high) return;
    const double far = from_ + steps_ahead * (to_ - from_);
    run_bounds(from_, far);
    ahead_ = from_ < far ? Interval(from_, far) : Interval(far, from_);
    for (std::size_t k = 0; k < this->count_; ++k) rates_ahead_[k] = this->range_[k].d.magnitude();
}

template <class S>
bool PartsInX<S>::begin_step()
{
    from_ = to_double(this->view_.walker.p_before[0]);
    to_ = to_double(this->view_.walker.p[0]);
    if (from_ == to_) return false;
    if (!knows_begin_ || known_at_ != from_) values_at(0, this->begin_.data());
    known_at_ = from_;
    knows_begin_ = true;
    values_at(1, this->end_.data());
    look_ahead();
    this->bounded_ = false;
    const double width = std::abs(to_ - from_);
    for (std::size_t k = 0; k < this->count_; ++k)
        if (!this->changes_plainly(k, rates_ahead_[k] * width, part_of_size_in_x)) return true;
    return false;
}

template <class S>
void PartsInX<S>::end_step()
{
    this->begin_.swap(this->end_);
    known_at_ = to_;
}

template <class S>
bool PartsInX<S>::is_plain(std::size_t part)
{
    const double width = std::abs(to_ - from_);
    if (this->changes_plainly(part, rates_ahead_[part] * width, part_of_size_in_x)) return true;
    if (!std::exchange(this->bounded_, true)) {
        run_bounds(from_, to_);
        for (std::size_t k = 0; k < this->count_; ++k)
            this->rates_[k] = this->range_[k].d.magnitude();
    }
    return this->changes_plainly(part, this->rates_[part] * width, part_of_size_in_x);
}

template <class S>
PartsOfState<S>::Formulas::Formulas(Geometry<S>& geometry)
{
    CompletedSystem& c = geometry.completed();
    const std::vector<NodeId> parts = sharp_parts_of_state(c);
    if (parts.empty()) return;
    const Graph& graph = c.system.graph;
    coordinates = coordinates_in(c, parts);
    const auto over_coordinates = [&] {
        TapeBuilder tape(graph, std::uint32_t(coordinates.size()));
        for (std::size_t i = 0; i < coordinates.size(); ++i)
            tape.bind(leaf_at(c, coordinates[i]), tape.input(std::uint32_t(i)));
        return tape;
    };
    TapeBuilder values = over_coordinates(), guards = over_coordinates();
    for (const NodeId part : parts) values.output(values.emit(part));
    for (const SizeGuard& guard : size_guards(graph, parts, 1 + part_of_size)) {
        guards.output(guards.emit(guard.what));
        factors.push_back(guard.factor);
    }
    const Tape value_tape = values.finish(), guard_tape = guards.finish();
    code = SharpCode(value_tape, geometry.native());
    sizes = Interpreter<Interval>(guard_tape);
    balls = CalmBalls<S>(guard_tape, coordinates, factors, beyond_cubic, geometry.native());
    last = !value_tape.prelude && !guard_tape.prelude && graph.input_functions().empty();
}

template <class S>
PartsOfState<S>::PartsOfState(SurfaceProblem<S>& problem, WalkView<S>& view, FoundOnce& findings)
    : SharpParts<S>(view)
{
    Geometry<S>& geometry = problem.geometry();
    const Formulas& found = findings.once<Formulas>([&] { return Formulas(geometry); });
    if (found.coordinates.empty() || view.options.step > 0) return;
    if (found.last)
        take(found, problem.size());
    else
        take(Formulas(geometry), problem.size());
}

template <class S>
void PartsOfState<S>::take(const Formulas& formulas, int size)
{
    SharpParts<S>::take(formulas.code);
    coordinates_ = formulas.coordinates;
    factors_ = formulas.factors;
    values_ = formulas.sizes;
    balls_ = formulas.balls;
    over_.resize(factors_.size());
    values_work_.resize(values_.work_size());
    values_.prepare(values_work_.data());
    for (auto* values : {&from_, &to_, &known_at_, &in_}) values->resize(coordinates_.size());
    known_at_[0] = std::numeric_limits<double>::quiet_NaN();
    hull_.resize(coordinates_.size());
    slopes_.resize(coordinates_.size());
    half_.resize(coordinates_.size());
    inner_.assign(coordinates_.size(), Interval(1, -1));
    box_ = inner_;
    point_.resize(std::size_t(padded(size)));
}

template <class S>
void PartsOfState<S>::read(const std::vector<S>& p, std::vector<double>& into) const
{
    for (std::size_t i = 0; i < coordinates_.size(); ++i)
        into[i] = to_double(p[std::size_t(coordinates_[i])]);
}

template <class S>
void PartsOfState<S>::values_at(double place, double* values)
{
    this->view_.walker.interpolate(S(place), point_.data());
    read(point_, in_);
    this->program_.run(in_.data(), values, this->work_.data());
}

/// Where coordinates go between the ends of the step, and how fast: within the hull of the control
/// points of their cubics, widened.
template <class S>
void PartsOfState<S>::find_hull()
{
    const Walker<S>& walker = this->view_.walker;
    const double third = to_double(S(walker.t - walker.t_before)) / 3;
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
        const auto at = std::size_t(coordinates_[i]);
        const double first = third * to_double(walker.v_before[at]),
                     last = third * to_double(walker.v[at]);
        const double a = from_[i], b = a + first, d = to_[i], c = d - last, middle = c - b;
        const double low = std::min(std::min(a, b), std::min(c, d)),
                     high = std::max(std::max(a, b), std::max(c, d));
        const double slow = std::min(std::min(first, middle), last),
                     fast = std::max(std::max(first, middle), last);
        const double more = beyond_cubic * (high - low),
                     faster_still = beyond_cubic * (fast - slow);
        hull_[i] = {low - more, high + more};
        slopes_[i] = {3 * (slow - faster_still), 3 * (fast + faster_still)};
    }
}

/// Whether the step stays where sizes were bounded: its cubic within the inner part of the box, so
/// that it lies widened within the whole.
template <class S>
bool PartsOfState<S>::stays_in_box() const
{
    const Walker<S>& walker = this->view_.walker;
    const double third = to_double(S(walker.t - walker.t_before)) / 3;
    const S *p = walker.p_before.data(), *q = walker.p.data(), *v = walker.v_before.data(),
            *w = walker.v.data();
    const int* coordinates = coordinates_.data();
    for (const Interval& inner : inner_) {
        const int at = *coordinates++;
        const double a = to_double(p[at]), b = a + third * to_double(v[at]), d = to_double(q[at]),
                     c = d - third * to_double(w[at]);
        if (!(std::min(std::min(a, b), std::min(c, d)) >= inner.low)) return false;
        if (!(std::max(std::max(a, b), std::max(c, d)) <= inner.high)) return false;
    }
    return true;
}

/// All parts keep their sizes while the coordinates are within these ranges.
template <class S>
bool PartsOfState<S>::is_calm(const std::vector<Interval>& ranges)
{
    if (balls_.keep_sizes(ranges)) return true;
    values_.run(ranges.data(), over_.data(), values_work_.data());
    for (std::size_t k = 0; k < over_.size(); ++k)
        if (!keeps_its_size(over_[k], factors_[k])) return false;
    return true;
}

/// The same over the first half of the step and over the second.
template <class S>
bool PartsOfState<S>::is_calm_in_halves()
{
    const Walker<S>& walker = this->view_.walker;
    const double sixth = to_double(S(walker.t - walker.t_before)) / 6;
    for (const bool first : {true, false}) {
        for (std::size_t i = 0; i < hull_.size(); ++i) {
            const auto at = std::size_t(coordinates_[i]);
            // the control points of either half of the cubic
            const double before = sixth * to_double(walker.v_before[at]),
                         after = sixth * to_double(walker.v[at]);
            const double middle_b = from_[i] + before, middle_d = to_[i] - after;
            const double between = (from_[i] + to_[i]) / 2 + before - after;
            const double abc = (middle_b + between) / 2, bcd = (between + middle_d) / 2;
            const double middle = (abc + bcd) / 2;
            const double p = first ? from_[i] : to_[i], q = first ? middle_b : middle_d,
                         r = first ? abc : bcd;
            const double more = beyond_cubic / (1 + 2 * beyond_cubic) * hull_[i].width();
            half_[i] = {std::min(std::min(p, q), std::min(r, middle)) - more,
                        std::max(std::max(p, q), std::max(r, middle)) + more};
        }
        if (!is_calm(half_)) return false;
    }
    return true;
}

/// A bound of sizes for this step and some that follow, if the walk goes on as it does here.
template <class S>
void PartsOfState<S>::look_ahead()
{
    if (calm_) reach_ = std::min(farthest_box, box_growth * reach_);
    calm_ = false;
    if (--steps_to_box_ > 0) return;
    const Walker<S>& walker = this->view_.walker;
    const double h = to_double(S(walker.t - walker.t_before)) * reach_;
    for (std::size_t i = 0; i < hull_.size(); ++i) {
        const auto at = std::size_t(coordinates_[i]);
        const double v = to_double(walker.v[at]), bend = v - to_double(walker.v_before[at]);
        const double straight = h * v, bent = h * reach_ / 2 * bend, last = straight + bent;
        const bool turns = straight * bent < 0 && std::abs(straight) < 2 * std::abs(bent);
        const double turn = turns ? -straight * straight / (4 * bent) : 0;
        const double low = to_[i] + std::min(0.0, std::min(last, turn)),
                     high = to_[i] + std::max(0.0, std::max(last, turn));
        const Interval& hull = hull_[i];
        inner_[i] = widened({std::min(hull.low, low), std::max(hull.high, high)}, box_margin);
        box_[i] = widened(inner_[i], beyond_cubic);
    }
    calm_ = is_calm(box_);
    if (!calm_) reach_ = std::max(nearest_box, reach_ / 2);
    boxes_in_vain_ = calm_ ? 0 : std::min(boxes_in_vain_ + 1, most_in_vain);
    steps_to_box_ = (1 << boxes_in_vain_) / 2;  // where boxes do not help, they are made less often
}

/// By bounds of sizes, over some steps or this one, or by bounds of rates.
template <class S>
bool PartsOfState<S>::begin_step()
{
    read(this->view_.walker.p_before, from_);
    read(this->view_.walker.p, to_);
    find_hull();
    look_ahead();
    if (calm_ || is_calm(hull_) || is_calm_in_halves()) return false;
    for (std::size_t i = 0; i < hull_.size(); ++i)
        this->bounds_in_[i] = Enclosure(hull_[i], slopes_[i]);
    this->bounds_.run(this->bounds_in_.data(), this->range_.data(), this->bounds_work_.data());
    if (from_ != known_at_)
        this->program_.run(from_.data(), this->begin_.data(), this->work_.data());
    known_at_ = from_;
    this->program_.run(to_.data(), this->end_.data(), this->work_.data());
    knows_end_ = true;
    piece_ = -1;
    this->bounded_ = false;
    for (std::size_t k = 0; k < this->count_; ++k)
        if (!keeps_its_size(this->range_[k].v) &&
            !this->changes_plainly(k, this->range_[k].d.magnitude(), part_of_size))
            return true;
    return false;
}

template <class S>
void PartsOfState<S>::end_step()
{
    if (!knows_end_) return;
    this->begin_.swap(this->end_);
    known_at_.swap(to_);
}

template <class S>
void PartsOfState<S>::prepare(int piece)
{
    if (piece_ != piece) this->view_.points.own_polynomial(piece, coordinates_, polynomial_);
    piece_ = piece;
}

/// Pieces that are asked for lie within one polynomial.
template <class S>
const std::vector<Enclosure>& PartsOfState<S>::bounds(double from, double to)
{
    const int pieces = this->view_.walker.polynomial_pieces();
    prepare(std::min(pieces - 1, int((from + to) / 2 * pieces)));
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
        const StepPolynomial::Range range = polynomial_.over(int(i), from, to);
        this->bounds_in_[i] = Enclosure(range.value, range.slope);
    }
    this->bounds_.run(this->bounds_in_.data(), this->range_.data(), this->bounds_work_.data());
    return this->range_;
}

template <class S>
bool PartsOfState<S>::is_plain(std::size_t part)
{
    if (!std::exchange(this->bounded_, true)) {
        bounds(0, 0.5);
        for (std::size_t k = 0; k < this->count_; ++k)
            this->rates_[k] = this->range_[k].d.magnitude();
        bounds(0.5, 1);
        for (std::size_t k = 0; k < this->count_; ++k)
            this->rates_[k] = std::max(this->rates_[k], this->range_[k].d.magnitude());
    }
    return this->changes_plainly(part, this->rates_[part], part_of_size);
}

template class PartsInX<double>;
template class PartsInX<Quad>;
template class PartsOfState<double>;
template class PartsOfState<Quad>;

}  // namespace involute
