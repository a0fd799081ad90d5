// SPDX-License-Identifier: Apache-2.0
// Expressions of a system, computed from the rows of its solution.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/program.hpp"
#include "involute/options/solution.hpp"
#include "involute/system/system.hpp"

namespace involute::report {

/// The solution there, as a row. Nothing where it cannot be had: a point between the rows of a
/// stiff run that does not satisfy the equations is not shown.
std::optional<std::vector<double>> row_at(const SolutionFunction& function, double parameter);

/// Knows which jets a row holds, and where.
class RowReader {
public:
    /// The graph gets the leaves that it does not have yet.
    RowReader(System& system, const Solution& solution);

    /// Whether a row holds all that is in an expression.
    bool holds(NodeId expression) const;
    /// Computes these expressions, which rows must hold, from a row.
    void prepare(const std::vector<NodeId>& expressions);
    const std::vector<double>& operator()(const std::vector<double>& row);

    /// The jets that rows hold, and their columns.
    struct Held {
        NodeId leaf{};
        int unknown = -1;  // -1: the independent variable
        int order = 0;
        std::size_t column = 0;
    };
    const std::vector<Held>& held() const { return held_; }

private:
    const System& system_;
    std::size_t columns_;
    std::vector<Held> held_{};
    Interpreter<double> program_{};
    std::vector<double> out_{}, work_{};
};

}  // namespace involute::report
