// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/words.hpp"

#include <cmath>
#include <utility>

#include "involute/plot/fonts.hpp"

namespace involute::plot {
namespace {

/// Moved inwards where it would leave the frame.
Words kept_inside(Words words, const Box& frame)
{
    const Box box = text_box(words);
    const double right = box.right - (frame.right - 3), left = frame.left + 3 - box.left;
    const double bottom = box.bottom - (frame.bottom - 3), top = frame.top + 3 - box.top;
    words.at.x += left > 0 ? left : right > 0 ? -right : 0;
    words.at.y += top > 0 ? top : bottom > 0 ? -bottom : 0;
    return words;
}

}  // namespace

std::vector<Words> places_beside(const Polyline& line, const std::string& text)
{
    Pixel a = line.front(), b = line.back();
    if (a.x > b.x) std::swap(a, b);
    const double width = b.x - a.x, fall = b.y - a.y;
    const double below = 1.1 * font::tick;
    std::vector<Words> places;
    if (std::abs(fall) < 0.1 * width) {
        for (const double down : {-5.0, below + 2})
            for (const auto& [x, anchor] :
                 {std::pair{b.x - 4, Anchor::end}, std::pair{a.x + 4, Anchor::start},
                  std::pair{(a.x + b.x) / 2, Anchor::middle}})
                places.push_back({{x, (a.y + b.y) / 2 + down}, text, anchor, font::tick});
        return places;
    }
    const bool upright = width < 0.1 * std::abs(fall);
    for (const double t : {0.5, 0.3, 0.7, 0.1, 0.9}) {
        const Pixel p{a.x + t * width, a.y + t * fall};
        const double under = upright ? 0.4 * font::tick : fall < 0 ? below : -3;
        const double over = upright ? under : fall < 0 ? -3 : below;
        places.push_back({{p.x + 7, p.y + under}, text, Anchor::start, font::tick});
        places.push_back({{p.x - 7, p.y + over}, text, Anchor::end, font::tick});
    }
    return places;
}

std::vector<Words> places_around(Pixel at, const std::string& text)
{
    const double above = at.y - 6, below = at.y + 6 + 0.8 * font::tick;
    return {{{at.x + 7, above}, text, Anchor::start, font::tick},
            {{at.x - 7, above}, text, Anchor::end, font::tick},
            {{at.x + 7, below}, text, Anchor::start, font::tick},
            {{at.x - 7, below}, text, Anchor::end, font::tick}};
}

void write_freely(std::vector<Words>& written, const std::vector<Words>& places,
                  const std::vector<Drawn>& curves, const Box& frame)
{
    std::vector<Box> taken;
    for (const Words& words : written) taken.push_back(text_box(words));
    for (const Words& words : places) {
        const Words inside = kept_inside(words, frame);
        if (inside.at.x != words.at.x || inside.at.y != words.at.y) continue;
        if (is_free(text_box(words), curves, taken)) return written.push_back(words);
    }
    written.push_back(kept_inside(places.front(), frame));
}

}  // namespace involute::plot
