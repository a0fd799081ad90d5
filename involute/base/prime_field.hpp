// SPDX-License-Identifier: Apache-2.0
// Integers modulo a prime of 61 bits: arithmetic without rounding, for proofs that something is
// zero. Numbers are kept in Montgomery's form (Modular multiplication without trial division,
// Math. Comp. 44, 1985), so that a product takes no division.
//
//     const PrimeField field(PrimeField::prime(0));
//     field.is_zero(field.subtract(field.multiply(three, field.inverse(three)), field.one()))
#pragma once

#include <cstdint>
#include <optional>

namespace involute {

class PrimeField {
public:
    using Number = std::uint64_t;  // in Montgomery's form

    /// The k-th of a fixed sequence of primes with 61 bits that look random. All are 3 modulo 4, so
    /// that square roots are powers.
    static std::uint64_t prime(int k);

    explicit PrimeField(std::uint64_t prime);

    std::uint64_t modulus() const { return prime_; }
    Number number(std::uint64_t residue) const { return multiply(residue % prime_, square_); }
    std::uint64_t residue(Number a) const { return reduce(0, a); }
    Number zero() const { return 0; }
    Number one() const { return one_; }

    Number add(Number a, Number b) const
    {
        const Number sum = a + b;
        return sum >= prime_ ? sum - prime_ : sum;
    }
    Number subtract(Number a, Number b) const { return a >= b ? a - b : a + prime_ - b; }
    Number negate(Number a) const { return a == 0 ? 0 : prime_ - a; }
    Number multiply(Number a, Number b) const
    {
        std::uint64_t high, low;
        wide_product(a, b, high, low);
        return reduce(high, low);
    }
    Number power(Number a, std::uint64_t exponent) const;
    /// Nothing for 0.
    std::optional<Number> inverse(Number a) const;
    /// Nothing where there is none.
    std::optional<Number> square_root(Number a) const;

private:
    static void wide_product(std::uint64_t a, std::uint64_t b, std::uint64_t& high,
                             std::uint64_t& low)
    {
        const std::uint64_t half = 0xffffffffu;
        const std::uint64_t a1 = a >> 32, a0 = a & half, b1 = b >> 32, b0 = b & half;
        const std::uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
        const std::uint64_t middle = (p00 >> 32) + (p01 & half) + (p10 & half);
        high = a1 * b1 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
        low = a * b;
    }
    /// (high 2^64 + low) / 2^64 modulo the prime, for high below it.
    Number reduce(std::uint64_t high, std::uint64_t low) const
    {
        std::uint64_t up, down;
        wide_product(low * minus_inverse_, prime_, up, down);
        const std::uint64_t carry = low != 0 ? 1 : 0;  // low + down is 0 modulo 2^64
        const std::uint64_t sum = high + up + carry;
        return sum >= prime_ ? sum - prime_ : sum;
    }

    std::uint64_t prime_;
    std::uint64_t minus_inverse_;  // -1/prime modulo 2^64
    std::uint64_t square_;         // 2^128 modulo the prime
    std::uint64_t one_;            // 2^64 modulo the prime
};

/// A mixture of bits that looks random: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
inline std::uint64_t scrambled(std::uint64_t h)
{
    h += 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

}  // namespace involute
