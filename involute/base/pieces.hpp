// SPDX-License-Identifier: Apache-2.0
// Small readings of text: without blanks, between commas, as a number.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace involute {

inline std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    const auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// The parts between commas that no bracket encloses, trimmed; one part where there is none.
inline std::vector<std::string_view> comma_separated(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t first = 0;
    int depth = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '(' || text[k] == '[') ++depth;
        if (text[k] == ')' || text[k] == ']') --depth;
        if (text[k] != ',' || depth > 0) continue;
        parts.push_back(trimmed(text.substr(first, k - first)));
        first = k + 1;
    }
    parts.push_back(trimmed(text.substr(first)));
    return parts;
}

/// The whole text as a number, independent of the locale.
template <class T>
std::optional<T> number(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace involute
