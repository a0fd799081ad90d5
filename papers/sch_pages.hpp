// SPDX-License-Identifier: Apache-2.0
// The pages on SCH: Schropp, Projected Runge-Kutta methods for differential algebraic equations of
// index 3.
#pragma once

#include "papers/page.hpp"

namespace involute::papers {

void sch_theorem_2_1(Page& page);  // orders
void sch_figure_1(Page& page);     // the pendulum
void sch_figure_2(Page& page);     // its d1 and d2 without and with projection
void sch_figure_3(Page& page);     // its d3
void sch_table_1(Page& page);      // what it costs
void sch_figure_4(Page& page);     // Andrews' mechanism
void sch_figure_5(Page& page);     // its d1 and d2
void sch_table_2(Page& page);      // what it costs

}  // namespace involute::papers
