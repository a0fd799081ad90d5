// SPDX-License-Identifier: Apache-2.0
// Plots for terminals: every character has two by four dots (Unicode's braille patterns).
#pragma once

#include <string>
#include <vector>

#include "involute/plot/table.hpp"

namespace involute::plot {

struct TerminalSize {
    int columns = 80;
    int rows = 24;
};

/// The columns `y` against the column `x`, in panels as panels_of has them: lines of text that are
/// at most as wide as the terminal, with the ends of the axes as numbers. Ends with a new line.
std::string to_braille(const Table& table, const std::string& x, const std::vector<std::string>& y,
                       const TerminalSize& size);

}  // namespace involute::plot
