// SPDX-License-Identifier: Apache-2.0
// The tableaux of the lists in one scalar.
#pragma once

#include "involute/method/tableau.hpp"

namespace involute {

/// An entry of explicit_methods(), lower_continuations() or implicit_methods(); converted once,
/// since reading thirty digits takes longer than a step.
template <class S>
const Coefficients<S>& coefficients(const Tableau& entry);

extern template const Coefficients<double>& coefficients(const Tableau&);
extern template const Coefficients<Quad>& coefficients(const Tableau&);

}  // namespace involute
