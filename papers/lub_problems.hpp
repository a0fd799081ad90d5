// SPDX-License-Identifier: Apache-2.0
// The stiff mechanical systems on which Lubich's statements are measured.
#pragma once

#include "papers/stiff_mechanics.hpp"

namespace involute::papers {

/// The spring pendulum (1.1): U = (r - 1)²/2, unit mass and gravity. In Hairer's form (8.4) ∇U = yφ
/// with φ = 1 - 1/r.
template <class S>
StiffMechanics<S> spring_pendulum();

/// A point of the manifold of smooth motion of the spring pendulum, by the angle from the positive
/// first axis and its derivative, to O(ε⁸):
///     r = 1 + ε²(ω² - s) + ε⁴(3s² - 4sω² + ω⁴ - 3) + ε⁶(-9s³ - 12s²ω² + 2sω⁴ + 9s + ω⁶ + 24ω²),
/// s = sin θ. On it θ'' = -(cos θ + 2ω² r_θ)/(r + 2ω r_ω).
template <class S>
struct SlowPoint {
    S theta{}, omega{};
};
/// The one with a velocity rω across the spring.
template <class S>
SlowPoint<S> with_speed(const S& theta, const S& speed, const S& eps);
template <class S>
MechanicalState<S> on_slow_manifold(const SlowPoint<S>& at, const S& eps);
/// The solution on the manifold after the time t.
template <class S>
SlowPoint<S> move_slowly(const SlowPoint<S>& from, const S& eps, const S& t);

/// The stiff equation itself, by small explicit steps.
template <class S>
MechanicalState<S> move_stiffly(const StiffMechanics<S>& problem, const MechanicalState<S>& from,
                                const S& eps, const S& t, int steps);

/// Nothing special about it: R⁴, two stiff directions, U = gᵗK(y)g/2, a mass matrix and a force
/// that depend on everything.
template <class S>
StiffMechanics<S> generic_mechanics();
/// A point of the tangent bundle of {g = 0}.
template <class S>
MechanicalState<S> generic_start();

/// Moves a point of the tangent bundle by the ε² term of Theorem 2.2 in its position, which is
/// M-normal: ∇²U y¹ = Gᵗλ⁰.
template <class S>
MechanicalState<S> towards_smooth_motion(const StiffMechanics<S>& problem,
                                         const MechanicalState<S>& constrained, const S& eps);

}  // namespace involute::papers
