// SPDX-License-Identifier: Apache-2.0
#include "involute/model/foreign_names.hpp"

#include <algorithm>
#include <iterator>

namespace involute {

std::string instead_of_function(std::string_view word)
{
    constexpr std::string_view switches[] = {"ifelse", "If",        "piecewise", "where", "when",
                                             "step",   "heaviside", "Heaviside", "theta"};
    if (std::ranges::find(switches, word) != std::end(switches))
        return "write `if(t < 1, a, b)`: a where t < 1, b elsewhere";
    constexpr std::string_view stairs[] = {"floor", "ceil", "round", "trunc", "mod", "fmod"};
    if (std::ranges::find(stairs, word) != std::end(stairs))
        return "its jumps are not located; write those that matter with `if(t < 1, a, b)`, or for "
               "something periodic a formula of sin and cos: sign(sin(pi*t)) changes at every "
               "whole t";
    return "";
}

}  // namespace involute
