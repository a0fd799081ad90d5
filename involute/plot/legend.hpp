// SPDX-License-Identifier: Apache-2.0
// The list of names with a sample of each line and marker.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/plot/canvas.hpp"
#include "involute/plot/style.hpp"

namespace involute::plot {

/// What of a curve is on the page.
struct Drawn {
    std::string label{};
    Resolved style{};
    std::vector<Polyline> parts{};
    std::vector<Pixel> marks{};
};

struct LegendEntry {
    std::string label{};
    Resolved style{};
};

/// The named curves, as many as fit into this room; then how many more there are.
struct LegendList {
    std::vector<LegendEntry> entries{};
    double width = 0;
    double height = 0;
};
LegendList legend_list(const std::vector<LegendEntry>& named, double room_across, double room_down);

/// Does the box touch no curve and no other box?
bool is_free(const Box& box, const std::vector<Drawn>& curves, const std::vector<Box>& taken);

/// The first corner of the frame where the legend hides nothing.
std::optional<Box> free_corner(const Box& frame, const LegendList& legend,
                               const std::vector<Drawn>& curves, const std::vector<Box>& taken);

void draw_legend(Canvas& canvas, const LegendList& legend, const Box& place);

/// Lines and markers of a curve.
void draw_curve(Canvas& canvas, const Drawn& curve);

}  // namespace involute::plot
