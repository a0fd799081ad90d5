// SPDX-License-Identifier: Apache-2.0
// Lines on the page: cut at the frame, thinned to what can be seen, written as path data.
#pragma once

#include <string>
#include <vector>

namespace involute::plot {

/// A place on the page in pixels, y downwards.
struct Pixel {
    double x = 0;
    double y = 0;
};
using Polyline = std::vector<Pixel>;

struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
    double width() const { return right - left; }
    double height() const { return bottom - top; }
    bool contains(Pixel p) const
    {
        return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom;
    }
};

bool overlap(const Box& a, const Box& b);

/// Does any part of the segment lie in the box?
bool meets(const Box& box, Pixel a, Pixel b);

/// The parts of a line inside the box. Places that are not finite break it.
std::vector<Polyline> clipped(const Polyline& line, const Box& box);

/// The line with fewer points, nowhere further than `tolerance` from where it was (Ramer 1972,
/// Douglas and Peucker 1973), after every run of points in one column of half a pixel is reduced
/// to its ends and extremes.
Polyline thinned(const Polyline& line, double tolerance = 0.1);

/// Leaves out segments that only cross pixels which other segments have painted, so that a long
/// orbit is not painted again and again. A line may fall into several. The places must be on a
/// page.
std::vector<Polyline> painted_once(const std::vector<Polyline>& lines);

/// "12.5": at most two decimals, no zeros at the end.
std::string coordinate(double x);

/// "M0,0L1,2 3,4"; nothing for fewer than two points.
std::string path_data(const Polyline& line);

/// The same for lines that are thinned first and, where they are long, painted once.
std::string thin_path_data(const std::vector<Polyline>& lines);

}  // namespace involute::plot
