// SPDX-License-Identifier: Apache-2.0
// Exact fractions of integers of any length. Much slower than floating point; for what must be
// decided exactly, such as order conditions and identities.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "involute/base/quad.hpp"

namespace involute {

class Rational {
public:
    Rational(long long whole = 0);
    /// The denominator is not 0.
    Rational(long long numerator, long long denominator);
    /// Exactly this number, which must be finite.
    explicit Rational(const Quad& x);
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
    Rational operator-() const;
    friend bool operator==(const Rational& x, const Rational& y);
    friend std::strong_ordering operator<=>(const Rational& x, const Rational& y);

    /// "-3/20", "7"
    std::string text() const;

    bool is_integer() const;
    /// How many binary digits numerator and denominator have together.
    std::size_t bits() const;
    /// The Quad nearest to it, and whether it is the same number.
    Quad nearest() const;
    bool is_quad() const;
    /// Numerator and denominator modulo a number.
    std::uint64_t numerator_modulo(std::uint64_t prime) const;
    std::uint64_t denominator_modulo(std::uint64_t prime) const;

    friend std::optional<Rational> rational_of(std::string_view decimal);
    friend std::optional<Rational> exact_root(const Rational& x);
    friend std::optional<Rational> from_residues(std::span<const std::uint64_t> residues,
                                                 std::span<const std::uint64_t> primes);

private:
    struct Long;
    explicit Rational(Long value);
    bool is_short() const { return !long_; }
    Long as_long() const;
    void set_short(long long numerator, long long denominator);

    // In lowest terms, both below 2^31, unless the long form is there.
    long long numerator_ = 0, denominator_ = 1;
    std::unique_ptr<Long> long_;
};

/// The exact value of a decimal such as 0.15 or 1.5e-3. Empty if the text is not a decimal, or if
/// its exponent has more than four digits: the fraction would be too long.
std::optional<Rational> rational_of(std::string_view decimal);

/// The square root, where that is a fraction.
std::optional<Rational> exact_root(const Rational& x);

/// The fraction with these residues modulo these different primes whose numerator and denominator
/// are both below the square root of half their product (there is at most one).
std::optional<Rational> from_residues(std::span<const std::uint64_t> residues,
                                      std::span<const std::uint64_t> primes);

}  // namespace involute
