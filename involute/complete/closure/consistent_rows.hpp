// SPDX-License-Identifier: Apache-2.0
// Rows that are to vanish at points reached from many first points: they are differentiated once.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "involute/complete/closure/array_points.hpp"

namespace involute {

class ConsistentRows {
public:
    ConsistentRows(Graph& graph, const std::vector<NodeId>& rows);
    ~ConsistentRows();

    /// As consistent_point of array_points.hpp. First points have jets of the same orders.
    std::optional<JetPoint> near(const JetPoint& first, const NaturalScale& scale);

private:
    struct Differentiated;
    Graph& graph_;
    std::vector<NodeId> rows_;
    std::unique_ptr<Differentiated> differentiated_{};
};

}  // namespace involute
