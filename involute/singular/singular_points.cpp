// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/singular_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/prepare/round_off.hpp"
#include "involute/singular/at_start.hpp"
#include "involute/singular/endings.hpp"
#include "involute/singular/fold.hpp"
#include "involute/singular/meet_crossing.hpp"
#include "involute/singular/passed_fold.hpp"
#include "involute/singular/row_failure.hpp"

namespace involute {
namespace {

// Unknowns up to which the rank of C is watched at every step of a curve.
constexpr int watched_unknowns = 60;
constexpr long steps_near_fold = 30;
constexpr int steps_beside_pole = 3;
constexpr double steps_before_kink = 100;
// Rows chosen by ranks that have carried a walk this far were good: others may be, from here on.
constexpr long steps_before_anew = 5;
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

/// "y', z'": the highest derivatives in a row of J.
std::string top_names(const CompletedSystem& c, int row)
{
    std::string names;
    for (const SparseEntry& entry : c.jacobian.entries)
        if (entry.row == row)
            names += (names.empty() ? "" : ", ") +
                     jet_name(c.system.names, entry.column, c.layout.d[entry.column]);
    return names;
}

/// Where Newton's iteration has run away there is no point.
std::optional<Encounter> at_a_place(std::optional<Encounter> met)
{
    if (met && !std::isfinite(met->point.x)) met.reset();
    return met;
}

}  // namespace

template <class S>
SingularPoints<S>::SingularPoints(PreparedOf<S>& prepared, SurfaceProblem<S>& problem,
                                  WalkView<S>& view, RowKeeper<S>& rows, Sections<S>& sections)
    : prepared_(prepared),
      geometry_(*prepared.geometry),
      problem_(problem),
      curve_(dynamic_cast<CurveProblem<S>*>(&problem)),
      view_(view),
      rows_(rows),
      sections_(sections),
      by_ranks_(prepared.report.route == Route::numerical ||
                prepared.report.route == Route::overdetermined),
      kinks_(problem, prepared.scale, view, !by_ranks_),
      pulses_(problem, view),
      invariants_(problem, prepared.scale, view),
      neglected_(problem, prepared.scale, view),
      factors_(problem, prepared.report.replacements, prepared.start.p),
      crossing_watch_(geometry_),
      dips_(problem, view),
      fallbacks_(geometry_.counts.fallbacks)
{
}

template <class S>
void SingularPoints<S>::at_start()
{
    if (view_.walker.trial != Trial::singular)
        return view_.stop(explain_not_finite(geometry_, view_.walker));
    const int x_direction = curve_ ? curve_->x_direction() : view_.direction;
    auto met = meet_at_start(geometry_.completed(), prepared_.scale,
                             start_point(prepared_, x_direction), view_.options);
    if (met)
        encounter(std::move(*met));
    else
        view_.stop(Outcome::singular_start,
                   "the direction of the solution is not determined at "
                   "the start: it is a singular point");
}

template <class S>
void SingularPoints<S>::before_others()
{
    if (pulses_.undoes_step()) {
        view_.moved_on = true;
    } else if (!kinks_.settle()) {
        view_.moved_on = true;
        beyond_kink();
    } else if (auto changing = invariants_.look()) {
        view_.moved_on = true;
        view_.walker.retreat();
        view_.stop(Outcome::false_invariant, std::move(*changing));
    } else if (auto awake = neglected_.look()) {
        awake_ = std::move(awake->what);
        view_.moved_on = awake->undone;
        if (awake->undone) change_regime(awake_, view_.walker.p);
    } else if (auto vanishing = factors_.look(view_.walker.p.data())) {
        awake_ = std::move(*vanishing);
    } else if ((curve_ ? jumped_branch() : seen_on_the_way()) ||
               (!jumped_over_ && passed_double_zero())) {
        view_.moved_on = true;
    }
}

/// Ranks that decided near the start need not be those beyond a kink; J shows it where the
/// structure decided.
template <class S>
bool SingularPoints<S>::beyond_kink()
{
    const auto passed = kinks_.take_passed();
    if (!passed || view_.ended) return false;
    dips_.begin_again();
    Walker<S>& walker = view_.walker;
    const std::vector<S>& before = passed->singular ? walker.p : walker.p_before;
    const S reached = passed->singular && !curve_ ? passed->point[0] : walker.t;
    rows_.keep_over(view_, before.data(), reached);
    if (reached == view_.t_end) {  // what holds beyond the end of the run is nobody's business
        view_.stop(Outcome::finished, "");
        return true;
    }
    if (!by_ranks_ && !passed->singular) return false;
    // J did not jump to what it is beyond: the kink is a singular point of the equations before it
    if (!by_ranks_ && !curve_ && fell_back_ && look_for_singular_point(walker.p, walker.v))
        return true;
    change_regime(passed->name + " passes its kink", passed->singular ? passed->point : walker.p);
    return true;
}

/// This piece of the walk ends at p; the next one begins there.
template <class S>
void SingularPoints<S>::change_regime(std::string what, const std::vector<S>& p)
{
    const WalkPoint at = walk_point(view_.walker.p, view_.walker.v);
    change = RegimeChange{std::move(what),    in_full(p),          at.z,
                          geometry_.layout(), at.invariant_values, to_double(p[0])};
    change->p.resize(std::size_t(geometry_.layout().size));
    change->of_rows = !other_rows_at_.empty();
    change->regular_at = std::exchange(other_rows_at_, {});
    view_.goes_on = true;
    view_.stop(Outcome::singular, fmt::format("at {} {}", view_.place(p.data()), change->what));
}

template <class S>
void SingularPoints<S>::take_other_rows(std::string why)
{
    change_regime(std::move(why), view_.walker.p);
    change->of_rows = true;
}

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
        "the system Jacobian vanishes at {} without a change of sign (a double zero): the highest "
        "derivatives are not determined there, and a solution before it does not tell which one "
        "beyond it is its continuation",
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
        met->report_ways();
        view_.solution.singular_points.push_back(std::move(met->point));
        dips_.begin_again();
        return Passed::straight_on;
    }
    go_back({before, before[0]}, met->point.x);
    encounter(std::move(*met));
    return Passed::elsewhere;
}

/// C can lose rank only where J does, near a fold: elsewhere a small singular value is a matter of
/// units. A solution that only passes by is looked into once.
template <class S>
void SingularPoints<S>::after_others()
{
    if (view_.ended) return;
    if (!awake_.empty()) return change_regime(awake_, view_.walker.p);
    kinks_.go_on();
    if (beyond_kink() || view_.ended) return;
    if (steps_collapse())
        return take_other_rows("steps have become short with the rows that were chosen before");
    if (!curve_) return;
    Walker<S>& walker = view_.walker;
    side_ = curve_->negative();
    if (jumped_over_) return encounter(*std::exchange(jumped_over_, std::nullopt));
    if (x_stands()) return;
    if (x_turned()) {
        fold_step_ = walker.steps;
        if (!fold_columns_) fold_columns_.emplace(geometry_, view_.options.columns, true);
        view_.solution.singular_points.push_back(
            passed_fold(*curve_, walker, x_sign_ < 0, *fold_columns_, view_.options.rtol));
    }
    const bool near_fold = fold_step_ > 0 && walker.steps - fold_step_ < steps_near_fold;
    if (!near_fold || geometry_.layout().unknowns > watched_unknowns) return;
    const bool low = curve_->regularity(walker.p.data()) < std::sqrt(view_.options.rtol);
    if (low && !rank_was_low_) look_for_singular_point(walker.p, walker.v);
    rank_was_low_ = low;
}

/// Along a curve. Where dx is 0 it has not yet turned: a curve may go up beside a pole.
template <class S>
bool SingularPoints<S>::x_turned()
{
    const auto sign = [](const S& dx) { return dx > 0 ? 1 : dx < 0 ? -1 : 0; };
    if (x_sign_ == 0) x_sign_ = sign(view_.walker.v_before[0]);
    const int now = sign(view_.walker.v[0]);
    const bool turned = now * x_sign_ < 0;
    if (now != 0) x_sign_ = now;
    return turned;
}

/// Along a curve: it goes up beside a pole, nearer to it than errors of x are, and the next step
/// might end on the other side. There y/y' becomes smaller and smaller; on a steep line it does
/// not.
template <class S>
bool SingularPoints<S>::x_stands()
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    const S moved = abs(walker.p[0] - walker.p_before[0]);
    standing_ = moved <= S(view_.options.rtol) * abs(walker.p[0]) ? standing_ + 1 : 0;
    if (standing_ < steps_beside_pole) return false;
    const auto grown = std::size_t(
        largest_growth(prepared_.start.p, walker.p, floors_of(prepared_.scale, geometry_.layout()))
            .coordinate);
    const S now = abs(walker.p[grown] * walker.v[0] / walker.v[grown]);
    const S before = abs(walker.p_before[grown] * walker.v_before[0] / walker.v_before[grown]);
    if (now > before) return false;
    auto met = meet_blow_up(geometry_, walker, prepared_.start.p, prepared_.scale);
    if (!met) return false;
    encounter(std::move(*met));
    return true;
}

template <class S>
WalkPoint SingularPoints<S>::walk_point(const std::vector<S>& p, const std::vector<S>& v)
{
    const auto size = std::size_t(geometry_.layout().size);
    std::vector<S> z(geometry_.layout().unknowns);
    problem_.tops(p.data(), z.data());
    WalkPoint at{.p = in_full(p), .z = in_full(z), .v = in_full(v)};
    at.p.resize(size);
    at.v.resize(size);
    if (!curve_ && view_.direction < 0)
        for (Quad& value : at.v) value = -value;
    at.invariant_values = in_full(geometry_.invariant_values());
    return at;
}

/// Has an equation lost its highest derivatives to rounding? Then no step leads on, though nothing
/// is singular.
template <class S>
bool SingularPoints<S>::lost_in_rounding()
{
    const auto row = round_off_row(geometry_, view_.walker.p, prepared_.scale);
    if (!row) return false;
    const CompletedSystem& c = geometry_.completed();
    view_.stop(Outcome::singular,
               fmt::format("at {} the highest derivatives no longer matter in {}: their "
                           "coefficients are round-off beside its other terms, so that {} is not "
                           "determined in this precision; where they are to be neglected, write "
                           "the equation without them",
                           view_.place(view_.walker.p.data()),
                           equation_name(c.system, *row, c.structure.c[std::size_t(*row)]),
                           top_names(c, *row)));
    return true;
}

/// What is singular a little ahead, or here. True if there is such a point: the run ends or goes on
/// from it.
template <class S>
std::optional<Encounter> SingularPoints<S>::find_singular_point(const std::vector<S>& p,
                                                                const std::vector<S>& v)
{
    const CompletedSystem& c = geometry_.completed();
    const WalkPoint at = walk_point(p, v);
    auto form = SingularForm::make(c, prepared_.scale, at.invariant_values);
    if (!form) return std::nullopt;
    auto met = at_a_place(meet_crossing(*form, c.layout, at, view_.options));
    if (!met) met = at_a_place(meet_folded(*form, c.layout, at, view_.options));
    if (!met && !curve_) met = at_a_place(meet_fold(*form, c, prepared_.scale, at, view_.options));
    return met;
}

template <class S>
bool SingularPoints<S>::look_for_singular_point(const std::vector<S>& p, const std::vector<S>& v,
                                                bool steps_can_be_made)
{
    auto met = find_singular_point(p, v);
    if (!met) return !curve_ && lost_in_rounding();
    if (steps_can_be_made && is_of_rows(*met)) {
        awake_ = rows_fail(met->point.x);  // when the step that ends here has been looked at
        return false;
    }
    if (met->may_pass && steps_can_be_made) {
        if (!std::exchange(told_undecided_, true))
            view_.solution.notices.push_back(met->notice + "; the run goes on as if they do not");
        return false;
    }
    encounter(std::move(*met));
    return true;
}

/// The point itself, with the highest derivatives that were found for it. The certificate judges
/// them as those of any row.
template <class S>
void SingularPoints<S>::keep_row(const Encounter& met)
{
    const Layout& layout = geometry_.layout();
    std::vector<S> p, z;
    for (const Quad& value : carry_over(met.layout, met.p, met.z, layout))
        p.push_back(from_quad<S>(value));
    for (int j = 0; j < layout.unknowns; ++j) {
        const int order = layout.d[std::size_t(j)];
        if (order > met.layout.d[std::size_t(j)]) return;
        z.push_back(from_quad<S>(met.layout.in_point(j, order)
                                     ? met.p[std::size_t(met.layout.position(j, order))]
                                     : met.z[std::size_t(j)]));
    }
    p.resize(std::size_t(padded(layout.size)));
    rows_.keep(view_, p, z);
}

template <class S>
bool SingularPoints<S>::steps_collapse()
{
    if (curve_ || prepared_.report.route == Route::structural || view_.options.step != 0)
        return false;
    using std::abs;
    const Walker<S>& walker = view_.walker;
    const S step = abs(S(walker.t - walker.t_before));
    // Before a kink of the state steps are short because of that.
    return walker.t != view_.t_end && collapse_.look(to_double(step)) &&
           !kinks_.lies_ahead(S(steps_before_kink) * step);
}

/// Not the author's equations are singular there but what completion made of them.
template <class S>
bool SingularPoints<S>::is_of_rows(const Encounter& met)
{
    const Walker<S>& walker = view_.walker;
    const double step = std::abs(to_double(S(walker.t - walker.t_before)));
    other_rows_at_ = failure_of_rows(prepared_, met, flatness * step);
    return !other_rows_at_.empty();
}

template <class S>
std::string SingularPoints<S>::rows_fail(double x) const
{
    return fmt::format("the completed equations lose rank at {}, where those as written do not",
                       place_of(view_.solution.independent, x));
}

/// The run goes on along the way asked for, or ends here.
template <class S>
void SingularPoints<S>::encounter(Encounter met)
{
    if (is_of_rows(met)) return change_regime(rows_fail(met.point.x), view_.walker.p);
    if (met.point.kind == SingularKind::constraint_rank_drop) crossed_ = S(met.point.x);
    if (met.code == Outcome::turned) {
        rows_.keep_where_it_stands(view_);
        if (!met.p.empty()) keep_row(met);
    }
    view_.end_x = met.point.x;
    if (follow_next(met))
        view_.end_x.reset();
    else
        view_.stop(met.code, met.point.message);
    met.report_ways();
    view_.solution.singular_points.push_back(std::move(met.point));
}

template <class S>
bool SingularPoints<S>::follow_next(Encounter& met)
{
    const std::vector<int>& asked = view_.options.continuations;
    if (continued_ >= asked.size()) return false;
    const int number = asked[continued_++];
    WayOut* way = met.way(number);
    if (!way) {
        met.point.message += fmt::format(" (there is no way {} to go on)", number);
        return false;
    }
    if (!curve_ && way->x_direction != view_.direction) {
        way->report.followed = true;
        resume = Resume{*way, met.layout, {}};
        resume->continuations.assign(asked.begin() + std::ptrdiff_t(continued_), asked.end());
        return false;
    }
    way->report.followed = stand_on(*way, met.layout);
    if (way->report.followed && !met.notice.empty()) view_.solution.notices.push_back(met.notice);
    return way->report.followed;
}

/// The walk goes on from a point beside the singular one.
template <class S>
bool SingularPoints<S>::stand_on(const WayOut& way, const Layout& layout)
{
    std::vector<S> p;
    for (const Quad& value : carry_over(layout, way.p, {}, geometry_.layout()))
        p.push_back(from_quad<S>(value));
    if (!problem_.project(p.data(), view_.options.rtol).converged) return false;
    if (curve_)
        curve_->orient(way.x_direction);
    else if ((view_.t_end - p[0]) * S(view_.direction) <= S(0))
        return false;
    if (!view_.walker.stand(p.data(), curve_ ? view_.walker.t : p[0], view_.direction))
        return false;
    sections_.begin_at(p.data());
    kinks_.begin();
    dips_.begin_again();
    fold_step_ = 0;
    x_sign_ = standing_ = 0;
    side_.reset();
    rows_.begin_again(view_, p.data());
    return true;
}

template <class S>
void SingularPoints<S>::failed_step()
{
    Walker<S>& walker = view_.walker;
    if (kinks_.stuck()) {
        beyond_kink();
        return;
    }
    const bool undefined = walker.trial == Trial::not_finite;
    if (!undefined && look_for_singular_point(walker.p, walker.v)) return;
    std::optional<Encounter> met;
    if (!view_.options.step)
        met = meet_blow_up(geometry_, walker, prepared_.start.p, prepared_.scale);
    if (!met && !curve_) {
        const auto unknowns = std::size_t(geometry_.layout().unknowns);
        TopsOfWalk<S> tops{prepared_.start.z, std::vector<S>(unknowns), std::vector<S>(unknowns)};
        problem_.tops(walker.p_before.data(), tops.before.data());
        problem_.tops(walker.p.data(), tops.now.data());
        met = meet_pole(geometry_, walker, tops, prepared_.scale);
    }
    if (!met && undefined) met = meet_domain_end(geometry_, walker);
    if (met)
        encounter(std::move(*met));
    else if (by_ranks_ && !undefined && walker.steps >= steps_before_anew)
        take_other_rows("no step leads on with the rows that ranks chose before");
    else
        view_.stop(explain_failed_step(geometry_, walker));
}

/// The solution grows without bound, or a function jumps at it, again and again.
template <class S>
bool SingularPoints<S>::gets_nowhere()
{
    Walker<S>& walker = view_.walker;
    if (curve_ || view_.options.step != 0 ||
        !chatter_.gets_nowhere(walker.steps, walker.rejected, to_double(walker.t),
                               to_double(view_.t_end)))
        return false;
    if (auto met = meet_blow_up(geometry_, walker, prepared_.start.p, prepared_.scale))
        encounter(std::move(*met));
    else if (by_ranks_ && walker.steps >= steps_before_anew)
        take_other_rows("steps become too short with the rows that ranks chose before");
    else
        view_.stop(explain_chatter(geometry_, walker));
    return true;
}

template class SingularPoints<double>;
template class SingularPoints<Quad>;

}  // namespace involute
