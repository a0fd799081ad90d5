// SPDX-License-Identifier: Apache-2.0
// Makes the stepper of a method.
#pragma once

#include <memory>

#include "involute/method/explicit_methods.hpp"
#include "involute/method/methods.hpp"
#include "involute/step/surface_problems.hpp"
#include "involute/step/walker.hpp"

namespace involute {

/// The stepper of a method for XProblem or CurveProblem; Runge-Kutta families accept any Problem.
/// Throws Error if the method cannot solve the problem.
template <class S>
std::unique_ptr<Stepper<S>> make_stepper(Problem<S>& problem, const MethodEntry& method,
                                         const WalkOptions& options);

/// The method chosen by `auto`, and Radau where the equations turn out to be stiff.
template <class S>
std::unique_ptr<Stepper<S>> make_switching(Problem<S>& problem, const MethodEntry& method,
                                           const WalkOptions& options);

/// An explicit method, its calls of the problem not virtual.
template <class S, class P>
std::unique_ptr<Stepper<S>> make_explicit(P& problem, const Tableau& tableau,
                                          const WalkOptions& options);

/// A walker for an explicit method.
template <class S, class P>
Walker<S> make_walker(P& problem, const Tableau& tableau, const WalkOptions& options)
{
    return Walker<S>(problem, make_explicit<S, P>(problem, tableau, options), options);
}

extern template std::unique_ptr<Stepper<double>> make_stepper(Problem<double>&, const MethodEntry&,
                                                              const WalkOptions&);
extern template std::unique_ptr<Stepper<Quad>> make_stepper(Problem<Quad>&, const MethodEntry&,
                                                            const WalkOptions&);
extern template std::unique_ptr<Stepper<double>> make_switching(Problem<double>&,
                                                                const MethodEntry&,
                                                                const WalkOptions&);
extern template std::unique_ptr<Stepper<Quad>> make_switching(Problem<Quad>&, const MethodEntry&,
                                                              const WalkOptions&);
extern template std::unique_ptr<Stepper<double>> make_explicit(XProblem<double>&, const Tableau&,
                                                               const WalkOptions&);
extern template std::unique_ptr<Stepper<Quad>> make_explicit(XProblem<Quad>&, const Tableau&,
                                                             const WalkOptions&);
extern template std::unique_ptr<Stepper<double>> make_explicit(CurveProblem<double>&,
                                                               const Tableau&, const WalkOptions&);
extern template std::unique_ptr<Stepper<Quad>> make_explicit(CurveProblem<Quad>&, const Tableau&,
                                                             const WalkOptions&);

}  // namespace involute
