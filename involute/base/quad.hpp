// SPDX-License-Identifier: Apache-2.0
// Quad: IEEE binary128, 33 significant digits. This header alone decides which type of the compiler
// or of Boost carries it; everybody else sees a plain number with the usual functions.
//
//     const Quad third = Quad(1) / 3;
//     std::cout << scientific(third, 33);       // 3.33333333333333333333333333333333e-01
//     const double rounded = static_cast<double>(third);
//
// Solution::quad_rows are made of it, where a run was asked for quadruple precision.
//
// A class of our own rather than the carrier itself: it converts alike on every machine, its
// functions are found by argument-dependent lookup, and Eigen and the standard library treat it the
// same way whatever it carries.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#if defined(INVOLUTE_SOFTWARE_QUAD)
#define INVOLUTE_QUAD_SOFTWARE
#elif defined(__LDBL_MANT_DIG__) && __LDBL_MANT_DIG__ == 113
#define INVOLUTE_QUAD_LONG_DOUBLE
#elif defined(__SIZEOF_FLOAT128__)
#define INVOLUTE_QUAD_FLOAT128
#else
#define INVOLUTE_QUAD_SOFTWARE
#endif

#ifdef INVOLUTE_QUAD_SOFTWARE
#include <boost/multiprecision/cpp_bin_float.hpp>
#endif

namespace involute {

#if defined(INVOLUTE_QUAD_FLOAT128)
using QuadCarrier = __float128;
#elif defined(INVOLUTE_QUAD_LONG_DOUBLE)
using QuadCarrier = long double;
#else
using QuadCarrier = boost::multiprecision::cpp_bin_float_quad;
#endif

/// "__float128", "long double" or "cpp_bin_float_quad": what carries a Quad in this build.
std::string_view quad_carrier();

class Quad {
public:
    Quad() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    Quad(T x) : x_(x)
    {
    }
    static Quad carried_by(const QuadCarrier& x)
    {
        Quad q;
        q.x_ = x;
        return q;
    }
    /// The Quad nearest to a decimal such as -1.5e-3, in any locale; infinite beyond the range.
    /// Throws std::invalid_argument if the text is not a decimal.
    explicit Quad(std::string_view decimal);
    explicit Quad(const char* decimal) : Quad(std::string_view(decimal)) {}
    explicit Quad(const std::string& decimal) : Quad(std::string_view(decimal)) {}

    /// Rounded to nearest for floating-point types, towards zero for integers.
    template <class T>
        requires std::is_arithmetic_v<T>
    explicit operator T() const
    {
        return static_cast<T>(x_);
    }
    const QuadCarrier& carrier() const { return x_; }

    Quad& operator+=(const Quad& y) { return x_ += y.x_, *this; }
    Quad& operator-=(const Quad& y) { return x_ -= y.x_, *this; }
    Quad& operator*=(const Quad& y) { return x_ *= y.x_, *this; }
    Quad& operator/=(const Quad& y) { return x_ /= y.x_, *this; }
    Quad operator+() const { return *this; }
    Quad operator-() const { return carried_by(-x_); }
    friend Quad operator+(const Quad& x, const Quad& y) { return carried_by(x.x_ + y.x_); }
    friend Quad operator-(const Quad& x, const Quad& y) { return carried_by(x.x_ - y.x_); }
    friend Quad operator*(const Quad& x, const Quad& y) { return carried_by(x.x_ * y.x_); }
    friend Quad operator/(const Quad& x, const Quad& y) { return carried_by(x.x_ / y.x_); }
    friend bool operator==(const Quad& x, const Quad& y) { return x.x_ == y.x_; }
    friend bool operator!=(const Quad& x, const Quad& y) { return x.x_ != y.x_; }
    friend bool operator<(const Quad& x, const Quad& y) { return x.x_ < y.x_; }
    friend bool operator>(const Quad& x, const Quad& y) { return x.x_ > y.x_; }
    friend bool operator<=(const Quad& x, const Quad& y) { return x.x_ <= y.x_; }
    friend bool operator>=(const Quad& x, const Quad& y) { return x.x_ >= y.x_; }

    // The usual functions. They are friends so that only a Quad finds them: abs of a double must
    // not convert it to a Quad.
    friend Quad abs(const Quad& x);
    friend Quad fabs(const Quad& x);
    friend Quad sqrt(const Quad& x);
    friend Quad cbrt(const Quad& x);
    friend Quad exp(const Quad& x);
    friend Quad log(const Quad& x);
    friend Quad log10(const Quad& x);
    friend Quad sin(const Quad& x);
    friend Quad cos(const Quad& x);
    friend Quad tan(const Quad& x);
    friend Quad asin(const Quad& x);
    friend Quad acos(const Quad& x);
    friend Quad atan(const Quad& x);
    friend Quad sinh(const Quad& x);
    friend Quad cosh(const Quad& x);
    friend Quad tanh(const Quad& x);
    friend Quad asinh(const Quad& x);
    friend Quad acosh(const Quad& x);
    friend Quad atanh(const Quad& x);
    friend Quad erf(const Quad& x);
    friend Quad floor(const Quad& x);
    friend Quad ceil(const Quad& x);
    friend Quad trunc(const Quad& x);
    friend Quad round(const Quad& x);
    friend Quad atan2(const Quad& y, const Quad& x);
    friend Quad pow(const Quad& x, const Quad& y);
    /// x^n by repeated squaring.
    friend Quad integer_power(const Quad& x, int n);
    template <std::same_as<int> Integer>  // and of nothing that would be cut to an int
    friend Quad pow(const Quad& x, Integer n)
    {
        return integer_power(x, n);
    }
    friend Quad ldexp(const Quad& x, int exponent);
    friend bool isfinite(const Quad& x);
    friend bool isinf(const Quad& x);
    friend bool isnan(const Quad& x);

    /// A pattern of bits for hash tables: the same for equal numbers, but for zeros of either sign.
    friend std::array<std::uint64_t, 2> words(const Quad& x);

    /// ±d.ddde±xx with this many significant digits (2 to 100), correctly rounded, with a decimal
    /// point in any locale.
    friend std::string scientific(const Quad& x, int significant);

    /// With as many digits as the stream has precision.
    friend std::ostream& operator<<(std::ostream& out, const Quad& x);

private:
    QuadCarrier x_ = 0;
};

}  // namespace involute

/// The numbers of IEEE binary128.
template <>
struct std::numeric_limits<involute::Quad> {
    using Quad = involute::Quad;
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false,
                          is_exact = false, is_bounded = true, is_modulo = false, is_iec559 = true,
                          has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false;
    static constexpr int digits = 113, digits10 = 33, max_digits10 = 36, radix = 2,
                         min_exponent = -16381, max_exponent = 16384, min_exponent10 = -4931,
                         max_exponent10 = 4932;
    static constexpr std::float_round_style round_style = std::round_to_nearest;

    static Quad epsilon() { return Quad(0x1p-112); }
    static Quad min() noexcept;
    static Quad max() noexcept;
    static Quad lowest() noexcept { return -max(); }
    static Quad denorm_min() noexcept;
    static Quad round_error() { return Quad(0.5); }
    static Quad infinity() { return Quad(std::numeric_limits<double>::infinity()); }
    static Quad quiet_NaN() { return Quad(std::numeric_limits<double>::quiet_NaN()); }
};
