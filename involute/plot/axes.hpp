// SPDX-License-Identifier: Apache-2.0
// A panel with two axes, drawn into its part of the page.
#pragma once

#include "involute/plot/canvas.hpp"
#include "involute/plot/plot.hpp"

namespace involute::plot {

void draw(Canvas& canvas, const Axes& axes, const Box& cell);

}  // namespace involute::plot
