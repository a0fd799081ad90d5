// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/enclosure.hpp"

#include <cmath>

namespace involute {
namespace {

const Interval one(1.0), two(2.0);

/// f(a) with its derivative f'(a); a derivative of zero stays one whatever f' is.
Enclosure chain(const Interval& value, const Interval& slope, const Enclosure& a)
{
    return Enclosure(value, slope * a.d, a.nowhere);
}

/// No value at all: `empty` says that the argument is outside the domain altogether.
Enclosure within_domain(Enclosure result, bool empty)
{
    result.nowhere |= empty;
    return result;
}

Interval squared(const Interval& x)
{
    if (!(x.low <= x.high)) return Interval::everything();
    const double a = x.low * x.low, b = x.high * x.high;
    const bool contains_zero = x.low <= 0 && x.high >= 0;
    const Interval result =
        interval_detail::outward(contains_zero ? 0 : std::min(a, b), std::max(a, b));
    return {std::max(0.0, result.low), result.high};
}

/// 1 / sqrt(1 - x²), of asin and acos.
Interval arc_slope(const Interval& x)
{
    return one / sqrt(one - squared(x));
}

}  // namespace

Interval square(const Interval& a)
{
    return squared(a);
}

Enclosure square(const Enclosure& a)
{
    return Enclosure(squared(a.v), two * a.v * a.d, a.nowhere);
}

Enclosure abs(const Enclosure& a)
{
    const int side = a.v.sign();
    return Enclosure(abs(a.v), side > 0 ? a.d : side < 0 ? -a.d : hull(a.d, -a.d), a.nowhere);
}

Enclosure sign(const Enclosure& a)
{
    const bool jumps = a.v.sign() == 0 && !a.v.is_zero();
    return Enclosure(sign(a.v), jumps ? Interval::everything() : Interval(0.0), a.nowhere);
}

Interval floor(const Interval& a)
{
    return {std::floor(a.low), std::floor(a.high)};
}

Enclosure floor(const Enclosure& a)
{
    const Interval steps = floor(a.v);
    const bool jumps = steps.low != steps.high;
    return Enclosure(steps, jumps ? Interval::everything() : Interval(0.0), a.nowhere);
}

Enclosure min(const Enclosure& a, const Enclosure& b)
{
    const Interval slope = a.v.high < b.v.low ? a.d : b.v.high < a.v.low ? b.d : hull(a.d, b.d);
    return Enclosure(min(a.v, b.v), slope, a.nowhere || b.nowhere);
}

Enclosure max(const Enclosure& a, const Enclosure& b)
{
    return -min(-a, -b);
}

Interval gate(const Interval& c, const Interval& v)
{
    if (c.low > 0) return v;
    return c.high <= 0 ? Interval(0.0) : hull(v, Interval(0.0));
}

Interval otherwise(const Interval& c, const Interval& v)
{
    if (c.low > 0) return Interval(0.0);
    return c.high <= 0 ? v : hull(v, Interval(0.0));
}

/// What is not chosen need not have a value.
Enclosure gate(const Enclosure& c, const Enclosure& v)
{
    const bool on = c.v.low > 0, off = c.v.high <= 0;
    const Interval slope = on ? v.d : off ? Interval(0.0) : Interval::everything();
    return Enclosure(gate(c.v, v.v), slope, c.nowhere || (on && v.nowhere));
}

Enclosure otherwise(const Enclosure& c, const Enclosure& v)
{
    const bool off = c.v.low > 0, on = c.v.high <= 0;
    const Interval slope = on ? v.d : off ? Interval(0.0) : Interval::everything();
    return Enclosure(otherwise(c.v, v.v), slope, c.nowhere || (on && v.nowhere));
}

Enclosure sqrt(const Enclosure& a)
{
    const Interval root = sqrt(a.v);
    return within_domain(chain(root, one / (two * root), a), a.v.high < 0);
}

Enclosure exp(const Enclosure& a)
{
    const Interval value = exp(a.v);
    return chain(value, value, a);
}

Enclosure log(const Enclosure& a)
{
    return within_domain(chain(log(a.v), one / a.v, a), a.v.high <= 0);
}

Enclosure pow(const Enclosure& a, const Enclosure& b)
{
    const Interval value = pow(a.v, b.v);
    const bool fixed = b.v.low == b.v.high && b.d.is_zero();
    const bool integer = fixed && b.v.low == std::floor(b.v.low);
    const Interval slope =
        fixed ? b.v * pow(a.v, b.v - one) * a.d : value * (b.d * log(a.v) + b.v * (a.d / a.v));
    return Enclosure(value, slope, a.nowhere || b.nowhere || (a.v.high < 0 && !integer));
}

Enclosure sin(const Enclosure& a)
{
    return chain(sin(a.v), cos(a.v), a);
}

Enclosure cos(const Enclosure& a)
{
    return chain(cos(a.v), -sin(a.v), a);
}

Enclosure tan(const Enclosure& a)
{
    const Interval value = tan(a.v);
    if (value == Interval::everything()) return chain(value, value, a);  // it falls over a pole
    return chain(value, one + squared(value), a);
}

Enclosure asin(const Enclosure& a)
{
    return within_domain(chain(asin(a.v), arc_slope(a.v), a), a.v.low > 1 || a.v.high < -1);
}

Enclosure acos(const Enclosure& a)
{
    return within_domain(chain(acos(a.v), -arc_slope(a.v), a), a.v.low > 1 || a.v.high < -1);
}

Enclosure atan(const Enclosure& a)
{
    return chain(atan(a.v), one / (one + squared(a.v)), a);
}

/// From π to -π there is no way through zero: it is as a pole is.
Enclosure atan2(const Enclosure& y, const Enclosure& x)
{
    const bool none = y.nowhere || x.nowhere;
    if (x.v.low <= 0 && y.v.low <= 0 && y.v.high >= 0)
        return Enclosure(Interval::everything(), Interval::everything(), none);
    const Interval slope = (x.v * y.d - y.v * x.d) / (squared(x.v) + squared(y.v));
    return Enclosure(atan2(y.v, x.v), slope, none);
}

Enclosure sinh(const Enclosure& a)
{
    return chain(sinh(a.v), cosh(a.v), a);
}

Enclosure cosh(const Enclosure& a)
{
    return chain(cosh(a.v), sinh(a.v), a);
}

Enclosure tanh(const Enclosure& a)
{
    const Interval value = tanh(a.v);
    return chain(value, one - squared(value), a);
}

Enclosure asinh(const Enclosure& a)
{
    return chain(asinh(a.v), one / sqrt(one + squared(a.v)), a);
}

Enclosure acosh(const Enclosure& a)
{
    return within_domain(chain(acosh(a.v), one / sqrt(squared(a.v) - one), a), a.v.high < 1);
}

Enclosure atanh(const Enclosure& a)
{
    return within_domain(chain(atanh(a.v), one / (one - squared(a.v)), a),
                         a.v.low >= 1 || a.v.high <= -1);
}

Enclosure log10(const Enclosure& a)
{
    return within_domain(chain(log10(a.v), one / (a.v * log(Interval(10))), a), a.v.high <= 0);
}

Enclosure erf(const Enclosure& a)
{
    const Interval factor = one / sqrt(atan(one));  // 2/sqrt(π)
    return chain(erf(a.v), factor * exp(-squared(a.v)), a);
}

template class Interpreter<Enclosure>;
template class Interpreter<Interval>;

}  // namespace involute
