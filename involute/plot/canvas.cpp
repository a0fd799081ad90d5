// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/canvas.hpp"

#include <fmt/format.h>

#include "involute/plot/fonts.hpp"
#include "involute/plot/style.hpp"
#include "involute/plot/text.hpp"

namespace involute::plot {
namespace {

std::string_view word(Anchor anchor)
{
    return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

}  // namespace

Box text_box(const Words& words)
{
    const auto [at, text, anchor, size] = words;
    const double width = text_width(text, size);
    const double before = anchor == Anchor::start ? 0 : anchor == Anchor::middle ? 0.5 : 1;
    const double left = at.x - before * width;
    return {left, at.y - 0.8 * size, left + width, at.y + 0.22 * size};
}

void Canvas::path(std::string_view data, std::string_view attributes)
{
    if (!data.empty()) elements_ += fmt::format("<path{} d=\"{}\"/>\n", attributes, data);
}

void Canvas::text(const Words& words, bool bold)
{
    if (words.text.empty()) return;
    elements_ +=
        fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"{:.4g}\"{}>{}</text>\n",
                    coordinate(words.at.x), coordinate(words.at.y), word(words.anchor), words.size,
                    bold ? " font-weight=\"600\"" : "", marked_up(words.text, words.size));
}

void Canvas::fitted_text(Words words, double room, bool bold)
{
    words.size = font::fitted(words.text, words.size, room);
    words.text = shortened(words.text, words.size, room);
    text(words, bold);
}

void Canvas::upward_text(Pixel at, std::string_view text, double size)
{
    if (text.empty()) return;
    elements_ += fmt::format(
        "<text transform=\"translate({},{})rotate(-90)\" text-anchor=\"middle\" "
        "font-size=\"{:.4g}\">{}</text>\n",
        coordinate(at.x), coordinate(at.y), size, marked_up(text, size));
}

std::string frame_stroke(double width)
{
    return fmt::format(" class=\"iv-axis\" stroke=\"{}\" stroke-width=\"{}\" fill=\"none\"",
                       colors::axis.light, width);
}

std::string grid_stroke()
{
    return fmt::format(" class=\"iv-grid\" stroke=\"{}\" stroke-width=\"1\" fill=\"none\"",
                       colors::grid.light);
}

}  // namespace involute::plot
