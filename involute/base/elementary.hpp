// SPDX-License-Identifier: Apache-2.0
// Sine and cosine of our own: alone and several side by side, with the same bits, on every
// processor. They are within 0.8 units of the last place of the true values. Beyond sine_limit
// (base/sine_kernel.hpp), and of what is not finite, they are those of the C library.
#pragma once

namespace involute {

double sine(double x);
double cosine(double x);

/// To results[0] the sine, to results[1] the cosine.
void sine_and_cosine(double* results, double x);

/// Of four numbers: to results[0..3] the sines, to results[4..7] the cosines.
using FourSinesAndCosines = void (*)(double* results, double a, double b, double c, double d);
/// The fastest that this processor can run.
FourSinesAndCosines four_sines_and_cosines();

/// Of so many numbers in a row, a multiple of four.
void sines_and_cosines(int count, const double* x, double* sines, double* cosines);

}  // namespace involute
