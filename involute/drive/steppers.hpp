// SPDX-License-Identifier: Apache-2.0
// From the name of a method to what makes its steps.
#pragma once

#include <memory>

#include "involute/drive/problems.hpp"
#include "involute/drive/walker.hpp"
#include "involute/method/explicit_methods.hpp"

namespace involute {

/// An explicit method for any problem.
template <class S>
std::unique_ptr<Stepper<S>> make_stepper(Problem<S>& problem, const Tableau& tableau,
                                         const WalkOptions& options);

/// The same, faster: calls of the problem are not virtual.
template <class S>
std::unique_ptr<Stepper<S>> make_stepper(XProblem<S>& problem, const Tableau& tableau,
                                         const WalkOptions& options);

/// A walker for an explicit method.
template <class S, class P>
Walker<S> make_walker(P& problem, const Tableau& tableau, const WalkOptions& options)
{
    return Walker<S>(problem, make_stepper<S>(problem, tableau, options), options);
}

extern template std::unique_ptr<Stepper<double>> make_stepper(Problem<double>&, const Tableau&,
                                                              const WalkOptions&);
extern template std::unique_ptr<Stepper<Quad>> make_stepper(Problem<Quad>&, const Tableau&,
                                                            const WalkOptions&);
extern template std::unique_ptr<Stepper<double>> make_stepper(XProblem<double>&, const Tableau&,
                                                              const WalkOptions&);
extern template std::unique_ptr<Stepper<Quad>> make_stepper(XProblem<Quad>&, const Tableau&,
                                                            const WalkOptions&);

}  // namespace involute
