// SPDX-License-Identifier: Apache-2.0
#include "involute/base/prime_field.hpp"

#include <array>

namespace involute {

namespace {

/// Miller and Rabin's test with the bases that leave no doubt below 2^64 (Sinclair, 2011).
bool is_prime(std::uint64_t n)
{
    for (const std::uint64_t small : {3u, 5u, 7u, 11u, 13u, 17u, 19u, 23u, 29u, 31u, 37u})
        if (n % small == 0) return false;
    // Montgomery's form needs an odd modulus, not a prime one.
    const PrimeField ring(n);
    std::uint64_t odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2) ++twos;
    const auto minus_one = ring.negate(ring.one());
    for (const std::uint64_t base :
         {2ull, 325ull, 9375ull, 28178ull, 450775ull, 9780504ull, 1795265022ull}) {
        auto x = ring.power(ring.number(base), odd);
        if (x == ring.one() || x == minus_one || x == 0) continue;
        bool passes = false;
        for (int k = 1; k < twos && !passes; ++k) passes = (x = ring.multiply(x, x)) == minus_one;
        if (!passes) return false;
    }
    return true;
}

std::uint64_t find_prime(int k)
{
    // 61 bits, and 3 modulo 4.
    std::uint64_t n = (scrambled(0x1f0a5 + std::uint64_t(k)) >> 4 | std::uint64_t{1} << 60 | 3) &
                      ((std::uint64_t{1} << 61) - 1);
    while (!is_prime(n)) n += 4;
    return n;
}

}  // namespace

std::uint64_t PrimeField::prime(int k)
{
    // Nearly all proofs need the first few alone.
    static const auto first = [] {
        std::array<std::uint64_t, 8> primes{};
        for (std::size_t i = 0; i < primes.size(); ++i) primes[i] = find_prime(int(i));
        return primes;
    }();
    return std::size_t(k) < first.size() ? first[std::size_t(k)] : find_prime(k);
}

PrimeField::PrimeField(std::uint64_t prime) : prime_(prime), minus_inverse_(1), square_(0), one_(0)
{
    // Newton's iteration doubles the number of right bits.
    std::uint64_t inverse = 1;
    for (int k = 0; k < 6; ++k) inverse *= 2 - prime * inverse;
    minus_inverse_ = 0 - inverse;
    std::uint64_t power = 1 % prime;
    for (int k = 0; k < 128; ++k) {
        power = 2 * power;
        if (power >= prime) power -= prime;
        if (k == 63) one_ = power;
    }
    square_ = power;
}

PrimeField::Number PrimeField::power(Number a, std::uint64_t exponent) const
{
    Number result = one_;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result = multiply(result, a);
        a = multiply(a, a);
    }
    return result;
}

std::optional<PrimeField::Number> PrimeField::inverse(Number a) const
{
    if (a == 0) return std::nullopt;
    return power(a, prime_ - 2);
}

std::optional<PrimeField::Number> PrimeField::square_root(Number a) const
{
    const Number root = power(a, (prime_ + 1) / 4);
    if (multiply(root, root) != a) return std::nullopt;
    return root;
}

}  // namespace involute
