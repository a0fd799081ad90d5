// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/leave_start.hpp"

#include <fmt/format.h>

#include "involute/observe/stop_reasons.hpp"
#include "involute/singular/at_start.hpp"

namespace involute {
namespace {

/// Whether x turns at such a point, so that a way back in x may lead to any end.
bool turns(SingularKind kind)
{
    return kind == SingularKind::fold || kind == SingularKind::impasse ||
           kind == SingularKind::constraint_rank_drop;
}

}  // namespace

template <class S>
Departure leave_start(PreparedOf<S>& prepared, int x_direction, std::optional<double> to,
                      SolveOptions& options)
{
    Departure departure;
    SolveOptions known = options;
    known.to = to;
    auto met = meet_at_start(prepared.geometry->completed(), prepared.scale,
                             start_point(prepared, x_direction), known);
    if (!met) {
        const std::string equation = contradiction_at(*prepared.geometry, prepared.start.p);
        if (!equation.empty())
            prepared.message = fmt::format(
                "no highest derivatives satisfy {} at the start, a singular point: what they are "
                "multiplied by vanishes there, and the rest does not; solutions near by become "
                "infinite or turn back",
                equation);
        return departure;
    }
    const bool regular = met->point.kind == SingularKind::regular_singular;
    const bool asked = !options.continuations.empty();
    // A limit that the point itself does not show is found by a series.
    const bool by_itself = regular && !met->point.row.empty();
    const int number = asked ? options.continuations.front() : by_itself ? 1 : 0;
    if (WayOut* way = met->way(number)) {
        const bool away = way->x_direction != x_direction;
        way->report.followed = !away || turns(met->point.kind);
        if (asked) options.continuations.erase(options.continuations.begin());
        if (away && !turns(met->point.kind)) {
            met->point.message += fmt::format(
                " (way {} leads away from the end asked for: give an end on its side, or "
                "follow the curve)",
                number);
        } else if (away) {
            departure.resume = Resume{*way, met->layout, options.continuations};
        } else {
            prepared.start.p.clear();
            for (const Quad& value :
                 carry_over(met->layout, way->p, {}, prepared.geometry->layout()))
                prepared.start.p.push_back(from_quad<S>(value));
            if (prepared.geometry->choose_order(prepared.start.p.data()))
                prepared.outcome = Outcome::complete;
            const bool left = prepared.outcome == Outcome::complete;
            // Where branches of the constraints cross, velocities may jump.
            if (left && met->point.kind != SingularKind::constraint_rank_drop)
                departure.row = met->point.row;
            if (left && regular)
                departure.notice = fmt::format(
                    "the start is a regular singular point: the regular solution is followed, from "
                    "{} on, where its curvature is below the tolerance",
                    place_of(prepared.geometry->completed().system.names.independent,
                             to_double(prepared.start.p[0])));
        }
    }
    met->report_ways();
    departure.point = std::move(met->point);
    return departure;
}

template Departure leave_start(PreparedOf<double>&, int, std::optional<double>, SolveOptions&);
template Departure leave_start(PreparedOf<Quad>&, int, std::optional<double>, SolveOptions&);

}  // namespace involute
