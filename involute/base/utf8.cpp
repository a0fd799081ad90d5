// SPDX-License-Identifier: Apache-2.0
#include "involute/base/utf8.hpp"

namespace involute {
namespace {

int announced_length(unsigned char first)
{
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return 2;
    if (first >= 0xE0 && first < 0xF0) return 3;
    if (first >= 0xF0 && first < 0xF5) return 4;
    return 0;
}

// Overlong forms, surrogates and what lies beyond Unicode are not characters (RFC 3629).
bool is_scalar_value(std::uint32_t value, int bytes)
{
    constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    return value >= smallest[bytes] && value <= 0x10FFFF && !surrogate;
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    const int bytes = announced_length(first);
    if (bytes == 1) return {first, 1, true};
    if (bytes == 0 || at + std::size_t(bytes) > text.size()) return {first, 1, false};
    std::uint32_t value = first & (0x7Fu >> bytes);
    for (int i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[at + std::size_t(i)]);
        if ((next & 0xC0u) != 0x80u) return {first, 1, false};
        value = (value << 6) | (next & 0x3Fu);
    }
    if (!is_scalar_value(value, bytes)) return {first, 1, false};
    return {value, bytes, true};
}

int count_characters(std::string_view text)
{
    int count = 0;
    for (std::size_t at = 0; at < text.size(); ++count)
        at += std::size_t(code_point_at(text, at).bytes);
    return count;
}

std::string displayable(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = code_point_at(text, at);
        const bool control = c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0);
        if (c.value == '\t')
            result += ' ';
        else if (control || !c.valid)
            result += '?';
        else
            result += text.substr(at, std::size_t(c.bytes));
        at += std::size_t(c.bytes);
    }
    return result;
}

}  // namespace involute
