// SPDX-License-Identifier: Apache-2.0
// The pages on LUB: Lubich, Integration of stiff mechanical systems by Runge-Kutta methods.
#pragma once

#include "papers/page.hpp"

namespace involute::papers {

void lub_theorem_2_2(Page& page);  // smooth motion
void lub_theorem_3_1(Page& page);  // errors of Radau IIA
void lub_theorem_3_2(Page& page);  // damping towards smooth motion
void lub_lemma_8_1(Page& page);    // modified Newton iterations
void lub_lemma_8_2(Page& page);    // iterations with the force as an unknown

}  // namespace involute::papers
