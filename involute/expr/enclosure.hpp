// SPDX-License-Identifier: Apache-2.0
// A range of values together with a range of derivatives: what an expression may be, and how fast
// it may change, while its leaves stay within theirs. An interpreter runs tapes over it
// (interpreter.hpp), so that bounds are computed of exactly what is evaluated elsewhere.
//
// Derivatives are such that the mean-value theorem holds: at a kink they contain both sides, at a
// jump they are everything.
#pragma once

#include "involute/base/interval.hpp"
#include "involute/expr/interpreter.hpp"

namespace involute {

struct Enclosure {
    Interval v{}, d{};
    bool nowhere = false;  // for no values of the leaves is there a value: log(-2)

    Enclosure() = default;
    explicit Enclosure(double value) : v(value) {}
    explicit Enclosure(const Interval& value, const Interval& derivative = Interval(0.0),
                       bool has_none = false)
        : v(value), d(derivative), nowhere(has_none)
    {
    }
};

namespace rows {
template <>
inline constexpr bool is_range<Enclosure> = true;
template <>
inline constexpr bool is_range<Interval> = true;
}  // namespace rows

/// A constant that is no double lies between two.
template <>
inline Interval from_quad<Interval>(const Quad& x)
{
    const double nearest = static_cast<double>(x);
    if (Quad(nearest) == x) return Interval(nearest);
    return interval_detail::outward(nearest, nearest);
}
template <>
inline Enclosure from_quad<Enclosure>(const Quad& x)
{
    return Enclosure(from_quad<Interval>(x));
}

inline Enclosure operator-(const Enclosure& a)
{
    return Enclosure(-a.v, -a.d, a.nowhere);
}
inline Enclosure operator+(const Enclosure& a, const Enclosure& b)
{
    return Enclosure(a.v + b.v, a.d + b.d, a.nowhere || b.nowhere);
}
inline Enclosure operator-(const Enclosure& a, const Enclosure& b)
{
    return Enclosure(a.v - b.v, a.d - b.d, a.nowhere || b.nowhere);
}
inline Enclosure operator*(const Enclosure& a, const Enclosure& b)
{
    return Enclosure(a.v * b.v, a.d * b.v + a.v * b.d, a.nowhere || b.nowhere);
}
inline Enclosure operator/(const Enclosure& a, const Enclosure& b)
{
    const Interval quotient = a.v / b.v;
    return Enclosure(quotient, (a.d - quotient * b.d) / b.v, a.nowhere || b.nowhere);
}

inline Enclosure input_value(const InputFunction& f, int order, const Enclosure& t)
{
    // The gate's slope jumps half-way between breakpoints.
    const Interval slope = order == gate_slope_order
                               ? Interval::everything()
                               : f.bounds(order == gate_order ? gate_slope_order : order + 1, t.v);
    return Enclosure(f.bounds(order, t.v), slope * t.d, t.nowhere);
}

/// a times itself: never negative.
Interval square(const Interval& a);
Enclosure square(const Enclosure& a);
Enclosure abs(const Enclosure& a);
Enclosure sign(const Enclosure& a);
Interval floor(const Interval& a);
Enclosure floor(const Enclosure& a);
Enclosure min(const Enclosure& a, const Enclosure& b);
Enclosure max(const Enclosure& a, const Enclosure& b);
Interval gate(const Interval& c, const Interval& v);
Enclosure gate(const Enclosure& c, const Enclosure& v);
Interval otherwise(const Interval& c, const Interval& v);
Enclosure otherwise(const Enclosure& c, const Enclosure& v);
Enclosure sqrt(const Enclosure& a);
Enclosure exp(const Enclosure& a);
Enclosure log(const Enclosure& a);
Enclosure pow(const Enclosure& a, const Enclosure& b);
Enclosure sin(const Enclosure& a);
Enclosure cos(const Enclosure& a);
Enclosure tan(const Enclosure& a);
Enclosure asin(const Enclosure& a);
Enclosure acos(const Enclosure& a);
Enclosure atan(const Enclosure& a);
Enclosure atan2(const Enclosure& y, const Enclosure& x);
Enclosure sinh(const Enclosure& a);
Enclosure cosh(const Enclosure& a);
Enclosure tanh(const Enclosure& a);
Enclosure asinh(const Enclosure& a);
Enclosure acosh(const Enclosure& a);
Enclosure atanh(const Enclosure& a);
Enclosure log10(const Enclosure& a);
Enclosure erf(const Enclosure& a);

extern template class Interpreter<Enclosure>;
extern template class Interpreter<Interval>;  // values alone, for less

}  // namespace involute
