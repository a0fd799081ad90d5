// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/at_start.hpp"

#include <cmath>

#include "involute/singular/fold.hpp"
#include "involute/singular/meet_crossing.hpp"

namespace involute {
namespace {

// A start this near to a singular point, in scale, was meant to be there.
const Quad meant_to_be = Quad(1e-6);

}  // namespace

std::optional<Encounter> meet_at_start(const CompletedSystem& completed, Scale scale,
                                       const WalkPoint& at, const SolveOptions& options)
{
    auto form = SingularForm::make(completed, scale, at.invariant_values);
    if (!form) return std::nullopt;
    auto met = meet_crossing(*form, completed.layout, at, options, Approach::stands_there);
    if (!met) met = meet_folded(*form, completed.layout, at, options, Approach::stands_there);
    if (!met) met = fold_at_start(*form, completed.layout, at, options);
    const auto is_here = [&](double x) {  // nor is what is no number
        return std::abs(x - to_double(at.p[0])) <=
               to_double(meant_to_be) * (std::abs(x) + scale.floor);
    };
    if (!met || !is_here(met->point.x)) return std::nullopt;
    met->code = Outcome::singular_start;
    met->point.message =
        "the highest derivatives are not determined at the start, a singular point: " +
        met->point.message;
    return met;
}

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

template WalkPoint start_point(PreparedOf<double>&, int);
template WalkPoint start_point(PreparedOf<Quad>&, int);

}  // namespace involute
