// SPDX-License-Identifier: Apache-2.0
// A System from code: a generic callable is run once on formulas instead of numbers, and what it
// computes is written down, so that it can be differentiated exactly.
//
//     System decay = trace({"y"}, [](auto t, const auto& y, const auto& dy, auto& f) {
//         f[0] = dy[0] + t * y[0];
//     });
//     add_starts(decay, "y = 1");
//
// It must not branch on its arguments (a Formula has no order: that does not compile). Code that
// must is for drive/callable.hpp.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "involute/model/builder.hpp"

namespace involute {

struct TraceOptions {
    std::string independent = "t";
    int equations = 0;  // 0: as many as unknowns
};

/// The system f(t, y, y') = 0 or f(t, y, y', y'') = 0, where the callable fills f:
///     [](auto t, const auto& y, const auto& dy, auto& f) { f[0] = dy[0] + t * y[0]; }
///     [](auto t, const auto& y, const auto& dy, const auto& ddy, auto& f) { ... }
/// The arguments are vectors of one scalar type, y[i] belongs to names[i]. Throws an Error where a
/// name cannot be one, and where an f[i] is not set or contains no unknown.
template <class Callable>
System trace(const std::vector<std::string>& names, Callable&& callable, TraceOptions options = {})
{
    using Formulas = std::vector<Formula>;
    constexpr bool first_order =
        std::is_invocable_v<Callable, Formula, const Formulas&, const Formulas&, Formulas&>;
    constexpr bool second_order = std::is_invocable_v<Callable, Formula, const Formulas&,
                                                      const Formulas&, const Formulas&, Formulas&>;
    static_assert(first_order || second_order,
                  "the callable takes (t, y, dy, f) or (t, y, dy, ddy, f)");

    Builder builder(options.independent);
    Formulas y, dy, ddy;
    for (const std::string& name : names) y.push_back(builder.unknown(name));
    for (const Formula& x : y) dy.push_back(x.dot());
    for (const Formula& x : y) ddy.push_back(x.dot(2));
    Formulas f(options.equations > 0 ? std::size_t(options.equations) : names.size());
    if constexpr (first_order)
        callable(builder.independent(), y, dy, f);
    else
        callable(builder.independent(), y, dy, ddy, f);
    for (std::size_t i = 0; i < f.size(); ++i) {
        if (f[i].is_number())
            throw Error(Diagnostic{.message = "component " + std::to_string(i) +
                                              " of the traced callable contains no unknown",
                                   .hint = "every f[i] must be set"});
        builder.equation(f[i]);
    }
    return builder.system();
}

}  // namespace involute
