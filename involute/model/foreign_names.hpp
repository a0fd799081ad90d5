// SPDX-License-Identifier: Apache-2.0
// Names that mean something in other languages and in books, and how the same is written here:
// dx/dt, e^(-t), piecewise(..), heaviside(t).
#pragma once

#include <string>
#include <string_view>

namespace involute {

/// What to write instead of a function of that name; empty: nobody knows.
std::string instead_of_function(std::string_view word);

/// What to write instead of such a name; empty: nobody knows. The independent variable is needed
/// for dx/dt; `known` says whether a name is an unknown.
template <class Known>
std::string instead_of_name(std::string_view word, std::string_view independent, const Known& known)
{
    const std::string rest(word.substr(word.empty() ? 0 : 1));
    if (word == "e") return "write `exp(x)` for a power of e; e itself is `exp(1)`";
    if (rest.empty() || word.front() != 'd') return "";
    const std::string of(independent);
    if (rest == of)
        return "derivatives with respect to " + of + " are written `x'`, not `dx/d" + of + "`";
    if (known(rest)) return "write `" + rest + "'` for the derivative d" + rest + "/d" + of;
    return "";
}

}  // namespace involute
