// SPDX-License-Identifier: Apache-2.0
// Between which bounds an expression stays while some of its leaves are anything: 4 + y^2 - 1 is at
// least 3. Bounds are computed in double, and are as sharp as rounding leaves them.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "involute/expr/graph.hpp"

namespace involute {

struct ValueRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// The range of e; known(leaf): its value, nothing where it may be any number.
ValueRange range_of(const Graph& graph, NodeId e,
                    const std::function<std::optional<double>(NodeId)>& known);

}  // namespace involute
