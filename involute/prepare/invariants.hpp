// SPDX-License-Identifier: Apache-2.0
// Is what an author calls an invariant constant along solutions?
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/options/analysis.hpp"
#include "involute/project/project.hpp"

namespace involute {

/// A rate of change relative to its terms that is no more than round-off, for data of 16 digits.
inline constexpr double invariant_tolerance = 1e-11;

/// What a rate is relative to: its terms Σ |∂I/∂p V|; where all of them are small against I itself,
/// their sum is round-off of I.
template <class S>
S size_of_rate(const S& terms, const S& value)
{
    return std::max<S>(terms, S(1e-3) * value);
}

/// L_V I at p, a point of M; nothing where V is not defined.
template <class S>
std::optional<InvariantReport> rate_of_invariant(Geometry<S>& geometry, const std::vector<S>& p,
                                                 int invariant);

/// "`E` (line 3) is not an invariant: ..."
std::string not_an_invariant(const System& system, int invariant, const InvariantReport& report);

/// L_V I / Σ |∂I/∂p| |V| at the start and at other points of M with the same value of I: where it
/// is largest. 0 for an invariant, up to round-off.
template <class S>
InvariantReport measure_invariant(Geometry<S>& geometry, Scale scale, const std::vector<S>& p,
                                  int invariant);

extern template InvariantReport measure_invariant(Geometry<double>&, Scale,
                                                  const std::vector<double>&, int);
extern template InvariantReport measure_invariant(Geometry<Quad>&, Scale, const std::vector<Quad>&,
                                                  int);

extern template std::optional<InvariantReport> rate_of_invariant(Geometry<double>&,
                                                                 const std::vector<double>&, int);
extern template std::optional<InvariantReport> rate_of_invariant(Geometry<Quad>&,
                                                                 const std::vector<Quad>&, int);

}  // namespace involute
