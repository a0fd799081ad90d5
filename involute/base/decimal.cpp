// SPDX-License-Identifier: Apache-2.0
#include "involute/base/decimal.hpp"

#include <algorithm>

namespace involute {

namespace {

// Beyond this a value is 0 or infinite in any of our scalars, whatever its digits are.
constexpr long largest_exponent = 1'000'000;

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// Removes a leading sign; true if it was a minus.
bool take_sign(std::string_view& text)
{
    if (text.empty() || (text[0] != '-' && text[0] != '+')) return false;
    const bool minus = text[0] == '-';
    text.remove_prefix(1);
    return minus;
}

std::optional<long> read_exponent(std::string_view text)
{
    const bool negative = take_sign(text);
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    long value = 0;
    for (const char c : text) value = std::min(largest_exponent, 10 * value + (c - '0'));
    return negative ? -value : value;
}

}  // namespace

std::optional<Decimal> split_decimal(std::string_view text)
{
    Decimal result;
    result.negative = take_sign(text);
    if (const std::size_t e = text.find_first_of("eE"); e != text.npos) {
        const std::optional<long> exponent = read_exponent(text.substr(e + 1));
        if (!exponent) return std::nullopt;
        result.exponent = *exponent;
        text = text.substr(0, e);
    }
    result.digits = text;
    if (const std::size_t point = text.find('.'); point != text.npos) {
        result.exponent -= long(text.size() - point - 1);
        result.digits.erase(point, 1);
    }
    if (result.digits.empty() || !std::all_of(result.digits.begin(), result.digits.end(), is_digit))
        return std::nullopt;
    return result;
}

}  // namespace involute
