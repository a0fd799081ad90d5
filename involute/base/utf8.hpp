// SPDX-License-Identifier: Apache-2.0
// Just enough UTF-8 to count columns as a person does and to name a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace involute {

struct CodePoint {
    std::uint32_t value = 0;
    int bytes = 1;
    bool valid = false;  // false: this byte is not part of a UTF-8 character
};

/// The character that starts at this byte (which must exist).
CodePoint code_point_at(std::string_view text, std::size_t at);

/// The number of characters; a stray byte counts as one.
int count_characters(std::string_view text);

/// The text with control characters and stray bytes replaced by `?`, tabs by one space: safe to
/// show on a terminal, one column a character.
std::string displayable(std::string_view text);

}  // namespace involute
