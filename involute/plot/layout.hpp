// SPDX-License-Identifier: Apache-2.0
// Where the frame of a panel with two axes lies, so that all text around it has room.
#pragma once

#include "involute/plot/limits.hpp"
#include "involute/plot/path.hpp"
#include "involute/plot/plot.hpp"
#include "involute/plot/ticks.hpp"

namespace involute::plot {

struct Layout {
    Box frame{};
    Limits x{};
    Limits y{};
    Ticks x_ticks{};
    Ticks y_ticks{};
    bool factor_line = false;  // what x labels have in common has a line of its own
    double x_tick_y = 0;       // base lines: of the labels of the x axis,
    double x_factor_y = 0;     // of what they have in common,
    double x_label_y = 0;      // of the name of the axis,
    double y_label_x = 0;      // and of the name of the y axis, which reads upwards
};

/// `legend_width`: kept free at the right.
Layout layout_of(const Axes& axes, const Box& cell, double legend_width);

/// Places on the page of values.
Pixel placed(const Axes& axes, const Layout& layout, double x, double y);

}  // namespace involute::plot
