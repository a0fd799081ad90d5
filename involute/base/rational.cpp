// SPDX-License-Identifier: Apache-2.0
#include "involute/base/rational.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include "involute/base/decimal.hpp"

namespace involute {

namespace {

using Whole = boost::multiprecision::cpp_int;

constexpr long longest_exponent = 9999;

}  // namespace

struct Rational::Value {
    boost::multiprecision::cpp_rational x;
};

namespace {

/// numerator / denominator in binary digits, the last of 113 rounded to nearest even.
Quad nearest_quotient(Whole numerator, const Whole& denominator)
{
    if (numerator == 0) return 0;
    constexpr int digits = std::numeric_limits<Quad>::digits;
    const bool negative = numerator < 0;
    if (negative) numerator = -numerator;
    // One digit more than needed, and whether anything follows it.
    int shift = digits + 1 - (int(msb(numerator)) - int(msb(denominator)));
    Whole above = shift > 0 ? Whole(numerator << shift) : numerator;
    const Whole below = shift < 0 ? Whole(denominator << -shift) : denominator;
    Whole rest;
    Whole quotient;
    divide_qr(above, below, quotient, rest);
    while (int(msb(quotient)) > digits) {
        if ((quotient & 1) != 0) rest = 1;
        quotient >>= 1;
        --shift;
    }
    const bool up = (quotient & 1) != 0 && (rest != 0 || (quotient & 2) != 0);
    quotient >>= 1;
    --shift;
    if (up) ++quotient;
    const Whole low_mask = (Whole(1) << 60) - 1;
    Quad value = ldexp(Quad(static_cast<std::uint64_t>(quotient >> 60)), 60) +
                 Quad(static_cast<std::uint64_t>(quotient & low_mask));
    // In two parts: the whole exponent may be out of the range of one.
    value = ldexp(ldexp(value, -shift / 2), -shift - -shift / 2);
    return negative ? -value : value;
}

}  // namespace

Rational::Rational(long long whole) : value_(std::make_unique<Value>(Value{whole})) {}
Rational::Rational(long long numerator, long long denominator)
    : value_(std::make_unique<Value>(Value{{numerator, denominator}}))
{
}
Rational::Rational(const Quad& x) : Rational()
{
    Quad rest = abs(x);
    if (rest == 0) return;
    // Brought to [1, 2) by powers of two, which is exact.
    int exponent = 0;
    for (int power = 1 << 14; power > 0; power >>= 1) {
        while (rest >= ldexp(Quad(1), power)) rest = ldexp(rest, -power), exponent += power;
        while (rest < ldexp(Quad(1), 1 - power) && power > 1)
            rest = ldexp(rest, power), exponent -= power;
    }
    while (rest < 1) rest = ldexp(rest, 1), --exponent;
    Whole digits = 0;
    int taken = 0;
    while (rest != 0) {
        rest = ldexp(rest, 32);
        const Quad part = trunc(rest);
        digits = (digits << 32) + static_cast<std::uint64_t>(part);
        rest -= part;
        taken += 32;
    }
    exponent -= taken;
    if (x < 0) digits = -digits;
    if (exponent >= 0)
        value_->x = Whole(digits << exponent);
    else
        value_->x.assign(boost::multiprecision::cpp_rational(digits, Whole(1) << -exponent));
}
Rational::Rational(const Rational& other) : value_(std::make_unique<Value>(*other.value_)) {}
Rational::Rational(Rational&& other) noexcept = default;
Rational& Rational::operator=(const Rational& other)
{
    if (this != &other) value_ = std::make_unique<Value>(*other.value_);
    return *this;
}
Rational& Rational::operator=(Rational&& other) noexcept = default;
Rational::~Rational() = default;

Rational& Rational::operator+=(const Rational& y)
{
    return value_->x += y.value_->x, *this;
}
Rational& Rational::operator-=(const Rational& y)
{
    return value_->x -= y.value_->x, *this;
}
Rational& Rational::operator*=(const Rational& y)
{
    return value_->x *= y.value_->x, *this;
}
Rational& Rational::operator/=(const Rational& y)
{
    return value_->x /= y.value_->x, *this;
}

bool operator==(const Rational& x, const Rational& y)
{
    return x.value_->x == y.value_->x;
}

std::strong_ordering operator<=>(const Rational& x, const Rational& y)
{
    const int order = x.value_->x.compare(y.value_->x);
    return order <=> 0;
}

std::size_t Rational::bits() const
{
    const Whole top = abs(numerator(value_->x));
    return (top == 0 ? 0 : msb(top)) + msb(denominator(value_->x)) + 2;
}

Quad Rational::nearest() const
{
    return nearest_quotient(numerator(value_->x), denominator(value_->x));
}

std::uint64_t Rational::numerator_modulo(std::uint64_t prime) const
{
    const Whole rest = numerator(value_->x) % prime;
    return static_cast<std::uint64_t>(rest < 0 ? Whole(rest + prime) : rest);
}

std::uint64_t Rational::denominator_modulo(std::uint64_t prime) const
{
    return static_cast<std::uint64_t>(Whole(denominator(value_->x) % prime));
}

std::string Rational::text() const
{
    return value_->x.str();
}

std::optional<Rational> rational_of(std::string_view decimal)
{
    const std::optional<Decimal> parts = split_decimal(decimal);
    if (!parts || parts->exponent > longest_exponent || parts->exponent < -longest_exponent)
        return std::nullopt;
    // A leading zero would make it octal.
    const std::size_t first = parts->digits.find_first_not_of('0');
    Whole numerator = first == std::string::npos ? Whole(0) : Whole(parts->digits.substr(first));
    if (parts->negative) numerator = -numerator;
    const Whole power = pow(Whole(10), unsigned(std::abs(parts->exponent)));
    Rational result;
    if (parts->exponent >= 0)
        result.value_->x = Whole(numerator * power);
    else
        result.value_->x.assign(boost::multiprecision::cpp_rational(numerator, power));
    return result;
}

std::optional<Rational> exact_root(const Rational& x)
{
    const Whole top = numerator(x.value_->x), below = denominator(x.value_->x);
    if (top < 0) return std::nullopt;
    const Whole a = sqrt(top), b = sqrt(below);
    if (a * a != top || b * b != below) return std::nullopt;
    Rational root;
    root.value_->x.assign(boost::multiprecision::cpp_rational(a, b));
    return root;
}

// Chinese remainders, then the convergent of residue / modulus with small numbers (Wang, A p-adic
// algorithm for univariate partial fractions, 1981).
std::optional<Rational> from_residues(std::span<const std::uint64_t> residues,
                                      std::span<const std::uint64_t> primes)
{
    Whole modulus = 1, residue = 0;
    for (std::size_t k = 0; k < primes.size(); ++k) {
        const Whole prime = primes[k];
        // residue + modulus * step = residues[k] modulo the next prime, by Fermat's inverse
        const Whole inverse = powm(Whole(modulus % prime), Whole(prime - 2), prime);
        Whole step = (Whole(residues[k]) - residue) * inverse % prime;
        if (step < 0) step += prime;
        residue += modulus * step;
        modulus *= prime;
    }
    const Whole most = sqrt(Whole(modulus / 2));
    Whole r0 = modulus, r1 = residue, s0 = 0, s1 = 1;
    while (r1 > most) {
        const Whole q = r0 / r1;
        Whole next = r0 - q * r1;
        r0 = std::move(r1), r1 = std::move(next);
        next = s0 - q * s1;
        s0 = std::move(s1), s1 = std::move(next);
    }
    if (s1 == 0 || abs(s1) > most || gcd(r1, s1) != 1) return std::nullopt;
    Rational found;
    found.value_->x.assign(boost::multiprecision::cpp_rational(s1 < 0 ? Whole(-r1) : r1, abs(s1)));
    return found;
}

}  // namespace involute
