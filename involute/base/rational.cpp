// SPDX-License-Identifier: Apache-2.0
#include "involute/base/rational.hpp"

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "involute/base/decimal.hpp"

namespace involute {

namespace {

using Whole = boost::multiprecision::cpp_int;

constexpr long longest_exponent = 9999;
// Numerators and denominators below this are kept without allocation.
constexpr long long small_limit = 1ll << 31;

bool is_small(long long x)
{
    return -small_limit < x && x < small_limit;
}

}  // namespace

/// In lowest terms, with a positive denominator.
struct Rational::Long {
    Whole numerator = 0, denominator = 1;
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

void Rational::set_short(long long numerator, long long denominator)
{
    const long long common = std::gcd(numerator, denominator);
    numerator_ = numerator / common;
    denominator_ = denominator / common;
    if (denominator_ < 0) numerator_ = -numerator_, denominator_ = -denominator_;
    if (is_small(numerator_) && is_small(denominator_)) return;
    long_ = std::make_unique<Long>(Long{numerator_, denominator_});
}

Rational::Long Rational::as_long() const
{
    return long_ ? *long_ : Long{numerator_, denominator_};
}

Rational::Rational(Long value)
{
    if (value.denominator < 0) {
        value.numerator = -value.numerator;
        value.denominator = -value.denominator;
    }
    const Whole common = gcd(value.numerator, value.denominator);
    if (common != 1) value.numerator /= common, value.denominator /= common;
    if (abs(value.numerator) < small_limit && value.denominator < small_limit) {
        numerator_ = static_cast<long long>(value.numerator);
        denominator_ = static_cast<long long>(value.denominator);
    } else {
        long_ = std::make_unique<Long>(std::move(value));
    }
}

Rational::Rational(long long whole) : Rational(whole, 1) {}

Rational::Rational(long long numerator, long long denominator)
{
    if (is_small(numerator) && is_small(denominator))
        set_short(numerator, denominator);
    else
        *this = Rational(Long{numerator, denominator});
}

Rational::Rational(const Quad& x)
{
    const auto rounded = static_cast<double>(x);
    if (std::abs(rounded) < double(small_limit) && x == Quad(rounded)) {
        // Numbers such as 3 and 0.25 are shifted until they are whole.
        double whole = rounded;
        long long below = 1;
        for (; below < small_limit / 2 && whole != std::trunc(whole); below *= 2) whole *= 2;
        if (whole == std::trunc(whole) && std::abs(whole) < double(small_limit)) {
            set_short(static_cast<long long>(whole), below);
            return;
        }
    }
    Quad rest = abs(x);
    // Brought to [1, 2) by powers of two, which is exact; where a double can say how far, at once.
    int exponent = 0;
    if (std::isnormal(rounded)) {
        exponent = std::ilogb(rounded);
        rest = ldexp(rest, -exponent);
        if (rest >= 2) rest = ldexp(rest, -1), ++exponent;
    } else {
        for (int power = 1 << 14; power > 0; power >>= 1) {
            while (rest >= ldexp(Quad(1), power)) rest = ldexp(rest, -power), exponent += power;
            while (rest < ldexp(Quad(1), 1 - power) && power > 1)
                rest = ldexp(rest, power), exponent -= power;
        }
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
        *this = Rational(Long{Whole(digits << exponent), 1});
    else
        *this = Rational(Long{std::move(digits), Whole(1) << -exponent});
}

Rational::Rational(const Rational& other)
    : numerator_(other.numerator_),
      denominator_(other.denominator_),
      long_(other.long_ ? std::make_unique<Long>(*other.long_) : nullptr)
{
}
Rational::Rational(Rational&& other) noexcept = default;
Rational& Rational::operator=(const Rational& other)
{
    if (this != &other) *this = Rational(other);
    return *this;
}
Rational& Rational::operator=(Rational&& other) noexcept = default;
Rational::~Rational() = default;

// Products of two numbers below 2^31, and sums of two of these, are below 2^63.
Rational& Rational::operator+=(const Rational& y)
{
    if (is_short() && y.is_short()) {
        set_short(numerator_ * y.denominator_ + y.numerator_ * denominator_,
                  denominator_ * y.denominator_);
        return *this;
    }
    const Long a = as_long(), b = y.as_long();
    return *this = Rational(Long{a.numerator * b.denominator + b.numerator * a.denominator,
                                 a.denominator * b.denominator});
}
Rational& Rational::operator-=(const Rational& y)
{
    return *this += -y;
}
Rational& Rational::operator*=(const Rational& y)
{
    if (is_short() && y.is_short()) {
        set_short(numerator_ * y.numerator_, denominator_ * y.denominator_);
        return *this;
    }
    const Long a = as_long(), b = y.as_long();
    return *this = Rational(Long{a.numerator * b.numerator, a.denominator * b.denominator});
}
Rational& Rational::operator/=(const Rational& y)
{
    if (y == Rational(0)) throw std::overflow_error("division by zero");
    if (is_short() && y.is_short()) {
        set_short(numerator_ * y.denominator_, denominator_ * y.numerator_);
        return *this;
    }
    const Long a = as_long(), b = y.as_long();
    return *this = Rational(Long{a.numerator * b.denominator, a.denominator * b.numerator});
}
Rational Rational::operator-() const
{
    Rational result = *this;
    if (result.long_)
        result.long_->numerator = -result.long_->numerator;
    else
        result.numerator_ = -result.numerator_;
    return result;
}

bool operator==(const Rational& x, const Rational& y)
{
    if (x.is_short() != y.is_short()) return false;
    if (x.is_short()) return x.numerator_ == y.numerator_ && x.denominator_ == y.denominator_;
    return x.long_->numerator == y.long_->numerator && x.long_->denominator == y.long_->denominator;
}

std::strong_ordering operator<=>(const Rational& x, const Rational& y)
{
    if (x.is_short() && y.is_short())
        return x.numerator_ * y.denominator_ <=> y.numerator_ * x.denominator_;
    const auto a = x.as_long(), b = y.as_long();
    return Whole(a.numerator * b.denominator).compare(Whole(b.numerator * a.denominator)) <=> 0;
}

bool Rational::is_integer() const
{
    return is_short() ? denominator_ == 1 : long_->denominator == 1;
}

std::size_t Rational::bits() const
{
    if (is_short())
        return std::size_t(std::bit_width(std::uint64_t(std::abs(numerator_))) +
                           std::bit_width(std::uint64_t(denominator_)));
    return msb(abs(long_->numerator)) + msb(long_->denominator) + 2;
}

Quad Rational::nearest() const
{
    if (is_short()) return Quad(numerator_) / Quad(denominator_);  // rounded once
    return nearest_quotient(long_->numerator, long_->denominator);
}

bool Rational::is_quad() const
{
    if (is_short()) return std::has_single_bit(std::uint64_t(denominator_));
    const Whole size = abs(long_->numerator);
    return lsb(long_->denominator) == msb(long_->denominator) &&
           int(msb(size) - lsb(size)) < std::numeric_limits<Quad>::digits && isfinite(nearest()) &&
           nearest() != 0 && Rational(nearest()) == *this;
}

std::uint64_t Rational::numerator_modulo(std::uint64_t prime) const
{
    if (is_short())
        return numerator_ < 0 ? (prime - std::uint64_t(-numerator_) % prime) % prime
                              : std::uint64_t(numerator_) % prime;
    const Whole rest = long_->numerator % prime;
    return static_cast<std::uint64_t>(rest < 0 ? Whole(rest + prime) : rest);
}

std::uint64_t Rational::denominator_modulo(std::uint64_t prime) const
{
    if (is_short()) return std::uint64_t(denominator_) % prime;
    return static_cast<std::uint64_t>(Whole(long_->denominator % prime));
}

std::string Rational::text() const
{
    const Long value = as_long();
    const std::string above = value.numerator.str();
    return value.denominator == 1 ? above : above + "/" + value.denominator.str();
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
    Whole power = pow(Whole(10), unsigned(std::abs(parts->exponent)));
    if (parts->exponent >= 0) return Rational(Rational::Long{numerator * power, 1});
    return Rational(Rational::Long{std::move(numerator), std::move(power)});
}

std::optional<Rational> exact_root(const Rational& x)
{
    const auto [top, below] = x.as_long();
    if (top < 0) return std::nullopt;
    Whole a = sqrt(top), b = sqrt(below);
    if (a * a != top || b * b != below) return std::nullopt;
    return Rational(Rational::Long{std::move(a), std::move(b)});
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
    return Rational(Rational::Long{std::move(r1), std::move(s1)});
}

}  // namespace involute
