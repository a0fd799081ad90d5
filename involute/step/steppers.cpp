// SPDX-License-Identifier: Apache-2.0
#include "involute/step/steppers.hpp"

#include <fmt/format.h>

#include "involute/base/error.hpp"
#include "involute/method/coefficients.hpp"
#include "involute/method/implicit_methods.hpp"
#include "involute/step/doubling.hpp"
#include "involute/step/implicit.hpp"
#include "involute/step/radau.hpp"
#include "involute/step/runge_kutta_impl.hpp"
#include "involute/step/series_stepper.hpp"
#include "involute/step/switching.hpp"
#include "involute/step/tangent_taylor.hpp"

namespace involute {
namespace {

template <class S>
using Made = std::unique_ptr<Stepper<S>>;

/// Adds the requested error estimate to a stepper, which may have one of its own.
template <class S>
Made<S> with_estimate(Problem<S>& problem, Made<S> inner, const WalkOptions& options)
{
    if (options.step > 0) return inner;
    if (options.technique.estimate == Estimate::embedded && !inner->estimates)
        throw Error(Diagnostic{.message = "this method has no embedded formula",
                               .hint = "use option `technique.estimate = doubling`"});
    const bool doubled = options.technique.estimate == Estimate::doubling ||
                         (options.technique.estimate == Estimate::automatic && !inner->estimates);
    if (!doubled) return inner;
    return std::make_unique<Doubling<S>>(problem, std::move(inner), options);
}

TangentForm tangent_form(std::string_view name)
{
    return name == "taylor1"   ? TangentForm::first
           : name == "taylor2" ? TangentForm::second
           : name == "taylor3" ? TangentForm::third
                               : TangentForm::third_n;
}

/// Corrections for the curvature of M are made for the projection that follows, in its metric.
template <class S>
Made<S> make_tangent(Problem<S>& problem, const MethodEntry& method, const WalkOptions& options)
{
    const TangentForm form = tangent_form(method.name);
    if (auto* in_x = dynamic_cast<XProblem<S>*>(&problem))
        return std::make_unique<TangentTaylor<S>>(
            problem, in_x->geometry(), form, in_x->projection().metric(), false, Metric{}, options);
    if (auto* curve = dynamic_cast<CurveProblem<S>*>(&problem))
        return std::make_unique<TangentTaylor<S>>(problem, curve->geometry(), form,
                                                  curve->projection().metric(), true,
                                                  curve->metric(), options);
    throw Error(Diagnostic{.message = fmt::format("`{}` needs equations", method.name),
                           .hint = "callables are solved with Runge-Kutta methods"});
}

/// Series are expanded in x, from equations.
template <class S>
Made<S> make_series(Problem<S>& problem, const WalkOptions& options)
{
    if (auto* in_x = dynamic_cast<XProblem<S>*>(&problem))
        return std::make_unique<SeriesStepper<S>>(*in_x, options);
    throw Error(
        Diagnostic{.message = "`taylor` needs equations, and x as the parameter",
                   .hint = "use dop853; along a curve taylor1, taylor2 and taylor3 go as well"});
}

/// Radau methods solve for derivatives in x. Along a curve, and for callables, their stages are
/// projected points.
template <class S>
Made<S> make_radau(Problem<S>& problem, const MethodEntry& method, const WalkOptions& options)
{
    if (auto* in_x = dynamic_cast<XProblem<S>*>(&problem))
        return std::make_unique<RadauStepper<S>>(*in_x, method.stages, options);
    const Tableau* tableau = method.stages == 1   ? find_implicit_method("implicit-euler")
                             : method.stages == 2 ? find_implicit_method("radau3")
                                                  : find_implicit_method("radau5");
    if (method.stages > 3)
        throw Error(Diagnostic{
            .message = fmt::format("`{}` needs equations, and x as the parameter", method.name),
            .hint = "along a curve, and for callables, use radau5"});
    return with_estimate<S>(
        problem,
        std::make_unique<ImplicitStepper<S>>(problem, ImplicitForm::runge_kutta, *tableau, options),
        options);
}

template <class S>
Made<S> make_implicit(Problem<S>& problem, const MethodEntry& method, const WalkOptions& options)
{
    static const Tableau order_one{.name = "", .order = 1};
    static const Tableau order_two{.name = "", .order = 2};
    const bool midpoint = method.family == Family::midpoint_projected;
    const bool may_compare = midpoint || method.name == "midpoint-rk";
    if (options.technique.estimate == Estimate::implicit_euler && !may_compare)
        throw Error(Diagnostic{.message = fmt::format("`{}` cannot be compared with an implicit "
                                                      "Euler step",
                                                      method.name),
                               .hint = "that estimate is for midpoint and midpoint-rk"});
    if (method.family == Family::implicit_rk)
        return std::make_unique<ImplicitStepper<S>>(problem, ImplicitForm::runge_kutta,
                                                    *method.tableau, options);
    return std::make_unique<ImplicitStepper<S>>(
        problem, midpoint ? ImplicitForm::midpoint : ImplicitForm::euler_at_start,
        midpoint ? order_two : order_one, options);
}

}  // namespace

template <class S, class P>
std::unique_ptr<Stepper<S>> make_explicit(P& problem, const Tableau& tableau,
                                          const WalkOptions& options)
{
    WalkOptions inner = options;
    if (options.technique.estimate == Estimate::doubling)
        inner.step = 1;  // the estimate of the pair itself is not used
    if (options.technique.estimate == Estimate::implicit_euler)
        throw Error(Diagnostic{.message = fmt::format("`{}` cannot be compared with an implicit "
                                                      "Euler step",
                                                      tableau.name),
                               .hint = "that estimate is for midpoint and midpoint-rk"});
    return with_estimate<S>(
        problem, std::make_unique<RungeKutta<S, P>>(problem, coefficients<S>(tableau), inner),
        options);
}

template <class S>
std::unique_ptr<Stepper<S>> make_stepper(Problem<S>& problem, const MethodEntry& method,
                                         const WalkOptions& options)
{
    switch (method.family) {
        case Family::explicit_rk:
            if (auto* in_x = dynamic_cast<XProblem<S>*>(&problem))
                return make_explicit<S, XProblem<S>>(*in_x, *method.tableau, options);
            return make_explicit<S, Problem<S>>(problem, *method.tableau, options);
        case Family::tangent_taylor:
            return with_estimate<S>(problem, make_tangent<S>(problem, method, options), options);
        case Family::series_taylor:
            return make_series<S>(problem, options);
        case Family::radau:
            return make_radau<S>(problem, method, options);
        default:
            return with_estimate<S>(problem, make_implicit<S>(problem, method, options), options);
    }
}

template <class S>
std::unique_ptr<Stepper<S>> make_switching(Problem<S>& problem, const MethodEntry& method,
                                           const WalkOptions& options)
{
    auto made = make_stepper<S>(problem, method, options);
    auto* in_x = dynamic_cast<XProblem<S>*>(&problem);
    if (!in_x || options.step > 0 || method.family == Family::radau) return made;
    return std::make_unique<SwitchingStepper<S>>(*in_x, std::move(made), options);
}

template std::unique_ptr<Stepper<double>> make_switching(Problem<double>&, const MethodEntry&,
                                                         const WalkOptions&);
template std::unique_ptr<Stepper<Quad>> make_switching(Problem<Quad>&, const MethodEntry&,
                                                       const WalkOptions&);
template std::unique_ptr<Stepper<double>> make_stepper(Problem<double>&, const MethodEntry&,
                                                       const WalkOptions&);
template std::unique_ptr<Stepper<Quad>> make_stepper(Problem<Quad>&, const MethodEntry&,
                                                     const WalkOptions&);
template std::unique_ptr<Stepper<double>> make_explicit(XProblem<double>&, const Tableau&,
                                                        const WalkOptions&);
template std::unique_ptr<Stepper<Quad>> make_explicit(XProblem<Quad>&, const Tableau&,
                                                      const WalkOptions&);
template std::unique_ptr<Stepper<double>> make_explicit(CurveProblem<double>&, const Tableau&,
                                                        const WalkOptions&);
template std::unique_ptr<Stepper<Quad>> make_explicit(CurveProblem<Quad>&, const Tableau&,
                                                      const WalkOptions&);

}  // namespace involute
