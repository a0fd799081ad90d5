// SPDX-License-Identifier: Apache-2.0
// Ends of a solution that are no points of the equations: a coordinate or an algebraic unknown
// grows without bound, or a function leaves its domain.
#pragma once

#include "involute/observe/stop_reasons.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

/// A coordinate that has grown beyond all measure since the start, and where its pole lies: near
/// one of any order y/y' is linear in x.
template <class S>
std::optional<Encounter> meet_blow_up(Geometry<S>& geometry, const Walker<S>& walker,
                                      const std::vector<S>& start, Scale scale);

/// Tops at the start of a walk, where its last step began, and where it stands.
template <class S>
struct TopsOfWalk {
    const std::vector<S>& start;
    std::vector<S> before{}, now{};
};

/// The same of an unknown that is no coordinate.
template <class S>
std::optional<Encounter> meet_pole(Geometry<S>& geometry, const Walker<S>& walker,
                                   const TopsOfWalk<S>& tops, Scale scale);

/// An equation without a value beyond the point where the walk stands.
template <class S>
Encounter meet_domain_end(Geometry<S>& geometry, const Walker<S>& walker);

}  // namespace involute
