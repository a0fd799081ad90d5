// SPDX-License-Identifier: Apache-2.0
// The document under construction: elements in the order in which they are painted.
#pragma once

#include <string>
#include <string_view>

#include "involute/plot/path.hpp"

namespace involute::plot {

enum class Anchor { start, middle, end };

/// A text and its place: the base line, at its start, middle or end.
struct Words {
    Pixel at{};
    std::string text{};
    Anchor anchor = Anchor::start;
    double size = 11;
};

/// The rectangle a text takes up.
Box text_box(const Words& words);

class Canvas {
public:
    /// Nothing is written for empty data.
    void path(std::string_view data, std::string_view attributes);
    void text(const Words& words, bool bold = false);
    /// Made smaller and, if need be, cut to fit its room.
    void fitted_text(Words words, double room, bool bold = false);
    /// Reads upwards, centred on its place.
    void upward_text(Pixel at, std::string_view text, double size);
    void append(const Canvas& other) { elements_ += other.elements_; }
    const std::string& elements() const { return elements_; }

private:
    std::string elements_{};
};

/// Attributes of a thin line of frames and grids: "axis", "grid".
std::string frame_stroke(double width = 1);
std::string grid_stroke();

}  // namespace involute::plot
