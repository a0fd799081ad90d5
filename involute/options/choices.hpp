// SPDX-License-Identifier: Apache-2.0
// The words a user can choose among: how steps are made, what is projected, with which digits.
//
//     solve(system, {.precision = Precision::quad, .technique = {.norm = Norm::euclidean}});
//
// The first value of every list is the default, unless a field says otherwise. How each is written
// as text, and a sentence about it, stands in options/words.hpp.
#pragma once

namespace involute {

/// The scalar a run computes with: 16 digits, or 33 for references and for ill-conditioned systems.
enum class Precision { double_, quad };

/// How the next step follows from the error of the last one.
/// pi: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2; volume I, II.4.
/// classic: h · clamp(safety (1/error)^exponent), their II.4, without memory.
/// halving: half the step after a rejection, `growth` times it when the error is below
/// `grow_below`; the rule of Tuomela and Arponen as far as their counts tell.
enum class StepRule { pi, classic, halving };

/// How large an error is.
/// scaled: root mean square of e_c / (atol + rtol max(|p_c|, |q_c|)), an error of 1 is a hundredth
/// of the tolerance. euclidean: |e|₂ / atol, in the unscaled ambient space, as in the papers.
enum class Norm { scaled, euclidean };

/// Where the error of a step is taken from. automatic: the embedded formula where there is one,
/// else two steps against one of twice the size. implicit_euler: midpoint rules against an
/// implicit Euler step over their second half (TA1 section 6.2).
enum class Estimate { automatic, embedded, doubling, implicit_euler };

/// What an implicit step satisfies at its stages: the completed equations, or the equations as
/// written with their constraints undifferentiated (Schropp's method).
enum class Collocation { completed, written };

/// The highest derivatives of a returned point: solved for from its lower ones, or as the last
/// stage of an implicit step left them.
enum class TopValues { recomputed, carried };

/// Newton's matrix for the stages: one for all of them, kept as long as it serves, or every
/// stage's own in every iteration.
enum class StageNewton { simplified, full };

/// How a point is brought back to the surface.
enum class ProjectionWay { sweep, newton, chord, second_order, gauss_newton, frozen, none };

/// How the direction of the solution is found: by solving with J, or from the null space of
/// C = (r | J), for which the tops must be jointly affine.
enum class Distribution { linear_solve, null_space };

/// Between the ends of a step: the dense output of the method, or the cubic Hermite polynomial.
enum class Interpolation { dense, hermite };

}  // namespace involute
