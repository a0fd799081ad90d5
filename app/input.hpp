// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace app {

/// The content of a file (`-`: standard input), at most so many bytes of it: the input may be
/// endless. Throws involute::Error if it cannot be read.
std::string text_of(const std::string& path, std::int64_t most);

/// Throws involute::Error if what is written would take the place of what is read: "model".
void require_other_file(const std::optional<std::string>& output, const std::string& input,
                        std::string_view what);

}  // namespace app
