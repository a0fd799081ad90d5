// SPDX-License-Identifier: Apache-2.0
// Inputs: functions of the independent variable that are given from outside a model. Expressions
// contain their derivatives as unknown functions (Op::input); whoever needs numbers asks here.
//
// Between breakpoints an input is smooth. Where they are is told by one more function, the gate: it
// is continuous and changes its sign at every breakpoint and nowhere else, so that steps end there
// as they end at any other kink (geometry/switches.hpp).
#pragma once

#include <optional>
#include <string>

#include "involute/base/interval.hpp"
#include "involute/base/quad.hpp"

namespace involute {

/// In the place of the order of a derivative: the gate, and its derivative.
constexpr int gate_order = -1, gate_slope_order = -2;

class InputFunction {
public:
    virtual ~InputFunction() = default;

    /// The derivative of this order; at a breakpoint that of the piece to its right.
    virtual double value(int order, double t) const = 0;
    virtual Quad value(int order, const Quad& t) const = 0;
    /// Contains all its values over these t.
    virtual Interval bounds(int order, const Interval& t) const = 0;

    /// Between breakpoints it is a polynomial of this degree; absent: it is none.
    virtual std::optional<int> degree() const = 0;
    /// How often an equation that contains it may be differentiated: so many derivatives exist
    /// between breakpoints, and all but the last are continuous.
    virtual int derivatives() const = 0;
    virtual bool has_breakpoints() const = 0;
    /// Where it is defined.
    virtual Interval domain() const = 0;
    /// In words: "a linear table of 10 points".
    virtual std::string kind() const = 0;
    /// Whether its values are known in all digits of Quad.
    virtual bool is_exact() const = 0;
};

inline double input_value(const InputFunction& f, int order, double t)
{
    return f.value(order, t);
}
inline Quad input_value(const InputFunction& f, int order, const Quad& t)
{
    return f.value(order, t);
}
inline Interval input_value(const InputFunction& f, int order, const Interval& t)
{
    return f.bounds(order, t);
}

}  // namespace involute
