// SPDX-License-Identifier: Apache-2.0
// The pages of numbers: tables, measured orders, what is wrong in print.
#pragma once

#include "papers/page.hpp"

namespace involute::papers {

void ta1_numbers(Page& page);     // of section 7, from its text
void figure_6_1(Page& page);      // the order of dopri54
void table_6_1(Page& page);       // steps: Hénon-Heiles
void table_6_2(Page& page);       // steps: stiff pendulum, ε = 0.01
void table_6_3(Page& page);       // steps: stiff pendulum, ε = 0.1
void remark_6_2(Page& page);      // RKF45
void conjecture_4_7(Page& page);  // proof and experiment
void errata(Page& page);          // of both papers

}  // namespace involute::papers
