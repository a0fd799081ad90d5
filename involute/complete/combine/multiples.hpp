// SPDX-License-Identifier: Apache-2.0
// Equations that contain others as they stand: of f + cos(x)*g = 0 and g = 0 the first says no more
// than f = 0. What is left out is a multiple of another equation with a polynomial as factor, so
// that nothing is lost anywhere, whatever the factor. It undoes one row operation after the other.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

struct WithoutMultiples {
    std::vector<NodeId> rows{};
    std::vector<std::vector<char>> used{};  // used[i][k]: a multiple of equation k was left out
    bool changed = false;
    std::optional<std::size_t> impossible{};  // a row that is left as a number other than 0
};

WithoutMultiples without_multiples(Graph& graph, const std::vector<NodeId>& equations);

}  // namespace involute
