// SPDX-License-Identifier: Apache-2.0
// The text a System was read from, kept so that what is returned can be held against it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "involute/expr/graph.hpp"
#include "involute/expr/input_table.hpp"
#include "involute/text/model.hpp"

namespace involute {

struct WrittenModel {
    Model model{};
    std::vector<std::pair<std::string, double>> overrides{};  // values of parameters
    std::vector<std::pair<std::string, Input>> inputs{};      // given from outside
    /// The equations as read. A System with others was changed afterwards, and the text is not its.
    std::vector<NodeId> equations{};
};

}  // namespace involute
