// SPDX-License-Identifier: Apache-2.0
// Exact fractions of integers of any length. Much slower than floating point; for what must be
// decided exactly, such as order conditions and identities.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace involute {

class Rational {
public:
    Rational(long long whole = 0);
    /// The denominator is not 0.
    Rational(long long numerator, long long denominator);
    Rational(const Rational& other);
    Rational(Rational&& other) noexcept;
    Rational& operator=(const Rational& other);
    Rational& operator=(Rational&& other) noexcept;
    ~Rational();

    Rational& operator+=(const Rational& y);
    Rational& operator-=(const Rational& y);
    Rational& operator*=(const Rational& y);
    Rational& operator/=(const Rational& y);  // throws std::overflow_error where y = 0
    friend Rational operator+(Rational x, const Rational& y) { return std::move(x += y); }
    friend Rational operator-(Rational x, const Rational& y) { return std::move(x -= y); }
    friend Rational operator*(Rational x, const Rational& y) { return std::move(x *= y); }
    friend Rational operator/(Rational x, const Rational& y) { return std::move(x /= y); }
    Rational operator-() const { return Rational() - *this; }
    friend bool operator==(const Rational& x, const Rational& y);

    /// "-3/20", "7"
    std::string text() const;

    friend std::optional<Rational> rational_of(std::string_view decimal);

private:
    struct Value;
    std::unique_ptr<Value> value_;  // absent: moved from
};

/// The exact value of a decimal such as 0.15 or 1.5e-3. Empty if the text is not a decimal, or if
/// its exponent has more than four digits: the fraction would be too long.
std::optional<Rational> rational_of(std::string_view decimal);

}  // namespace involute
