// SPDX-License-Identifier: Apache-2.0
// The figures of both papers, one page each.
#pragma once

#include "papers/page.hpp"

namespace involute::papers {

void ta1_figure_2_1(Page& page);   // curves on the sphere
void ta1_figure_2_2(Page& page);   // an asymptotic curve
void ta1_figure_2_3(Page& page);   // asymptotic curves around a folded saddle
void ta1_figure_2_4(Page& page);   // parabolas
void ta1_figure_7_1(Page& page);   // pendulum with and without its energy
void ta1_figure_7_2(Page& page);   // its energy
void ta1_figure_7_3(Page& page);   // stiff pendulum
void ta1_figure_7_4(Page& page);   // stiffer pendulum
void ta1_figure_7_5(Page& page);   // discharge pressure, Euler
void ta1_figure_7_6(Page& page);   // discharge pressure, midpoint
void ta1_figure_7_7(Page& page);   // Kepler
void ta1_figure_7_8(Page& page);   // Hénon-Heiles
void ta1_figure_7_9(Page& page);   // six-point chain, its energy
void ta1_figure_7_10(Page& page);  // its configurations
void ta1_figure_7_11(Page& page);  // its configurations with the energy kept
void ta2_figure_6_2(Page& page);   // Hénon-Heiles
void ta2_figure_6_3(Page& page);   // what was said of RKF45
void ta2_figure_6_4(Page& page);   // stiff pendulum
void ta2_figure_6_5(Page& page);   // stiff pendulum, a long run
void ta2_figure_6_6(Page& page);   // the four bar linkage
void ta2_figure_6_7(Page& page);   // its motion with and without an energy row
void ta2_figure_6_8(Page& page);   // its energy
void ta2_figure_6_9(Page& page);   // the singular linkage
void ta2_figure_6_10(Page& page);  // its configurations

}  // namespace involute::papers
