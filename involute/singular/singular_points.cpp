// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/singular_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/prepare/one_side.hpp"
#include "involute/singular/at_start.hpp"
#include "involute/singular/endings.hpp"
#include "involute/singular/passed_fold.hpp"

namespace involute {
namespace {

// Unknowns up to which the rank of C is watched at every step of a curve.
constexpr int watched_unknowns = 60;
constexpr long steps_near_fold = 30;
constexpr int steps_beside_pole = 3;
// Rows chosen by ranks that have carried a walk this far were good: others may be, from here on.
constexpr long steps_before_anew = 5;
// How far ahead of a start the equations are tried, in parts of the way.
constexpr double beside_start = 1e-8;

/// Before the first step of a walk in x: whether the equations have values where the slope leads
/// to. Then it is not they that end.
template <class S>
bool go_on_beside_start(Geometry<S>& geometry, const Walker<S>& walker, const S& t_end)
{
    if (walker.steps > 0) return false;
    const S ahead = S(beside_start) * (t_end - walker.t);
    std::vector<S> p = walker.p, z(std::size_t(geometry.layout().unknowns));
    for (std::size_t i = 0; i < p.size(); ++i) p[i] += ahead * walker.v[i];
    return geometry.field(p.data(), z.data()).health == Health::good;
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
                prepared.report.route == Route::overdetermined ||
                holds_on_one_side(geometry_.completed(), prepared.findings)),
      kinks_(problem, prepared.scale, view, !by_ranks_, prepared.findings),
      pulses_(problem, view, prepared.findings),
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
    if (!met && undefined && !curve_ && go_on_beside_start(geometry_, walker, view_.t_end))
        return view_.stop(Outcome::not_finite,
                          fmt::format("no step leads on from {}: the equations have values beside "
                                      "it, but what the method makes of them is not finite there, "
                                      "as Taylor series where a higher derivative is infinite; "
                                      "another method may lead on",
                                      view_.place(walker.p.data())));
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
