// SPDX-License-Identifier: Apache-2.0
// Intervals of doubles with outward rounding: whatever numbers the operands stand for, the result
// contains what the operation makes of them. Where an operation has no value for some of them
// (division by what may be zero, a root of what may be negative) the result is every number.
#pragma once

#include <cmath>
#include <limits>

namespace involute {

struct Interval {
    double low = 0, high = 0;

    constexpr Interval() = default;
    explicit constexpr Interval(double value) : low(value), high(value) {}
    constexpr Interval(double from, double to) : low(from), high(to) {}

    static constexpr Interval everything()
    {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    constexpr bool is_zero() const { return low == 0 && high == 0; }
    constexpr bool contains(double x) const { return low <= x && x <= high; }
    constexpr double width() const { return high - low; }
    constexpr double middle() const { return low + (high - low) / 2; }
    /// The largest absolute value.
    constexpr double magnitude() const { return high > -low ? high : -low; }
    /// -1 or 1 where all its numbers have this sign, else 0.
    constexpr int sign() const { return low > 0 ? 1 : high < 0 ? -1 : 0; }
};

namespace interval_detail {

// One rounding to nearest is less than this part of the result; what underflows is less than the
// smallest normal number.
constexpr double unit = 0x1p-52, tiny = 0x1p-1022;

/// [low, high] a little widened, by `units` roundings; everything where an end is no number.
inline Interval outward(double low, double high, double units = 1)
{
    const double down = low - (std::fabs(low) * (units * unit) + tiny);
    const double up = high + (std::fabs(high) * (units * unit) + tiny);
    if (down <= up) return {down, up};
    // all beyond the largest number, as exp(1000) is
    constexpr double largest = std::numeric_limits<double>::max();
    if (low > largest && low == high) return {largest, high};
    if (low < -largest && low == high) return {low, -largest};
    return Interval::everything();
}

}  // namespace interval_detail

inline Interval operator-(const Interval& a)
{
    return {-a.high, -a.low};
}
inline Interval operator+(const Interval& a, const Interval& b)
{
    return interval_detail::outward(a.low + b.low, a.high + b.high);
}
inline Interval operator-(const Interval& a, const Interval& b)
{
    return interval_detail::outward(a.low - b.high, a.high - b.low);
}
inline Interval operator*(const Interval& a, const Interval& b)
{
    if (a.is_zero() || b.is_zero()) return Interval(0.0);
    const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    if (std::isnan(p + q + r + s)) return Interval::everything();  // 0 times infinity
    return interval_detail::outward(std::fmin(std::fmin(p, q), std::fmin(r, s)),
                                    std::fmax(std::fmax(p, q), std::fmax(r, s)));
}
inline Interval operator/(const Interval& a, const Interval& b)
{
    if (b.contains(0)) return Interval::everything();
    if (a.is_zero()) return a;
    return a * interval_detail::outward(1 / b.high, 1 / b.low);
}
inline Interval& operator+=(Interval& a, const Interval& b)
{
    return a = a + b;
}
inline Interval& operator-=(Interval& a, const Interval& b)
{
    return a = a - b;
}
inline Interval& operator*=(Interval& a, const Interval& b)
{
    return a = a * b;
}

inline bool operator==(const Interval& a, const Interval& b)
{
    return a.low == b.low && a.high == b.high;
}

/// The smallest interval that contains both.
inline Interval hull(const Interval& a, const Interval& b)
{
    return {std::fmin(a.low, b.low), std::fmax(a.high, b.high)};
}

/// x^n; sharper for even n than a product, which does not know that its factors are equal.
Interval integer_power(const Interval& x, int n);

Interval abs(const Interval& x);
Interval sign(const Interval& x);
Interval min(const Interval& a, const Interval& b);
Interval max(const Interval& a, const Interval& b);

Interval sqrt(const Interval& x);
Interval exp(const Interval& x);
Interval log(const Interval& x);
Interval pow(const Interval& x, const Interval& y);

Interval sin(const Interval& x);
Interval cos(const Interval& x);
Interval tan(const Interval& x);
Interval asin(const Interval& x);
Interval acos(const Interval& x);
Interval atan(const Interval& x);
Interval atan2(const Interval& y, const Interval& x);
Interval sinh(const Interval& x);
Interval cosh(const Interval& x);
Interval tanh(const Interval& x);
Interval asinh(const Interval& x);
Interval acosh(const Interval& x);
Interval atanh(const Interval& x);
Interval log10(const Interval& x);
Interval erf(const Interval& x);

}  // namespace involute
