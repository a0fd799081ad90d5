// SPDX-License-Identifier: Apache-2.0
// The consistent start: the nearest point of M to what the user gave, in the user's scale. Given
// values are held if that is possible at all; guesses and unmentioned values move first.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/project/project.hpp"

namespace involute {

/// One number of the start: what was given, and what was found.
struct StartValue {
    int unknown = -1;  // -1: x
    int order = 0;
    bool given = false;
    bool guessed = false;
    double moved = 0;  // value minus what was given or guessed
};

template <class S>
struct Start {
    Outcome outcome = Outcome::complete;  // or inconsistent_start, no_start_found, singular_start
    std::string message{};                // why not
    std::vector<std::string> notices{};   // given values that had to move a little
    std::vector<S> p{}, z{};
    std::vector<StartValue> values{};  // of p, then of z
    std::vector<double> sizes{};       // natural sizes of p (project/start_sizes.hpp)
    /// No start, but not because the equations might contradict each other: they hold elsewhere, or
    /// cannot be evaluated here.
    bool elsewhere = false;
};

/// Finds the start, and fixes the values of the invariants and the order of elimination there.
/// Numbers without a start value or guess are tried as 0 first; with `generic` they are random, so
/// that the point is not special by accident. The scale is relative here: which part of its natural
/// size counts as zero beside a number. inconsistent_start is said with a proof (start_proof.hpp).
template <class S>
Start<S> consistent_start(Geometry<S>& geometry, Scale scale, bool generic = false);

/// Another point of M, at a random distance of about `spread` (of natural sizes) from p; false if
/// none was found. Shows whether something holds in general or at one point only.
template <class S>
bool generic_point(Geometry<S>& geometry, Scale scale, double spread, std::mt19937& random,
                   std::vector<S>& p);

extern template Start<double> consistent_start(Geometry<double>&, Scale, bool);
extern template Start<Quad> consistent_start(Geometry<Quad>&, Scale, bool);
extern template bool generic_point(Geometry<double>&, Scale, double, std::mt19937&,
                                   std::vector<double>&);
extern template bool generic_point(Geometry<Quad>&, Scale, double, std::mt19937&,
                                   std::vector<Quad>&);

}  // namespace involute
