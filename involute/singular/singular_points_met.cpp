// SPDX-License-Identifier: Apache-2.0
// Singular points: what is met, what is told of it, and how the walk goes on from it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/prepare/one_side.hpp"
#include "involute/prepare/round_off.hpp"
#include "involute/singular/fold.hpp"
#include "involute/singular/meet_crossing.hpp"
#include "involute/singular/row_failure.hpp"
#include "involute/singular/singular_points.hpp"

namespace involute {
namespace {

constexpr double steps_before_kink = 100;
// How far from where rows fail others are to be regular, in parts of the step: that place is not
// exact.
constexpr double beside_failure = 1e-2;

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

}  // namespace

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
    const WalkPoint at = walk_point(p, v);
    const std::optional<CompletedSystem> here = on_side_of(geometry_.completed(), at.p, at.z);
    const CompletedSystem& c = here ? *here : geometry_.completed();
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
    other_rows_at_ = failure_of_rows(prepared_, met, beside_failure * step);
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
    met.point.parameter = curve_ ? to_double(view_.walker.t) : met.point.x;
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

template WalkPoint SingularPoints<double>::walk_point(const std::vector<double>&,
                                                      const std::vector<double>&);
template WalkPoint SingularPoints<Quad>::walk_point(const std::vector<Quad>&,
                                                    const std::vector<Quad>&);
template bool SingularPoints<double>::lost_in_rounding();
template bool SingularPoints<Quad>::lost_in_rounding();
template std::optional<Encounter> SingularPoints<double>::find_singular_point(
    const std::vector<double>&, const std::vector<double>&);
template std::optional<Encounter> SingularPoints<Quad>::find_singular_point(
    const std::vector<Quad>&, const std::vector<Quad>&);
template bool SingularPoints<double>::look_for_singular_point(const std::vector<double>&,
                                                              const std::vector<double>&, bool);
template bool SingularPoints<Quad>::look_for_singular_point(const std::vector<Quad>&,
                                                            const std::vector<Quad>&, bool);
template void SingularPoints<double>::keep_row(const Encounter&);
template void SingularPoints<Quad>::keep_row(const Encounter&);
template bool SingularPoints<double>::steps_collapse();
template bool SingularPoints<Quad>::steps_collapse();
template bool SingularPoints<double>::is_of_rows(const Encounter&);
template bool SingularPoints<Quad>::is_of_rows(const Encounter&);
template std::string SingularPoints<double>::rows_fail(double) const;
template std::string SingularPoints<Quad>::rows_fail(double) const;
template void SingularPoints<double>::encounter(Encounter);
template void SingularPoints<Quad>::encounter(Encounter);
template bool SingularPoints<double>::follow_next(Encounter&);
template bool SingularPoints<Quad>::follow_next(Encounter&);
template bool SingularPoints<double>::stand_on(const WayOut&, const Layout&);
template bool SingularPoints<Quad>::stand_on(const WayOut&, const Layout&);

}  // namespace involute
