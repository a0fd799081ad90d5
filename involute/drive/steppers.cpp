// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/steppers.hpp"

#include "involute/drive/doubling.hpp"
#include "involute/drive/runge_kutta_impl.hpp"

namespace involute {
namespace {

/// Adds the error estimate asked for to a stepper that may have its own.
template <class S>
std::unique_ptr<Stepper<S>> with_estimate(Problem<S>& problem, std::unique_ptr<Stepper<S>> inner,
                                          const WalkOptions& options)
{
    const bool doubled = options.estimate == Estimate::doubling ||
                         (options.estimate == Estimate::automatic && !inner->estimates);
    if (options.step > 0 || !doubled) return inner;
    return std::make_unique<Doubling<S>>(problem, std::move(inner), options);
}

template <class S, class P>
std::unique_ptr<Stepper<S>> explicit_stepper(P& problem, const Tableau& tableau,
                                             const WalkOptions& options)
{
    WalkOptions inner = options;
    if (options.estimate == Estimate::doubling) inner.step = 1;  // the pair's own is not looked at
    return with_estimate<S>(
        problem, std::make_unique<RungeKutta<S, P>>(problem, coefficients<S>(tableau), inner),
        options);
}

}  // namespace

template <class S>
std::unique_ptr<Stepper<S>> make_stepper(Problem<S>& problem, const Tableau& tableau,
                                         const WalkOptions& options)
{
    return explicit_stepper<S, Problem<S>>(problem, tableau, options);
}

template <class S>
std::unique_ptr<Stepper<S>> make_stepper(XProblem<S>& problem, const Tableau& tableau,
                                         const WalkOptions& options)
{
    return explicit_stepper<S, XProblem<S>>(problem, tableau, options);
}

template std::unique_ptr<Stepper<double>> make_stepper(Problem<double>&, const Tableau&,
                                                       const WalkOptions&);
template std::unique_ptr<Stepper<Quad>> make_stepper(Problem<Quad>&, const Tableau&,
                                                     const WalkOptions&);
template std::unique_ptr<Stepper<double>> make_stepper(XProblem<double>&, const Tableau&,
                                                       const WalkOptions&);
template std::unique_ptr<Stepper<Quad>> make_stepper(XProblem<Quad>&, const Tableau&,
                                                     const WalkOptions&);

}  // namespace involute
