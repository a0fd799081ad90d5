// SPDX-License-Identifier: Apache-2.0
// Fast oscillations that nobody declared: far faster than everything else at the start, and far
// more of them than a user expects to pay for. Large steps would damp them, so nothing is done
// about them without being told; they are only mentioned.
#pragma once

#include <optional>
#include <string>

#include "involute/prepare/prepare.hpp"

namespace involute {

struct FastModes {
    int count = 0;       // of oscillations, pairs of eigenvalues
    double slowest = 0;  // angular frequencies of the fast modes
    double fastest = 0;
    double others = 0;                  // the largest eigenvalue of the rest
    std::optional<double> amplitude{};  // of their excitation at the start, if known
    double steps = 0;                   // what resolving them costs, about
    std::string notice{};
};

/// Eigenvalues of the field linearised at the start: pairs near the imaginary axis, apart from all
/// others. Nothing where there is no such gap, where few periods fit into the interval, or where
/// there are more than 60 coordinates.
template <class S>
std::optional<FastModes> find_fast_modes(PreparedOf<S>& prepared, const SolveOptions& options);

extern template std::optional<FastModes> find_fast_modes(PreparedOf<double>&, const SolveOptions&);
extern template std::optional<FastModes> find_fast_modes(PreparedOf<Quad>&, const SolveOptions&);

}  // namespace involute
