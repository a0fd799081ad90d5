// SPDX-License-Identifier: Apache-2.0
// Which component of the constraints the start lies on.
#pragma once

#include <string>
#include <vector>

#include "involute/algebra/decompose.hpp"

namespace involute {

/// Whether a component contains the start, and how far it is from it.
struct Standing {
    bool contains_start = false;  // there is a point of it with the values given, up to rounding
    double distance = 0;  // in scale, from the start values and guesses to the nearest such point
};

/// Looks for the point of each component, velocities included, that is nearest to the start values
/// and guesses. floor: the scale of a number that is zero.
std::vector<Standing> find_start(System& system, const Decomposition& decomposition,
                                 double floor = 1e-2);

/// Which component a start belongs to, counted from 0.
struct Chosen {
    int component = -1;     // -1: the start lies on none, or on several
    std::string message{};  // always a sentence
};
Chosen choose_component(const std::vector<Standing>& standings);

}  // namespace involute
