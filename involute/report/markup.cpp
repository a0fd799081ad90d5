// SPDX-License-Identifier: Apache-2.0
#include "involute/report/markup.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "involute/base/utf8.hpp"

namespace involute::report {
namespace {

/// Not to be seen, or changing how what follows is seen.
bool is_hidden(std::uint32_t c)
{
    if (c == '\n' || c == '\t') return false;
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/// The visible text with some characters written otherwise: by(c) gives nothing for the others.
template <class By>
std::string replaced(std::string_view text, By by)
{
    std::string result;
    for (const char c : visible(text)) {
        const std::string_view other = by(c);
        if (other.empty())
            result += c;
        else
            result += other;
    }
    return result;
}

template <class T>
std::string base64_numbers(const std::vector<T>& numbers)
{
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    std::vector<std::uint8_t> bytes(numbers.size() * sizeof(T));
    std::uint8_t* to = bytes.data();
    for (const T number : numbers) {
        const Bits bits = std::bit_cast<Bits>(number);
        for (std::size_t k = 0; k < sizeof(T); ++k) *to++ = std::uint8_t(bits >> (8 * k));
    }
    return base64(bytes);
}

}  // namespace

std::string visible(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = code_point_at(text, at);
        if (!c.valid)
            result += "\xEF\xBF\xBD";  // the replacement character
        else if (is_hidden(c.value))
            result += c.value == '\r' ? "" : fmt::format("[U+{:04X}]", c.value);
        else
            result += text.substr(at, std::size_t(c.bytes));
        at += std::size_t(c.bytes);
    }
    return result;
}

std::string html(std::string_view text)
{
    return replaced(text, [](char c) -> std::string_view {
        switch (c) {
            case '<':
                return "&lt;";
            case '>':
                return "&gt;";
            case '&':
                return "&amp;";
            case '"':
                return "&quot;";
            case '\'':
                return "&#39;";
            default:
                return {};
        }
    });
}

std::string json(std::string_view text)
{
    return '"' +
           replaced(text,
                    [](char c) -> std::string_view {
                        switch (c) {
                            case '<':
                                return "\\u003c";
                            case '>':
                                return "\\u003e";
                            case '&':
                                return "\\u0026";
                            case '"':
                                return "\\\"";
                            case '\\':
                                return "\\\\";
                            case '\n':
                                return "\\n";
                            case '\t':
                                return "\\t";
                            default:
                                return {};
                        }
                    }) +
           '"';
}

std::string json(const std::vector<std::string>& texts)
{
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ",") + json(text);
    return '[' + list + ']';
}

std::string json(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value + 0.0) : "null";
}

std::string base64(std::span<const std::uint8_t> bytes)
{
    constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text((bytes.size() + 2) / 3 * 4, '=');
    char* to = text.data();
    for (std::size_t at = 0; at < bytes.size(); at += 3, to += 4) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? bytes[at + k] : std::uint32_t(0));
        for (std::size_t k = 0; k <= count; ++k) to[k] = letters[(group >> (18 - 6 * k)) & 63];
    }
    return text;
}

std::string base64(const std::vector<double>& numbers)
{
    return base64_numbers(numbers);
}

std::string base64(const std::vector<float>& numbers)
{
    return base64_numbers(numbers);
}

std::string base64_of_hex(std::string_view digits)
{
    const auto value = [](char c) {
        return std::uint8_t(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    };
    std::vector<std::uint8_t> bytes;
    for (std::size_t k = 0; k + 1 < digits.size(); k += 2)
        bytes.push_back(std::uint8_t(value(digits[k]) << 4 | value(digits[k + 1])));
    return base64(bytes);
}

}  // namespace involute::report
