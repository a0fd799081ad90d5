// SPDX-License-Identifier: Apache-2.0
// Words inside a frame: beside a line, around a point, where they cover nothing.
#pragma once

#include <string>
#include <vector>

#include "involute/plot/canvas.hpp"
#include "involute/plot/legend.hpp"

namespace involute::plot {

/// Places for the name of a line: along it, beginning with the middle of a sloping line and the
/// ends of level ones, on the side where it does not run through the words.
std::vector<Words> places_beside(const Polyline& line, const std::string& text);

std::vector<Words> places_around(Pixel at, const std::string& text);

/// Puts words at the first place where they touch nothing, or at the first of all.
void write_freely(std::vector<Words>& written, const std::vector<Words>& places,
                  const std::vector<Drawn>& curves, const Box& frame);

}  // namespace involute::plot
