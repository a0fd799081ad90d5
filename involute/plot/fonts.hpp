// SPDX-License-Identifier: Apache-2.0
// Sizes of text, in pixels.
#pragma once

#include <algorithm>
#include <string_view>

#include "involute/plot/text.hpp"

namespace involute::plot::font {

inline constexpr double tick = 11;
inline constexpr double legend = 12;
inline constexpr double label = 12.5;
inline constexpr double title = 14;
inline constexpr double figure_title = 16;
inline constexpr double smallest = 8;

/// The size, or as much smaller as it takes to fit the room.
inline double fitted(std::string_view text, double size, double room)
{
    const double width = text_width(text, size);
    return width <= room ? size : std::max(smallest, size * room / width);
}

}  // namespace involute::plot::font
