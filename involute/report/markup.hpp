// SPDX-License-Identifier: Apache-2.0
// Text and numbers as they may stand in a page. Whatever a model or a message contains is shown and
// never read as markup: there is no other way for text into a report.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace involute::report {

/// Valid UTF-8. Control characters and those that change the direction of writing are shown by
/// their numbers, "[U+202E]": they cannot make a text look like another one.
std::string visible(std::string_view text);

/// Between tags, or in an attribute with double quotes.
std::string html(std::string_view text);

/// A JSON string with its quotes, safe within an element <script>.
std::string json(std::string_view text);
std::string json(const std::vector<std::string>& texts);
/// The shortest number that reads back the same; null where it is not finite.
std::string json(double value);

std::string base64(std::span<const std::uint8_t> bytes);
/// Little-endian, as typed arrays read them.
std::string base64(const std::vector<double>& numbers);
std::string base64(const std::vector<float>& numbers);

/// The base64 text of what these hexadecimal digits say.
std::string base64_of_hex(std::string_view digits);

}  // namespace involute::report
