// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/legend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/plot/fonts.hpp"
#include "involute/plot/text.hpp"

namespace involute::plot {
namespace {

constexpr double row_height = 18;
constexpr double sample_width = 30;
constexpr double gap = 8;  // around and between

void draw_sample(Canvas& canvas, const Resolved& style, Pixel left)
{
    const Pixel right{left.x + sample_width, left.y};
    Drawn sample{.label = {}, .style = style, .parts = {{left, right}}, .marks = {}};
    if (style.line == Line::none) sample.parts.clear();
    if (style.marker == Marker::dot) sample.style.marker = Marker::disc;  // one dot is not seen
    if (style.marker != Marker::none) sample.marks = {{left.x + sample_width / 2, left.y}};
    draw_curve(canvas, sample);
}

}  // namespace

bool is_free(const Box& box, const std::vector<Drawn>& curves, const std::vector<Box>& taken)
{
    if (std::ranges::any_of(taken, [&](const Box& b) { return overlap(b, box); })) return false;
    for (const Drawn& curve : curves) {
        for (const Polyline& part : curve.parts)
            for (std::size_t i = 0; i + 1 < part.size(); ++i)
                if (meets(box, part[i], part[i + 1])) return false;
        for (const Pixel p : curve.marks)
            if (box.contains(p)) return false;
    }
    return true;
}

LegendList legend_list(const std::vector<LegendEntry>& named, double room_across, double room_down)
{
    const std::size_t most = std::size_t(std::max(1.0, (room_down - gap) / row_height));
    LegendList list{.entries = named};
    if (named.size() > most) {
        list.entries.resize(most);
        const std::size_t left = named.size() - most + 1;
        list.entries.back() = {fmt::format("and {} more", left),
                               {.line = Line::none, .marker = Marker::none}};
    }
    const double room = std::max(20.0, room_across - sample_width - 3 * gap);
    double widest = 0;
    for (LegendEntry& entry : list.entries) {
        entry.label = shortened(entry.label, font::legend, room);
        widest = std::max(widest, text_width(entry.label, font::legend));
    }
    list.width = sample_width + widest + 3 * gap;
    list.height = double(list.entries.size()) * row_height + gap;
    return list;
}

std::optional<Box> free_corner(const Box& frame, const LegendList& legend,
                               const std::vector<Drawn>& curves, const std::vector<Box>& taken)
{
    constexpr double inset = 6;  // from the frame
    const double left = frame.left + inset, right = frame.right - inset - legend.width;
    const double top = frame.top + inset, bottom = frame.bottom - inset - legend.height;
    if (left > right || top > bottom) return std::nullopt;
    const double middle = (left + right) / 2;
    for (const Pixel corner : {Pixel{right, top}, Pixel{left, top}, Pixel{right, bottom},
                               Pixel{left, bottom}, Pixel{middle, top}, Pixel{middle, bottom}}) {
        const Box box{corner.x, corner.y, corner.x + legend.width, corner.y + legend.height};
        if (is_free(box, curves, taken)) return box;
    }
    return std::nullopt;
}

void draw_legend(Canvas& canvas, const LegendList& legend, const Box& place)
{
    double y = place.top + gap / 2 + row_height / 2;
    for (const LegendEntry& entry : legend.entries) {
        draw_sample(canvas, entry.style, {place.left + gap, y});
        canvas.text({{place.left + 2 * gap + sample_width, y + 0.35 * font::legend},
                     entry.label,
                     Anchor::start,
                     font::legend});
        y += row_height;
    }
}

void draw_curve(Canvas& canvas, const Drawn& curve)
{
    const std::string data = thin_path_data(curve.parts);
    canvas.path(data, fmt::format("{} stroke-width=\"{}\" stroke-linejoin=\"round\"{}",
                                  stroke(curve.style.color), curve.style.width,
                                  dashes(curve.style.line, curve.style.width)));
    const Marks drawn = marks(curve.style.marker, curve.marks, curve.style.color);
    canvas.path(drawn.data, drawn.attributes);
}

}  // namespace involute::plot
