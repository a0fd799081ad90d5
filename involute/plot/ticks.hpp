// SPDX-License-Identifier: Apache-2.0
// Where an axis is marked and what is written there.
#pragma once

#include <string>
#include <vector>

#include "involute/plot/plot.hpp"

namespace involute::plot {

struct Tick {
    double at = 0;        // in units of the scale: the value, or its decimal logarithm
    std::string label{};  // empty: a minor tick
};

struct Ticks {
    std::vector<Tick> ticks{};
    std::string factor{};  // what all labels have in common: "×10^{5}", "+ 1.25"; often empty
};

/// Multiples of 1, 2 or 5 times a power of ten in [low, high], at most `most`, and at least two
/// if `most` is five or more.
Ticks linear_ticks(double low, double high, int most);

/// For low and high as decimal logarithms: powers of ten, all or every so many; between them 2
/// and 5 where few powers are seen, and multiples of the linear rule where none is.
Ticks log_ticks(double low, double high, int most);

Ticks ticks(Scale scale, double low, double high, int most);

}  // namespace involute::plot
