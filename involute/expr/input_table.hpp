// SPDX-License-Identifier: Apache-2.0
// Inputs that a model leaves to others: a table of points, C++ code, or a number.
//
//     InputTable wind{.t = {0, 1, 3}, .u = {0, 2, 2}, .between = InputTable::Between::cubic};
//     set_input(system, "u", wind);                                        // system/inputs.hpp
//     set_input(system, "v", InputCode{[](double t, std::span<double> d) {  // value, derivative,
//     ..
//         for (std::size_t k = 0; k < d.size(); ++k) d[k] = std::sin(t + k * std::numbers::pi / 2);
//     }, 4});
//     set_input(system, "w", 2.5);
//
// An equation that contains an input and is differentiated c times needs c derivatives of it, of
// which c - 1 are continuous: a linear table has 1, a cubic one 3 (with `hold` 2).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "involute/base/quad.hpp"

namespace involute {

class InputFunction;

struct InputTable {
    std::vector<Quad> t{}, u{};  // t increases
    /// linear: straight lines. cubic: the spline with two continuous derivatives and with a third
    /// one at the second point from each end (not-a-knot; periodic: everywhere alike).
    enum class Between { linear, cubic };
    Between between = Between::linear;
    /// nothing: a run stays within the table. periodic: the first and the last u are the same.
    /// hold: the ends are kept; a cubic table arrives there level.
    enum class Beyond { nothing, periodic, hold };
    Beyond beyond = Beyond::nothing;
};

/// Writes value, first derivative, second and so on: as many as there is room for, at most 1 +
/// `derivatives`. Called often, by several threads at once if the system is used by several.
struct InputCode {
    std::function<void(double t, std::span<double> values)> code{};
    int derivatives = 0;
};

using Input = std::variant<double, InputTable, InputCode>;

/// The function that an input is. An Error where it is none: fewer than two points, numbers that
/// are not finite, t that do not increase, a period that does not close, no code.
std::shared_ptr<const InputFunction> make_input(const Input& input, const std::string& name);

}  // namespace involute
