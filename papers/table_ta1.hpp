// SPDX-License-Identifier: Apache-2.0
// The numbers of section 7 of TA1 that stand in its text.
#pragma once

#include <vector>

namespace involute::papers {

/// Crossings of y¹ = 0, both ways, by the Hénon-Heiles solution for 0 < x <= each of these, which
/// increase.
std::vector<long> henon_heiles_crossings(const std::vector<double>& until);

/// What constant arclength steps do to the energy of the pendulum, which is 0.
struct EnergyDrift {
    double at_end = 0;
    double largest = 0;  // |E| on the way
    double highest = 0;  // the bob, which starts at the height 0 of the axis
};
EnergyDrift pendulum_drift(const char* method, double step, double until);

}  // namespace involute::papers
