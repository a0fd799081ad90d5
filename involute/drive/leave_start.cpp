// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/leave_start.hpp"

#include "involute/singular/at_start.hpp"

namespace involute {

template <class S>
Departure leave_start(PreparedOf<S>& prepared, int x_direction, SolveOptions& options)
{
    Departure departure;
    auto met = meet_at_start(prepared.geometry->completed(), prepared.scale,
                             start_point(prepared, x_direction), options);
    if (!met) return departure;
    const int number = options.continuations.empty() ? 0 : options.continuations.front();
    if (WayOut* way = met->way(number)) {
        way->report.followed = true;
        options.continuations.erase(options.continuations.begin());
        if (way->x_direction != x_direction) {
            departure.resume = Resume{*way, met->layout, options.continuations};
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
    departure.point = std::move(met->point);
    return departure;
}

template Departure leave_start(PreparedOf<double>&, int, SolveOptions&);
template Departure leave_start(PreparedOf<Quad>&, int, SolveOptions&);

}  // namespace involute
