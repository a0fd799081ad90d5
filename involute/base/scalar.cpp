// SPDX-License-Identifier: Apache-2.0
#include "involute/base/scalar.hpp"

#include <fmt/format.h>
#include <quadmath.h>

namespace involute {

namespace {

std::string decimal(const Quad& value, int digits)
{
    char text[64];
    quadmath_snprintf(text, sizeof text, "%.*Qg", digits, value.backend().value());
    return text;
}

bool reads_back(const std::string& text, const Quad& value)
{
    return Quad(strtoflt128(text.c_str(), nullptr)) == value;
}

}  // namespace

std::string to_text(double value)
{
    return fmt::format("{}", value);
}

std::string to_text(const Quad& value)
{
    // Most constants are short decimals (0.1 as a Quad is not 0.1 as a double, but both have this
    // text); 36 digits always suffice for a significand of 113 bits.
    std::string text = to_text(to_double(value));
    for (int digits = 17; digits <= 36 && !reads_back(text, value); ++digits)
        text = decimal(value, digits);
    return text;
}

}  // namespace involute
