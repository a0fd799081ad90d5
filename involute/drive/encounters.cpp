// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/drive/running.hpp"
#include "involute/singular/endings.hpp"
#include "involute/singular/fold.hpp"
#include "involute/singular/meet_crossing.hpp"
#include "involute/singular/passed_fold.hpp"

namespace involute {
namespace {

// Unknowns up to which the rank of C is watched at every step of a curve.
constexpr int watched_unknowns = 60;
constexpr long steps_near_fold = 30;
// How far before a crossing of branches, in parts of the step, the walk goes back to.
constexpr double nearness = 1e-3;
// Trials in vain count less with every step; with so many of late it is asked what lies ahead.
constexpr double calming = 0.75;
constexpr double much_unrest = 1.5;

template <class S>
std::vector<Quad> in_full(const std::vector<S>& values)
{
    return {values.begin(), values.end()};
}

}  // namespace

/// Is a singular point met that a step would jump over, or creep past to another branch? The
/// elimination needed new pivots near by then.
template <class P>
bool Run<P>::met_on_the_way()
{
    const long trials = walker_.rejected - rejected_;
    rejected_ = walker_.rejected;
    restless_ = calming * restless_ + double(trials);
    if (geometry_.counts.fallbacks == fallbacks_ && !crosses_) return false;
    fallbacks_ = geometry_.counts.fallbacks;
    if (watch_.possible() && watch_.reversed(walker_.p_before.data(), walker_.p.data()))
        return passed_crossing();
    if (restless_ < much_unrest || walker_.steps < next_question_) return false;
    // Where there is none, it is asked less and less often.
    questions_ = std::min(2 * questions_, 1L << 20);
    next_question_ = walker_.steps + questions_;
    return look_for_singular_point(walker_.p, walker_.v);
}

/// A point of the last step a little before the tangents are reversed; at worst its beginning.
template <class P>
auto Run<P>::before_crossing() -> std::vector<S>
{
    std::vector<S> before = walker_.p_before, best = before;
    S a(0), b(1);
    for (int k = 0; k < 40 && b - a > S(nearness); ++k) {
        const S part = S(k % 3 == 0 ? 0.5 : k % 3 == 1 ? 0.4 : 0.6);
        const S middle = a + part * (b - a);
        if (!points_.at(middle, point_.data())) continue;
        const bool beyond = watch_.reversed(before.data(), point_.data());
        (beyond ? b : a) = middle;
        if (!beyond) best = point_;
    }
    return best;
}

/// The walk goes back to a point before the crossing of branches that it jumped over. Its step was
/// a good one: it ends on the branch that goes straight on.
template <class P>
bool Run<P>::passed_crossing()
{
    const std::vector<S> end = walker_.p, end_slope = walker_.v;
    const S t = walker_.t_before;
    const std::vector<S> before = before_crossing();
    std::vector<S> v(walker_.v.size());
    if (problem_.slope(before.data(), v.data()).health != Health::good) return false;
    const WalkPoint at = walk_point(before, v);
    auto form = SingularForm::make(geometry_.completed(), prepared_.scale, at.invariant_values);
    if (!form) return false;
    auto met = meet_crossing(*form, geometry_.layout(), at, options_, Approach::passed);
    if (!met) return false;
    const WalkPoint beyond = walk_point(end, end_slope);
    if (!met->ways.empty())
        met->ways.front().p = carry_over(geometry_.layout(), beyond.p, beyond.z, met->layout);
    met->notice.clear();
    crosses_ = true;
    rows_.step((before[0] - t) / (walker_.t - t), false, nullptr);
    heed_rows();
    walker_.stand(before.data(), before[0], direction_);
    encounter(std::move(*met));
    return true;
}

/// C can lose rank only where J does, near a fold: elsewhere a small singular value is a matter of
/// units. A solution that only passes by is asked about once.
template <class P>
void Run<P>::watch_rank()
{
    if constexpr (along_curve) {
        const bool side = problem_.negative();
        const bool jumped = side_ && *side_ != side;
        side_ = side;
        if (jumped && look_for_singular_point(walker_.p_before, walker_.v_before)) return;
        if ((walker_.v[0] > 0) != (walker_.v_before[0] > 0)) {
            fold_step_ = walker_.steps;
            if (!fold_columns_) fold_columns_.emplace(geometry_, options_.columns, true);
            solution_.singular_points.push_back(
                passed_fold(problem_, walker_, *fold_columns_, options_.rtol));
        }
        const bool near_fold = fold_step_ > 0 && walker_.steps - fold_step_ < steps_near_fold;
        if (!near_fold || geometry_.layout().unknowns > watched_unknowns) return;
        const bool small = problem_.regularity(walker_.p.data()) < std::sqrt(options_.rtol);
        if (small && !asked_) look_for_singular_point(walker_.p, walker_.v);
        asked_ = small;
    }
}

template <class P>
WalkPoint Run<P>::walk_point(const std::vector<S>& p, const std::vector<S>& v)
{
    const auto size = std::size_t(geometry_.layout().size);
    std::vector<S> z(geometry_.layout().unknowns);
    problem_.tops(p.data(), z.data());
    WalkPoint at{.p = in_full(p), .z = in_full(z), .v = in_full(v)};
    at.p.resize(size);
    at.v.resize(size);
    if (!along_curve && direction_ < 0)
        for (Quad& value : at.v) value = -value;
    at.invariant_values = in_full(geometry_.invariant_values());
    return at;
}

/// What is singular a little ahead, or here. True if there is such a point: the run ends or goes on
/// from it.
template <class P>
bool Run<P>::look_for_singular_point(const std::vector<S>& p, const std::vector<S>& v)
{
    const CompletedSystem& c = geometry_.completed();
    const WalkPoint at = walk_point(p, v);
    auto form = SingularForm::make(c, prepared_.scale, at.invariant_values);
    if (!form) return false;
    auto met = meet_crossing(*form, c.layout, at, options_);
    if (!met) met = meet_folded(*form, c.layout, at, options_);
    if (!met && !along_curve) met = meet_fold(*form, c, prepared_.scale, at, options_);
    if (!met) return false;
    encounter(std::move(*met));
    return true;
}

/// The run goes on along the way asked for, or ends here.
template <class P>
void Run<P>::encounter(Encounter met)
{
    if (met.code == Outcome::turned) rows_.keep(met.point.row);
    end_x_ = met.point.x;
    if (follow_next(met))
        end_x_.reset();
    else
        stop(met.code, met.point.message);
    met.report_ways();
    solution_.singular_points.push_back(std::move(met.point));
}

template <class P>
bool Run<P>::follow_next(Encounter& met)
{
    if (continued_ >= options_.continuations.size()) return false;
    const int number = options_.continuations[continued_++];
    WayOut* way = met.way(number);
    if (!way) {
        met.point.message += fmt::format(" (there is no way {} to go on)", number);
        return false;
    }
    if (!along_curve && way->x_direction != direction_) {
        way->report.followed = true;
        resume = Resume{*way, met.layout, {}};
        resume->continuations.assign(options_.continuations.begin() + std::ptrdiff_t(continued_),
                                     options_.continuations.end());
        return false;
    }
    way->report.followed = stand_on(*way, met.layout);
    if (way->report.followed && !met.notice.empty()) solution_.notices.push_back(met.notice);
    return way->report.followed;
}

/// The walk goes on from a point beside the singular one.
template <class P>
bool Run<P>::stand_on(const WayOut& way, const Layout& layout)
{
    std::vector<S> p;
    for (const Quad& value : carry_over(layout, way.p, {}, geometry_.layout()))
        p.push_back(from_quad<S>(value));
    if (!problem_.project(p.data(), options_.rtol).converged) return false;
    if constexpr (along_curve)
        problem_.orient(way.x_direction);
    else if ((t_end_ - p[0]) * S(direction_) <= S(0))
        return false;
    if (!walker_.stand(p.data(), along_curve ? walker_.t : p[0], direction_)) return false;
    crossings_.start(p.data());
    fold_step_ = 0;
    side_.reset();
    rows_.begin_again(p.data());
    heed_rows();
    return true;
}

template <class P>
void Run<P>::explain_failed_step()
{
    const bool undefined = walker_.trial == Trial::not_finite;
    if (!undefined && look_for_singular_point(walker_.p, walker_.v)) return;
    std::optional<Encounter> met;
    if (!options_.step) met = meet_blow_up(geometry_, walker_, prepared_.start.p, prepared_.scale);
    if (!met && undefined) met = meet_domain_end(geometry_, walker_);
    if (!met && !along_curve) {
        std::vector<S> z(geometry_.layout().unknowns);
        problem_.tops(walker_.p.data(), z.data());
        met = meet_pole(geometry_, walker_, prepared_.start.z, z, prepared_.scale);
    }
    if (met)
        encounter(std::move(*met));
    else
        stop(involute::explain_failed_step(geometry_, walker_));
}

template bool Run<XProblem<double>>::met_on_the_way();
template void Run<XProblem<double>>::encounter(Encounter);
template void Run<XProblem<double>>::explain_failed_step();
template bool Run<XProblem<Quad>>::met_on_the_way();
template void Run<XProblem<Quad>>::encounter(Encounter);
template void Run<XProblem<Quad>>::explain_failed_step();
template void Run<CurveProblem<double>>::watch_rank();
template void Run<CurveProblem<double>>::encounter(Encounter);
template void Run<CurveProblem<double>>::explain_failed_step();
template void Run<CurveProblem<Quad>>::watch_rank();
template void Run<CurveProblem<Quad>>::encounter(Encounter);
template void Run<CurveProblem<Quad>>::explain_failed_step();

}  // namespace involute
