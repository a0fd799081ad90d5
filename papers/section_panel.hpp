// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "involute/drive/solve.hpp"
#include "involute/plot/plot.hpp"

namespace involute::papers {

/// The section of a Hénon-Heiles run, (y^2, y_1^2) where y^1 = 0, as points.
plot::Axes section_panel(std::string title, const Solution& solution);

}  // namespace involute::papers
