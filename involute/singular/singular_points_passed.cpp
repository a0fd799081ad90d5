// SPDX-License-Identifier: Apache-2.0
// Singular points: what the last step passed, or led past to another branch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/singular/meet_crossing.hpp"
#include "involute/singular/singular_points.hpp"

namespace involute {
namespace {

// How far before a crossing of branches, in parts of the step, the walk goes back to.
constexpr double nearness = 1e-3;
// The same where det J is lowest: that place is flat, and not exact.
constexpr double flatness = 1e-2;
// A zero of fourth order is known to so many parts of its place.
constexpr double known_place = 1e-9;
// How far before the last step, in parts of it, its polynomial is trusted.
constexpr double furthest_back = 1;
// Rejected steps are forgotten by this factor with every step; where this many are remembered, it
// is worth the search for a singular point ahead.
constexpr double forgetting = 0.75;
constexpr double many_rejections = 1.5;
// Times that a step along a curve is made shorter because it ends on another branch.
constexpr int most_retreats = 60;
// The part of the way in which a walk leaves the place where its regime began.
constexpr double just_begun = 1e-3;

}  // namespace

/// Is there a singular point that a step would jump over, or creep past to another branch? The
/// elimination needed new pivots near by then.
template <class S>
bool SingularPoints<S>::seen_on_the_way()
{
    Walker<S>& walker = view_.walker;
    const long rejections = walker.rejected - rejected_;
    rejected_ = walker.rejected;
    recent_rejections_ = forgetting * recent_rejections_ + double(rejections);
    const bool fell_back = geometry_.counts.fallbacks != fallbacks_ || branches_cross_;
    fallbacks_ = geometry_.counts.fallbacks;
    fell_back_ = fell_back;
    // Where steps were hard to make, the one that leads over a crossing may itself be easy.
    const bool was_hard = recent_rejections_ >= many_rejections;
    if ((fell_back || was_hard) && crossing_watch_.possible() &&
        crossing_watch_.reversed(walker.p_before.data(), walker.p.data()))
        return passed_crossing(before_crossing()) == Passed::elsewhere;
    if (!fell_back) return false;
    if (recent_rejections_ < many_rejections || walker.steps < next_search_) return false;
    // Where a regime begins J may vanish: that lies behind, not ahead.
    using std::abs;
    if (view_.destination.continued &&
        abs(walker.t - view_.t_start) < S(just_begun) * abs(view_.t_end - view_.t_start))
        return false;
    // Where nothing is found, the search is repeated less and less often.
    steps_between_searches_ = std::min(2 * steps_between_searches_, 1L << 20);
    next_search_ = walker.steps + steps_between_searches_;
    return look_for_singular_point(walker.p, walker.v, true);
}

/// A point of the last step `by` before this part of it, or a little before the step; at worst its
/// beginning.
template <class S>
PlaceOfWalk<S> SingularPoints<S>::before_place(double part, double by)
{
    const Walker<S>& walker = view_.walker;
    std::vector<S> point(walker.p.size()), v(walker.v.size());
    const double theta = part - by;
    const bool stands = theta > -furthest_back && view_.points.at(S(theta), point.data()) &&
                        problem_.slope(point.data(), v.data()).health == Health::good;
    if (!stands) return {walker.p_before, walker.t_before};
    const S t = walker.t_before + S(theta) * (walker.t - walker.t_before);
    return {point, curve_ ? t : point[0]};
}

/// Whether the last step goes from a singular x to this place.
template <class S>
bool SingularPoints<S>::beyond(const PlaceOfWalk<S>& place, double singular_x) const
{
    return (place.p[0] - S(singular_x)) * S(x_direction()) > S(0);
}

/// Of the last step.
template <class S>
int SingularPoints<S>::x_direction() const
{
    if (!curve_) return view_.direction;
    return view_.walker.v_before[0] < S(0) ? -1 : 1;
}

/// The walk goes back to a point of the last step, or a little before it.
template <class S>
void SingularPoints<S>::go_back(const PlaceOfWalk<S>& before, double singular_x)
{
    Walker<S>& walker = view_.walker;
    const S theta = (before.t - walker.t_before) / (walker.t - walker.t_before);
    if (theta > S(0)) rows_.keep_part(view_, theta);
    rows_.forget_beyond(view_, singular_x, x_direction());
    walker.stand(before.p.data(), before.t, view_.direction);
}

/// Where det J touches zero the equations do not tell how the solution goes on: the walk goes back
/// to before it, and ends. Where it nearly does, that is told.
template <class S>
bool SingularPoints<S>::passed_double_zero()
{
    auto dip = dips_.look();
    if (!dip) return false;
    // Where several branches cross at once det J does not change its sign either.
    if (curve_ && curve_meets_more(dip->theta)) return true;
    if (!curve_ && crossing_watch_.possible())
        for (const double further : {1.0, 10.0, 30.0})
            if (const Passed passed =
                    passed_crossing(before_place(dip->theta, further * flatness).p);
                passed != Passed::nothing)
                return passed == Passed::elsewhere;
    if (dip = dips_.confirm(*dip); !dip) return false;
    const std::string place = place_of(view_.solution.independent, dip->x);
    if (dip->depth >= zero_depth) {
        view_.solution.notices.push_back(fmt::format(
            "near {} the system Jacobian falls to {} of what it was, which the tolerance {} does "
            "not tell from a zero: whether the solution passes a singular point there is "
            "undecided, and it goes on as if not",
            place, to_text(dip->depth, 2), to_text(view_.options.rtol, 2)));
        return false;
    }
    Encounter met{.layout = geometry_.layout()};
    if (std::vector<S> there(view_.walker.p.size()); view_.points.at(S(dip->theta), there.data()))
        met.place = in_full(there);
    // A rough polynomial along a curve may lead to and fro there.
    const double surely_before = dip->x - x_direction() * known_place * (1 + std::abs(dip->x));
    PlaceOfWalk<S> before = before_place(dip->theta, nearness);
    for (double by = 10 * nearness; by < 1 && beyond(before, surely_before); by *= 10)
        before = before_place(dip->theta, by);
    go_back(before, surely_before);
    met.point.kind = SingularKind::double_zero;
    met.point.x = dip->x;
    met.point.message = fmt::format(
        "the system Jacobian vanishes at {} to a higher order than the first (a double zero): the "
        "highest derivatives are not determined there, and a solution before it does not tell "
        "which one beyond it is its continuation",
        place);
    encounter(std::move(met));
    return true;
}

/// Where C touches a lower rank along a curve: is it a point of which more is known?
template <class S>
bool SingularPoints<S>::curve_meets_more(double part)
{
    const PlaceOfWalk<S> before = before_place(part, flatness);
    std::vector<S> v(view_.walker.v.size());
    if (problem_.slope(before.p.data(), v.data()).health != Health::good) return false;
    auto met = find_singular_point(before.p, v);
    if (!met || met->may_pass) return false;
    go_back(before, met->point.x);
    encounter(std::move(*met));
    return true;
}

/// A step along a curve that ends on another branch is made again, shorter, unless there is a
/// singular point that it passed.
template <class S>
bool SingularPoints<S>::jumped_branch()
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    if (!side_ || *side_ == curve_->negative()) {
        retreats_ = 0;
        return false;
    }
    jumped_over_ = find_singular_point(walker.p_before, walker.v_before);
    if (jumped_over_ && !jumped_over_->may_pass) return false;
    const S shorter = abs(walker.t - walker.t_before) / S(4);
    if (retreats_++ < most_retreats && walker.t_before + shorter != walker.t_before) {
        jumped_over_.reset();
        walker.retreat();
        walker.limit_next(shorter);
        return true;
    }
    if (!jumped_over_)
        view_.stop(Outcome::singular,
                   fmt::format("two branches of the curve come so near to each other at {} that "
                               "steps along one end on the other",
                               view_.place(walker.p_before.data())));
    return view_.ended;
}

/// A point of the last step a little before the tangents are reversed; at worst its beginning.
template <class S>
std::vector<S> SingularPoints<S>::before_crossing()
{
    std::vector<S> before = view_.walker.p_before, best = before;
    std::vector<S> point(std::size_t(geometry_.layout().size));
    S a(0), b(1);
    for (int k = 0; k < 40 && b - a > S(nearness); ++k) {
        const S part = S(k % 3 == 0 ? 0.5 : k % 3 == 1 ? 0.4 : 0.6);
        const S middle = a + part * (b - a);
        if (!view_.points.at(middle, point.data())) continue;
        const bool beyond = crossing_watch_.reversed(before.data(), point.data());
        (beyond ? b : a) = middle;
        if (!beyond) best = point;
    }
    return best;
}

/// Where the last step led over a crossing of branches and ends on the way asked for, the walk goes
/// on from there; else it goes back to a point before it.
template <class S>
Passed SingularPoints<S>::passed_crossing(const std::vector<S>& before)
{
    const std::vector<S> end = view_.walker.p, end_slope = view_.walker.v;
    std::vector<S> v(end_slope.size());
    if (problem_.slope(before.data(), v.data()).health != Health::good) return Passed::nothing;
    const WalkPoint at = walk_point(before, v);
    auto form = SingularForm::make(geometry_.completed(), prepared_.scale, at.invariant_values);
    if (!form) return Passed::nothing;
    const WalkPoint beyond = walk_point(end, end_slope);
    auto met = at_a_place(
        meet_crossing(*form, geometry_.layout(), at, view_.options, Approach::passed, &beyond));
    if (!met) return Passed::nothing;
    // What was left before the last two steps is not met again.
    using std::abs;
    const S h = abs(view_.walker.t - view_.walker.t_before), x = S(met->point.x);
    if ((x - view_.walker.t_before) * S(view_.direction) < -S(2) * h) return Passed::nothing;
    if (crossed_ && abs(x - *crossed_) < h) return Passed::straight_on;
    branches_cross_ = true;
    const std::vector<int>& asked = view_.options.continuations;
    if (met->passed && continued_ < asked.size() && asked[continued_] == 1) {
        ++continued_;
        crossed_ = x;
        met->ways.front().report.followed = true;
        met->point.parameter = met->point.x;
        met->report_ways();
        view_.solution.singular_points.push_back(std::move(met->point));
        dips_.begin_again();
        return Passed::straight_on;
    }
    go_back({before, before[0]}, met->point.x);
    encounter(std::move(*met));
    return Passed::elsewhere;
}

template bool SingularPoints<double>::seen_on_the_way();
template bool SingularPoints<Quad>::seen_on_the_way();
template PlaceOfWalk<double> SingularPoints<double>::before_place(double, double);
template PlaceOfWalk<Quad> SingularPoints<Quad>::before_place(double, double);
template bool SingularPoints<double>::beyond(const PlaceOfWalk<double>&, double) const;
template bool SingularPoints<Quad>::beyond(const PlaceOfWalk<Quad>&, double) const;
template int SingularPoints<double>::x_direction() const;
template int SingularPoints<Quad>::x_direction() const;
template void SingularPoints<double>::go_back(const PlaceOfWalk<double>&, double);
template void SingularPoints<Quad>::go_back(const PlaceOfWalk<Quad>&, double);
template bool SingularPoints<double>::passed_double_zero();
template bool SingularPoints<Quad>::passed_double_zero();
template bool SingularPoints<double>::curve_meets_more(double);
template bool SingularPoints<Quad>::curve_meets_more(double);
template bool SingularPoints<double>::jumped_branch();
template bool SingularPoints<Quad>::jumped_branch();
template std::vector<double> SingularPoints<double>::before_crossing();
template std::vector<Quad> SingularPoints<Quad>::before_crossing();
template Passed SingularPoints<double>::passed_crossing(const std::vector<double>&);
template Passed SingularPoints<Quad>::passed_crossing(const std::vector<Quad>&);

}  // namespace involute
