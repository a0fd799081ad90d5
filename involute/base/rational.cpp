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

Rational::Rational(long long whole) : value_(std::make_unique<Value>(Value{whole})) {}
Rational::Rational(long long numerator, long long denominator)
    : value_(std::make_unique<Value>(Value{{numerator, denominator}}))
{
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

}  // namespace involute
