// SPDX-License-Identifier: Apache-2.0
#include "involute/text/number.hpp"

#include <quadmath.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace involute {
namespace {

// Beyond this the value is 0 or infinite whatever its at most 1000 digits are.
constexpr long largest_exponent = 1'000'000;

long read_exponent(std::string_view digits)
{
    const bool negative = !digits.empty() && digits.front() == '-';
    long value = 0;
    for (const char c : digits)
        if (c >= '0' && c <= '9') value = std::min(largest_exponent, 10 * value + (c - '0'));
    return negative ? -value : value;
}

}  // namespace

// strtoflt128 reads the decimal sign of the locale: it is given integers and exponents only.
Quad read_decimal(std::string_view digits)
{
    const std::size_t e = digits.find_first_of("eE");
    const std::string_view mantissa = digits.substr(0, e);
    long exponent = e == digits.npos ? 0 : read_exponent(digits.substr(e + 1));
    std::string plain(mantissa);
    if (const std::size_t point = plain.find('.'); point != plain.npos) {
        exponent -= long(plain.size() - point - 1);
        plain.erase(point, 1);
    }
    plain += "e" + std::to_string(exponent);
    return Quad(strtoflt128(plain.c_str(), nullptr));
}

Quad decimal_of(double value)
{
    return value < 0 ? Quad(-read_decimal(to_text(-value))) : read_decimal(to_text(value));
}

bool fits_double(const Quad& value)
{
    return std::isfinite(to_double(value));
}

}  // namespace involute
