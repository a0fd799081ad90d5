// SPDX-License-Identifier: Apache-2.0
// The text a System was read from, kept so that what is returned can be held against it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "involute/expr/graph.hpp"
#include "involute/expr/input_table.hpp"
#include "involute/text/model.hpp"

namespace involute {

/// What a `draw` line asks for, with nodes of the System's graph. Nothing that is computed depends
/// on it, so that it stays with the text.
struct Drawing {
    DrawShape shape = DrawShape::line;
    std::vector<std::vector<NodeId>> points{};  // of two or three coordinates, all alike
    std::optional<NodeId> radius{};             // of a circle
    std::optional<double> size{};               // in pixels
    std::optional<int> color{};                 // a place in draw_colors
};

struct WrittenModel {
    Model model{};
    std::vector<std::pair<std::string, double>> overrides{};  // values of parameters
    std::vector<std::pair<std::string, Input>> inputs{};      // given from outside
    /// The equations as read. A System with others was changed afterwards, and the text is not its.
    std::vector<NodeId> equations{};
    std::vector<Drawing> drawings{};
};

}  // namespace involute
