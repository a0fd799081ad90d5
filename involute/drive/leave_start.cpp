// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/leave_start.hpp"

#include "involute/singular/at_start.hpp"

namespace involute {
namespace {

template <class S>
std::vector<Quad> in_full(const std::vector<S>& values)
{
    return {values.begin(), values.end()};
}

}  // namespace

template <class S>
WalkPoint start_point(PreparedOf<S>& prepared, int direction)
{
    Geometry<S>& geometry = *prepared.geometry;
    WalkPoint at{.p = in_full(prepared.start.p), .z = {}};
    at.invariant_values = in_full(geometry.invariant_values());
    std::vector<S> zero(geometry.layout().unknowns, S(0)), v(geometry.layout().size);
    geometry.direction(prepared.start.p.data(), zero.data(), v.data());
    at.v = in_full(v);
    if (direction < 0)
        for (Quad& value : at.v) value = -value;
    return at;
}

template <class S>
void leave_start(PreparedOf<S>& prepared, int direction, SolveOptions& options, Solution& failed,
                 std::optional<Resume>* resume)
{
    auto met = meet_at_start(prepared.geometry->completed(), prepared.scale,
                             start_point(prepared, direction), options);
    if (!met) return;
    failed.reason = met->point.message;
    const int number = options.continuations.empty() ? 0 : options.continuations.front();
    if (WayOut* way = met->way(number)) {
        way->report.followed = true;
        options.continuations.erase(options.continuations.begin());
        if (way->x_direction != direction) {
            if (resume) *resume = Resume{*way, met->layout, options.continuations};
        } else {
            prepared.start.p.clear();
            for (const Quad& value :
                 carry_over(met->layout, way->p, {}, prepared.geometry->layout()))
                prepared.start.p.push_back(from_quad<S>(value));
            if (prepared.geometry->choose_order(prepared.start.p.data()))
                prepared.outcome = Outcome::complete;
        }
    }
    met->report_ways();
    failed.singular_points.push_back(met->point);
}

template WalkPoint start_point(PreparedOf<double>&, int);
template WalkPoint start_point(PreparedOf<Quad>&, int);
template void leave_start(PreparedOf<double>&, int, SolveOptions&, Solution&,
                          std::optional<Resume>*);
template void leave_start(PreparedOf<Quad>&, int, SolveOptions&, Solution&, std::optional<Resume>*);

}  // namespace involute
