// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_set>

#include "involute/expr/subgraph.hpp"
#include "involute/system/system.hpp"

namespace involute {

class Formula;

struct BuilderState {
    System system{};
    NodeMap derivatives{};
    std::unordered_set<std::string> names{};
};

/// The formula of a node in the graph of a builder.
Formula make_formula(const std::shared_ptr<BuilderState>& state, NodeId node);

}  // namespace involute
