// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/row_failure.hpp"

#include <cmath>

#include "involute/prepare/author_point.hpp"

namespace involute {
namespace {

/// A double zero is known to a part of a step, too roughly for a rank. It is the equations' where
/// rows that were chosen to be regular there have it again.
bool were_chosen_for(const CompleteOptions& how, double x, double resolution)
{
    return !how.regular_at.empty() &&
           std::abs(to_double(how.regular_at.front().value) - x) <= resolution;
}

}  // namespace

template <class S>
std::vector<Given> failure_of_rows(const PreparedOf<S>& prepared, const Encounter& met,
                                   double resolution)
{
    const CompletedSystem& c = prepared.geometry->completed();
    // By structure J is the author's own matrix; undetermined multipliers leave every rank low.
    if (prepared.report.route == Route::structural || met.place.empty() || !c.system.gauged.empty())
        return {};
    std::vector<Given> point =
        as_start(met.layout, met.place, c.system.unknowns() - c.system.auxiliary);
    const bool lost = met.point.kind == SingularKind::double_zero
                          ? were_chosen_for(prepared.how, met.point.x, resolution)
                          : author_rank(c, point,
                                        {.jointly_affine = prepared.how.jointly_affine,
                                         .floor = prepared.how.floor}) == StartRank::lost;
    return lost ? std::vector<Given>{} : point;
}

template std::vector<Given> failure_of_rows(const PreparedOf<double>&, const Encounter&, double);
template std::vector<Given> failure_of_rows(const PreparedOf<Quad>&, const Encounter&, double);

}  // namespace involute
