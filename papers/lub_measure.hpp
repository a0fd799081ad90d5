// SPDX-License-Identifier: Apache-2.0
// What Lubich's theorems and lemmas say about Radau IIA, measured with 33 digits.
#pragma once

#include <string>
#include <vector>

#include "papers/lub_iterations.hpp"
#include "papers/lub_problems.hpp"

namespace involute::papers {

/// The spring pendulum from θ = 0 with the velocity 1/2 across the spring, up to t = 1, in `steps`
/// equal ones. Errors are Euclidean.
struct PathError {
    double y = 0, v = 0;
    double lambda = 0;  // force of the last stage of a step
};
/// The largest errors of the constrained pendulum, ε = 0, against its own solution.
PathError constrained_error(int stages, int steps);
/// What ε adds at t = 1: (y_n^ε - y^ε) - (y_n⁰ - y⁰), the same for v. Theorem 3.1 bounds both by
/// O(ε² h^(q-2)), q the number of stages.
PathError extra_error(int stages, int steps, const Quad& eps);

/// The largest distance, at times i/20 up to 1, of the stiff equation started on the expansion of
/// smooth motion to ε⁶ from the motion along the expansion.
PathError distance_from_expansion(const Quad& eps);

/// |R(iw)|.
double damping_of_oscillations(int stages, double w);
/// Two solutions of the spring pendulum, steps h = 1/1000 = ratio·ε: one starts with smooth motion
/// at θ = -0.7 with the velocity 1.2, the other off it by 0.3 h² in the length and 0.3 h in its
/// derivative. Their distances √(Δr² + ε² Δr'²) at the start and after each step.
std::vector<double> deviations(int stages, double ratio, int steps);
/// The factors from one deviation to the next.
std::vector<double> damping_factors(int stages, double ratio, int steps);

/// One step from a state of smooth motion, with its solution.
struct SmoothStep {
    StiffMechanics<Quad> problem{};
    RadauIIA<Quad> method{};
    Quad eps = 0, h = 0;
    MechanicalState<Quad> from{};
    VectorOf<Quad> solution{};  // accelerations

    StiffStep<Quad> step() const { return {problem, method, eps, h, from}; }
    Contraction contraction(StageIteration iteration) const;
    /// Largest error of an acceleration.
    double error(const VectorOf<Quad>& accelerations) const;
};
/// The spring pendulum at θ = -0.7 with the velocity 1.2.
SmoothStep pendulum_step(int stages, const Quad& eps, const Quad& h);
SmoothStep generic_step(int stages, const Quad& eps, const Quad& h);

/// The h/√ε at which the spectral radius of an iteration on the pendulum passes 1.
double convergence_limit(int stages, StageIteration iteration, const Quad& eps);

}  // namespace involute::papers
