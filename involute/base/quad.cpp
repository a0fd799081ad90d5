// SPDX-License-Identifier: Apache-2.0
#include "involute/base/quad.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <ios>
#include <ostream>
#include <stdexcept>

#include "involute/base/decimal.hpp"

// Each library has its own suffix for the same functions.
#if defined(INVOLUTE_QUAD_FLOAT128)
#include <quadmath.h>
#define OF_CARRIER(function) function##q
#elif defined(INVOLUTE_QUAD_LONG_DOUBLE)
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define OF_CARRIER(function) function##l
#else
#include <boost/math/special_functions/erf.hpp>
#define OF_CARRIER(function) boost::multiprecision::function
#define OF_MATH(function) boost::math::function
#endif
#ifndef OF_MATH
#define OF_MATH OF_CARRIER
#endif

namespace involute {

std::string_view quad_carrier()
{
#if defined(INVOLUTE_QUAD_FLOAT128)
    return "__float128";
#elif defined(INVOLUTE_QUAD_LONG_DOUBLE)
    return "long double";
#else
    return "cpp_bin_float_quad";
#endif
}

namespace {

/// The value of an integer with an exponent, correctly rounded. There is no decimal point in the
/// text because the libraries expect the one of the locale.
QuadCarrier read(const std::string& text)
{
#if defined(INVOLUTE_QUAD_FLOAT128)
    return strtoflt128(text.c_str(), nullptr);
#elif defined(INVOLUTE_QUAD_LONG_DOUBLE)
    return std::strtold(text.c_str(), nullptr);
#else
    return QuadCarrier(text);
#endif
}

}  // namespace

Quad::Quad(std::string_view decimal)
{
    const std::optional<Decimal> parts = split_decimal(decimal);
    if (!parts) throw std::invalid_argument("`" + std::string(decimal) + "` is not a number");
    x_ = read(parts->digits + "e" + std::to_string(parts->exponent));
    if (parts->negative) x_ = -x_;
}

#define UNARY(function)                                             \
    Quad function(const Quad& x)                                    \
    {                                                               \
        return Quad::carried_by(OF_CARRIER(function)(x.carrier())); \
    }
UNARY(fabs)
UNARY(sqrt)
UNARY(cbrt)
UNARY(exp)
UNARY(log)
UNARY(log10)
UNARY(sin)
UNARY(cos)
UNARY(tan)
UNARY(asin)
UNARY(acos)
UNARY(atan)
UNARY(sinh)
UNARY(cosh)
UNARY(tanh)
UNARY(floor)
UNARY(ceil)
UNARY(trunc)
UNARY(round)
#undef UNARY
#define UNARY(function)                                          \
    Quad function(const Quad& x)                                 \
    {                                                            \
        return Quad::carried_by(OF_MATH(function)(x.carrier())); \
    }
UNARY(asinh)
UNARY(acosh)
UNARY(atanh)
UNARY(erf)
#undef UNARY

Quad abs(const Quad& x)
{
    return fabs(x);
}

Quad atan2(const Quad& y, const Quad& x)
{
    return Quad::carried_by(OF_CARRIER(atan2)(y.carrier(), x.carrier()));
}

Quad pow(const Quad& x, const Quad& y)
{
    return Quad::carried_by(OF_CARRIER(pow)(x.carrier(), y.carrier()));
}

Quad integer_power(const Quad& x, int n)
{
    unsigned rest = n < 0 ? 0u - unsigned(n) : unsigned(n);
    Quad result = rest % 2 == 1 ? x : Quad(1), square = x;
    while (rest /= 2) {
        square *= square;
        if (rest % 2 == 1) result *= square;
    }
    return n < 0 ? 1 / result : result;
}

Quad ldexp(const Quad& x, int exponent)
{
    return Quad::carried_by(OF_CARRIER(ldexp)(x.carrier(), exponent));
}

std::array<std::uint64_t, 2> words(const Quad& x)
{
#if defined(INVOLUTE_QUAD_SOFTWARE)
    const double head = static_cast<double>(x), tail = static_cast<double>(x - head);
    return {std::bit_cast<std::uint64_t>(head), std::bit_cast<std::uint64_t>(tail)};
#else
    std::array<std::uint64_t, 2> result;
    static_assert(sizeof(QuadCarrier) == sizeof result);
    std::memcpy(&result, &x.carrier(), sizeof result);
    return result;
#endif
}

bool isfinite(const Quad& x)
{
    return !isnan(x) && !isinf(x);
}

bool isinf(const Quad& x)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return x == infinity || x == -infinity;
}

bool isnan(const Quad& x)
{
    return x != x;
}

std::string scientific(const Quad& x, int significant)
{
    const int behind = std::clamp(significant, 2, 100) - 1;  // digits behind the point
#if defined(INVOLUTE_QUAD_SOFTWARE)
    return x.carrier().str(behind, std::ios_base::scientific);
#else
    char text[128];
#if defined(INVOLUTE_QUAD_FLOAT128)
    quadmath_snprintf(text, sizeof text, "%.*Qe", behind, x.carrier());
#else
    std::snprintf(text, sizeof text, "%.*Le", behind, x.carrier());
#endif
    std::string result(text);
    // The locale may write another decimal point, of several bytes even: replace it by a point.
    if (const std::size_t first = result.find_first_of("0123456789"); first != result.npos) {
        const std::size_t next = result.find_first_of("0123456789", first + 1);
        result.replace(first + 1, next - first - 1, ".");
    }
    return result;
#endif
}

std::ostream& operator<<(std::ostream& out, const Quad& x)
{
    return out << scientific(x, int(out.precision()) + 1);
}

}  // namespace involute

using involute::Quad;

Quad std::numeric_limits<Quad>::min() noexcept
{
    return ldexp(Quad(1), -16382);
}

Quad std::numeric_limits<Quad>::max() noexcept
{
    return ldexp(2 - epsilon(), 16383);
}

Quad std::numeric_limits<Quad>::denorm_min() noexcept
{
#if defined(INVOLUTE_QUAD_SOFTWARE)
    return min();  // it has no denormal numbers
#else
    return ldexp(Quad(1), -16494);
#endif
}
