// SPDX-License-Identifier: Apache-2.0
#include "involute/base/interval.hpp"

#include <algorithm>
#include <numbers>

namespace involute {
namespace {

using interval_detail::outward;

// The functions of the C library err by one or two units of rounding (glibc manual, "Known Maximum
// Errors in Math Functions"); twice that is allowed for.
constexpr double library_units = 4;

/// Of a function that grows.
template <class F>
Interval growing(F f, const Interval& x)
{
    return outward(f(x.low), f(x.high), library_units);
}

Interval within(const Interval& x, double low, double high)
{
    return {std::max(x.low, low), std::min(x.high, high)};
}

/// Whether x may contain a number offset + 2π k. The quotient of a large x has lost digits, for
/// which it is widened.
bool may_contain(const Interval& x, double offset)
{
    constexpr double turn = 2 * std::numbers::pi;
    const double low = (x.low - offset) / turn, high = (x.high - offset) / turn;
    const double doubt = 4 * interval_detail::unit * (x.magnitude() + 8);
    return std::floor(high + doubt) >= std::ceil(low - doubt);
}

/// A sine whose maxima are at `peak` + 2π k.
template <class F>
Interval wave(F f, const Interval& x, double peak)
{
    if (!(x.width() < 2 * std::numbers::pi)) return {-1, 1};
    const double a = f(x.low), b = f(x.high);
    const Interval ends = outward(std::min(a, b), std::max(a, b), library_units);
    return {may_contain(x, peak + std::numbers::pi) ? -1 : std::max(ends.low, -1.0),
            may_contain(x, peak) ? 1 : std::min(ends.high, 1.0)};
}

}  // namespace

Interval integer_power(const Interval& x, int n)
{
    if (n == 0) return Interval(1);
    if (n < 0) return Interval(1) / integer_power(x, -n);
    if (n == 1) return x;
    const double low = std::pow(x.low, n), high = std::pow(x.high, n);
    if (n % 2 != 0) return outward(low, high, library_units);
    const Interval ends = outward(std::min(low, high), std::max(low, high), library_units);
    return {x.contains(0) ? 0 : std::max(ends.low, 0.0), ends.high};
}

Interval abs(const Interval& x)
{
    if (x.low >= 0) return x;
    if (x.high <= 0) return -x;
    return {0, x.magnitude()};
}

Interval sign(const Interval& x)
{
    const auto of = [](double a) { return double(a > 0) - double(a < 0); };
    return {of(x.low), of(x.high)};
}

Interval min(const Interval& a, const Interval& b)
{
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

Interval max(const Interval& a, const Interval& b)
{
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

Interval sqrt(const Interval& x)
{
    if (x.low < 0) return Interval::everything();
    const Interval ends = outward(std::sqrt(x.low), std::sqrt(x.high));
    return {std::max(ends.low, 0.0), ends.high};
}

Interval exp(const Interval& x)
{
    const Interval ends = growing([](double a) { return std::exp(a); }, x);
    return {std::max(ends.low, 0.0), ends.high};
}

Interval log(const Interval& x)
{
    if (x.low <= 0) return Interval::everything();
    return growing([](double a) { return std::log(a); }, x);
}

Interval pow(const Interval& x, const Interval& y)
{
    if (y.low == y.high && y.low == std::floor(y.low) && std::fabs(y.low) < 1e9)
        return integer_power(x, int(y.low));
    if (x.low > 0) {
        const double a = std::pow(x.low, y.low), b = std::pow(x.low, y.high),
                     c = std::pow(x.high, y.low), d = std::pow(x.high, y.high);
        // extrema are at corners: the exponent's sign and that of log x decide which
        const Interval ends =
            outward(std::min({a, b, c, d}), std::max({a, b, c, d}), library_units);
        return {std::max(ends.low, 0.0), ends.high};
    }
    // a root of what may be zero
    if (x.low == 0 && y.low > 0 && y.low == y.high)
        return {0, outward(0, std::pow(x.high, y.low), library_units).high};
    return Interval::everything();
}

Interval sin(const Interval& x)
{
    return wave([](double a) { return std::sin(a); }, x, std::numbers::pi / 2);
}

Interval cos(const Interval& x)
{
    return wave([](double a) { return std::cos(a); }, x, 0);
}

Interval tan(const Interval& x)
{
    constexpr double pole = std::numbers::pi / 2;
    if (!(x.width() < std::numbers::pi) || may_contain(x, pole) || may_contain(x, -pole))
        return Interval::everything();
    return growing([](double a) { return std::tan(a); }, x);
}

Interval asin(const Interval& x)
{
    if (x.low < -1 || x.high > 1) return Interval::everything();
    return growing([](double a) { return std::asin(a); }, x);
}

Interval acos(const Interval& x)
{
    if (x.low < -1 || x.high > 1) return Interval::everything();
    return outward(std::acos(x.high), std::acos(x.low), library_units);
}

Interval atan(const Interval& x)
{
    return growing([](double a) { return std::atan(a); }, x);
}

/// Beyond the cut along negative x the angle has no extremum inside a rectangle that does not
/// contain the origin: it is at corners.
Interval atan2(const Interval& y, const Interval& x)
{
    if (x.low <= 0 && y.contains(0)) return Interval::everything();
    const double a = std::atan2(y.low, x.low), b = std::atan2(y.low, x.high),
                 c = std::atan2(y.high, x.low), d = std::atan2(y.high, x.high);
    return outward(std::min({a, b, c, d}), std::max({a, b, c, d}), library_units);
}

Interval sinh(const Interval& x)
{
    return growing([](double a) { return std::sinh(a); }, x);
}

Interval cosh(const Interval& x)
{
    const Interval size = abs(x);
    const Interval ends = growing([](double a) { return std::cosh(a); }, size);
    return {std::max(ends.low, 1.0), ends.high};
}

Interval tanh(const Interval& x)
{
    return within(growing([](double a) { return std::tanh(a); }, x), -1, 1);
}

Interval asinh(const Interval& x)
{
    return growing([](double a) { return std::asinh(a); }, x);
}

Interval acosh(const Interval& x)
{
    if (x.low < 1) return Interval::everything();
    return growing([](double a) { return std::acosh(a); }, x);
}

Interval atanh(const Interval& x)
{
    if (x.low <= -1 || x.high >= 1) return Interval::everything();
    return growing([](double a) { return std::atanh(a); }, x);
}

Interval log10(const Interval& x)
{
    if (x.low <= 0) return Interval::everything();
    return growing([](double a) { return std::log10(a); }, x);
}

Interval erf(const Interval& x)
{
    return within(growing([](double a) { return std::erf(a); }, x), -1, 1);
}

}  // namespace involute
