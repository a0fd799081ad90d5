// SPDX-License-Identifier: Apache-2.0
// Every explicit Runge-Kutta method there is. The command line, the order tests, the benchmarks
// and the manual read these lists; to add a method, add one entry in a file explicit_tables_*.cpp.
#pragma once

#include <span>
#include <string_view>

#include "involute/method/tableau.hpp"

namespace involute {

/// By order. A pair advances with its higher order.
std::span<const Tableau> explicit_methods();

/// The same pairs advancing with their lower order, if that is a method worth having.
std::span<const Tableau> lower_continuations();

/// The entry of that name in either list, or nullptr.
const Tableau* find_method(std::string_view name);

}  // namespace involute
