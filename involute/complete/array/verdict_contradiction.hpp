// SPDX-License-Identifier: Apache-2.0
// Which rows of a derivative array contradict each other, and by what.
#pragma once

#include <optional>
#include <vector>

#include "involute/complete/array/verdict_points.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// D^order f_equation, times a factor in a combination.
struct ArrayTerm {
    int equation = 0, order = 0;
    Quad factor = 1;
};

/// Σ factor · D^order f_equation = value, though every f is 0; or, where `decided` is one of the
/// terms, that one has the value wherever the others vanish.
struct Contradiction {
    std::vector<ArrayTerm> terms{};
    Quad value = 0;
    std::optional<std::size_t> decided{};
    std::optional<Quad> x{};  // where it has this value, if it has others elsewhere
};

/// From points where the search for a zero of F_level failed. First a combination of rows,
/// as few and as low derivatives as possible, that is a number wherever it is evaluated; else, for
/// small arrays, a row that has the same value at several points where the others vanish. Nothing
/// where neither is found: then not finding a point proves nothing.
std::optional<Contradiction> find_contradiction(const Graph& graph, const DerivativeArray& array,
                                                const NaturalScale& scale,
                                                const std::vector<ArrayPoint>& ends, int level);

}  // namespace involute
