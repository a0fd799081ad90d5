// SPDX-License-Identifier: Apache-2.0
// Text in pictures: escaped, measured, raised and lowered.
#pragma once

#include <string>
#include <string_view>

namespace involute::plot {

/// Safe inside elements and attributes: marks of XML escaped, stray bytes and control characters
/// replaced by U+FFFD.
std::string escaped(std::string_view text);

/// As SVG: escaped, `^{..}` and `_{..}` as shifted smaller spans.
std::string marked_up(std::string_view text, double size);

/// The text without its `^{..}` and `_{..}`, for titles that are read aloud.
std::string plain(std::string_view text);

/// Width in pixels: an estimate on the wide side, for the reader's font is not known here.
double text_width(std::string_view text, double size);

/// The text, or as much of its beginning as fits the room, with an ellipsis.
std::string shortened(std::string_view text, double size, double room);

}  // namespace involute::plot
