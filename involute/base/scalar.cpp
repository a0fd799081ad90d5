// SPDX-License-Identifier: Apache-2.0
#include "involute/base/scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute {

namespace {

/// ±d.ddd · 10^exponent.
struct Shown {
    bool negative = false;
    std::string digits{};
    int exponent = 0;

    Shown(const Quad& value, int significant)
    {
        const std::string text = scientific(value, significant);
        const std::size_t e = text.find('e');
        for (const char c : text.substr(0, e))
            if (c >= '0' && c <= '9') digits += c;
        negative = text[0] == '-';
        exponent = std::stoi(text.substr(e + 1));
        while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    }

    Quad value() const
    {
        const int last = exponent - int(digits.size()) + 1;
        const Quad size(fmt::format("{}e{}", digits, last));
        return negative ? Quad(-size) : size;
    }

    std::string text() const
    {
        const int n = int(digits.size());
        const char* sign = negative ? "-" : "";
        if (exponent >= 0 && exponent < 17) {
            std::string whole =
                digits + std::string(std::size_t(std::max(0, exponent + 1 - n)), '0');
            if (n > exponent + 1) whole.insert(std::size_t(exponent + 1), ".");
            return sign + whole;
        }
        if (exponent < 0 && exponent >= -5)
            return fmt::format("{}0.{}{}", sign, std::string(std::size_t(-exponent - 1), '0'),
                               digits);
        const char* point = n > 1 ? "." : "";
        return fmt::format("{}{}{}{}e{}", sign, digits[0], point, digits.substr(1), exponent);
    }
};

std::string in_words(double value)
{
    if (std::isnan(value)) return "undefined";
    return value < 0 ? "-infinity" : "infinity";
}

/// The number of digits in the text of a double, leading zeros included.
int digit_count(double value)
{
    const std::string text = to_text(value);
    return int(std::count_if(text.begin(), std::find(text.begin(), text.end(), 'e'),
                             [](char c) { return c >= '0' && c <= '9'; }));
}

}  // namespace

std::string to_text(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value + 0.0) : in_words(value);  // no -0
}

std::string to_text(double value, int digits)
{
    return std::isfinite(value) ? fmt::format("{:.{}g}", value + 0.0, digits) : in_words(value);
}

std::string to_text(const Quad& value)
{
    if (!isfinite(value)) return to_text(to_double(value));
    // Most constants are short decimals: 0.1 as a Quad is not 0.1 as a double, but both have this
    // text. 36 digits always suffice for a significand of 113 bits.
    if (value == 0) return "0";
    Shown decimal(value, std::clamp(digit_count(to_double(value)), 2, 17));
    for (int digits = 17; digits <= 36 && decimal.value() != value; ++digits)
        decimal = Shown(value, digits);
    return decimal.text();
}

std::string to_full_text(const Quad& value)
{
    return scientific(value == 0 ? Quad(0) : value, 36);
}

}  // namespace involute
