// SPDX-License-Identifier: Apache-2.0
// Cells of colours, and the scale that says what they mean.
#pragma once

#include "involute/plot/canvas.hpp"
#include "involute/plot/layout.hpp"

namespace involute::plot {

/// The panel with axes that end where the cells do. Throws Error where the map is not its grid.
Axes framed(const Axes& axes);

/// Pixels that the scale takes at the right.
double scale_width(const HeatMap& map);

void draw_cells(Canvas& canvas, const Axes& axes, const Layout& layout);
void draw_scale(Canvas& canvas, const HeatMap& map, const Box& frame);

}  // namespace involute::plot
