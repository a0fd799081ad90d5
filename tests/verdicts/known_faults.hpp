// SPDX-License-Identifier: Apache-2.0
// Where the library is known to fall short of the laws, by law and by class: this list only ever
// shrinks. A wrong answer that is not of a class listed here fails its test, and so do more of them
// or more undecided ones than it says.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace involute::testing {

/// Wrong answers that begin with these words, at most so many of a hundred systems.
struct KnownFault {
    std::string law{};
    std::string words{};
    int of_hundred = 0;
};

inline const std::vector<KnownFault> known_faults{
    // J is regular beside the set of all solutions and singular at all points of it, because a row
    // contains a multiple of another one with a factor of the unknowns; the structure is believed.
    {"InMovingCoordinatesMixedByTheState", "dimension", 10},
    // The numerical route says how many constraints the ranks show, and then another dimension.
    {"InMovingCoordinatesMixed", "dimension", 10},
    {"InMovingCoordinatesMixedByTime", "dimension", 10},
    {"WithEquationsTooMany", "dimension", 25},  // at the start 0
    // Equations that contradict each other; the start values are blamed, though none are given.
    {"ContradictingEquationsAndFreeUnknowns", "the start values violate", 20},
    {"WithSources", "the start values violate", 5},
    // A multiplier whose factor is 0 at the start is said to change nothing.
    {"OneEquationShort", "called not unique", 5},
};

/// Undecided ones, where more than three of a hundred are.
struct KnownGap {
    std::string law{};
    int of_hundred = 0;
};

inline const std::vector<KnownGap> known_gaps{
    // Regular starts that are called singular, and regular points on the way.
    {"MixedByNumbers", 5},
    {"MixedByTime", 5},
    {"MixedByTheState", 10},
    {"InMovingCoordinates", 5},
    {"InMovingCoordinatesMixed", 25},
    {"InMovingCoordinatesMixedByTime", 20},
    {"InMovingCoordinatesMixedByTheState", 25},
    {"InUnitsMixedByTheState", 25},
    // Contradictions that only elimination with factors of t and of the unknowns would show.
    {"WithAContradictionOfFunctions", 100},
};

/// Analyses that take longer than max_seconds by more than a second: within the search for points
/// of the derivative array nobody looks at the clock.
inline constexpr int late_of_hundred = 3;

inline int open_of_hundred(const std::string& law)
{
    const auto found = std::ranges::find(known_gaps, law, &KnownGap::law);
    return found == known_gaps.end() ? 3 : found->of_hundred;
}

inline const KnownFault* known_fault(const std::string& law, const std::string& words)
{
    for (const KnownFault& fault : known_faults)
        if (fault.law == law && words.starts_with(fault.words)) return &fault;
    return nullptr;
}

/// A share of a few systems, rounded upwards.
inline int share(int of_hundred, int systems)
{
    return (of_hundred * systems + 99) / 100;
}

}  // namespace involute::testing
