// SPDX-License-Identifier: Apache-2.0
// Every explicit Runge-Kutta method there is. The command line, the order tests, the benchmarks
// and the manual read this list; to add a method, add one entry in the source file.
#pragma once

#include <span>
#include <string_view>

#include "involute/method/tableau.hpp"

namespace involute {

std::span<const Tableau> explicit_methods();

/// The entry of that name, or nullptr.
const Tableau* find_method(std::string_view name);

/// The entry in a scalar; converted once, since reading thirty digits takes longer than a step.
template <class S>
const Coefficients<S>& coefficients(const Tableau& entry);

extern template const Coefficients<double>& coefficients(const Tableau&);
extern template const Coefficients<Quad>& coefficients(const Tableau&);

}  // namespace involute
