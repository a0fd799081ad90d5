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
    if (word == "round") return "write `floor(x + 1/2)`";
    if (word == "trunc") return "write `sign(x)*floor(abs(x))`";
    if (word == "fmod" || word == "remainder")
        return "write `mod(a, b)`: a - b*floor(a/b), with the sign of b";
    return "";
}

}  // namespace involute
