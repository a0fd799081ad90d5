// SPDX-License-Identifier: Apache-2.0
// Colours, line styles and markers. The colours are those of Okabe and Ito (Color Universal
// Design, 2008) that can be told from white and from black pages alike (contrast 3 and more);
// black is white on dark pages, and orange is darker on light ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/plot/path.hpp"
#include "involute/plot/plot.hpp"

namespace involute::plot {

struct Color {
    std::string_view light{};  // on light pages
    std::string_view dark{};   // on dark pages
};

inline constexpr Color palette[] = {
    {"#0072b2", "#2f9bdb"},  // blue
    {"#d55e00", "#d55e00"},  // vermilion
    {"#009e73", "#009e73"},  // bluish green
    {"#c0639a", "#cc79a7"},  // reddish purple
    {"#1f2328", "#e6edf3"},  // black and white
    {"#b87f00", "#e69f00"},  // orange
};
namespace colors {
inline constexpr Color page{"#ffffff", "#0d1117"};
inline constexpr Color ink{"#1f2328", "#e6edf3"};   // words
inline constexpr Color axis{"#6e7781", "#848d97"};  // frames and ticks
inline constexpr Color grid{"#d8dee4", "#2b3138"};
}  // namespace colors

/// The rules that make a picture fit a dark page; light is in the attributes of the elements.
std::string style_sheet();

/// `class` and the attribute for light pages, for a group: " class=\"iv-s0\" stroke=\"#0072b2\"".
std::string stroke(std::size_t color);
std::string fill(std::size_t color);

/// A style with everything chosen, for the curve at this place in its panel.
struct Resolved {
    std::size_t color = 0;
    Line line = Line::solid;
    Marker marker = Marker::none;
    double width = 1.6;
};
Resolved resolved(const Style& style, std::size_t place);

/// " stroke-dasharray=\"6,4\"", or nothing for a solid line.
std::string dashes(Line line, double width);

/// Path data of markers at these places (those at the same tenth of a pixel once), and whether it
/// is to be filled or stroked.
struct Marks {
    std::string data{};
    std::string attributes{};
};
Marks marks(Marker marker, const std::vector<Pixel>& places, std::size_t color);

}  // namespace involute::plot
