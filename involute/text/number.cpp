// SPDX-License-Identifier: Apache-2.0
#include "involute/text/number.hpp"

#include <cmath>

#include "involute/text/model.hpp"

namespace involute {

Quad read_decimal(std::string_view digits)
{
    return Quad(digits);
}

Quad decimal_of(double value)
{
    // No decimal near it is shorter than the digits of a whole number.
    constexpr double all_whole_numbers_until = 1e15;
    if (value == std::trunc(value) && std::abs(value) < all_whole_numbers_until) return Quad(value);
    return value < 0 ? Quad(-read_decimal(to_text(-value))) : read_decimal(to_text(value));
}

std::optional<Rational> exact_value(const Model& model, const Literal& number)
{
    const std::string_view text(model.source.text);
    return rational_of(text.substr(number.begin, number.end - number.begin));
}

bool fits_double(const Quad& value)
{
    return std::isfinite(to_double(value));
}

}  // namespace involute
