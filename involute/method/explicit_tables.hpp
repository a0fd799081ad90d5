// SPDX-License-Identifier: Apache-2.0
// The numbers of the explicit methods, by order, in explicit_tables_{low,middle,high}.cpp;
// `explicit_methods()` is the list of them all.
#pragma once

#include <vector>

#include "involute/method/tableau.hpp"

namespace involute {

std::vector<Tableau> low_order_tables();
std::vector<Tableau> middle_order_tables();
std::vector<Tableau> high_order_tables();

}  // namespace involute
