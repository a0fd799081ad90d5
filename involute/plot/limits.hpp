// SPDX-License-Identifier: Apache-2.0
// From values to their place along an axis.
#pragma once

#include <span>
#include <vector>

#include "involute/plot/plot.hpp"

namespace involute::plot {

/// The ends of an axis, in units of its scale: values, or their decimal logarithms.
struct Limits {
    double low = 0;
    double high = 1;
};

/// The value in units of the scale; not finite where it has no place on the axis.
double scaled(Scale scale, double value);

/// Where between the ends: 0 at the low one, 1 at the high one.
double fraction(const Limits& limits, double scaled_value);

/// Around all values that have a place, with some air; ends given by the axis are kept. A range
/// without extent is widened. Throws Error if the given ends do not make an interval.
Limits limits_of(const Axis& axis, std::span<const std::vector<double>* const> values);

}  // namespace involute::plot
