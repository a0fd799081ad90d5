// SPDX-License-Identifier: Apache-2.0
#include "involute/model/foreign_names.hpp"

#include <algorithm>
#include <iterator>

namespace involute {

std::string instead_of_function(std::string_view word)
{
    constexpr std::string_view switches[] = {"if",        "ifelse", "piecewise", "where",
                                             "heaviside", "step",   "Heaviside", "theta"};
    if (std::ranges::find(switches, word) != std::end(switches))
        return "write a switch with sign, max or min: (1 + sign(a - b))/2 is 1 where a > b, 0 "
               "where "
               "a < b";
    return "";
}

}  // namespace involute
