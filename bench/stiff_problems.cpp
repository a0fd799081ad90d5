// SPDX-License-Identifier: Apache-2.0
#include "bench/mechanism.hpp"
#include "bench/ode_form.hpp"
#include "bench/problems/akzo_nobel.hpp"
#include "bench/problems/andrews.hpp"
#include "bench/problems/car_axis.hpp"
#include "bench/problems/hires.hpp"
#include "bench/problems/pendulum.hpp"
#include "bench/problems/robertson.hpp"
#include "bench/problems/slider_crank.hpp"
#include "bench/problems/transistor_amplifier.hpp"
#include "bench/problems/van_der_pol.hpp"

namespace bench {

namespace {

/// Data of a problem of first order.
template <class P>
Problem values(const std::array<double, P::size>& start)
{
    return {
        .name = P::name,
        .model = P::model,
        .unknowns = {P::unknowns.begin(), P::unknowns.end()},
        .orders = 1,
        .end = P::end,
        .start = {start.begin(), start.end()},
        .reference = {P::reference.begin(), P::reference.end()},
    };
}

template <class P>
Problem equations(std::vector<Form> forms)
{
    Problem problem = values<P>(P::start);
    problem.ode = &P::ode;
    problem.ode_jacobian = &P::ode_jacobian;
    problem.forms = std::move(forms);
    return problem;
}

template <class P>
Problem equations()
{
    return equations<P>({form<OdeForm<P>>("ODE")});
}

Problem robertson()
{
    Problem problem =
        equations<Robertson>({form<OdeForm<Robertson>>("ODE"), form<RobertsonMass>("index 1")});
    problem.floors = {1e-4, 1e-8};
    return problem;
}

Problem transistor_amplifier()
{
    Problem problem = values<TransistorAmplifier>(TransistorAmplifier::initial);
    problem.forms = {form<TransistorAmplifier>("nodes"), form<CapacitorVoltages>("capacitors")};
    problem.forms[1].measured = &CapacitorVoltages::nodes;
    return problem;
}

/// The published start, whose chain is open by 2e-10; equations that close it do not apply.
Problem slider_crank()
{
    Problem problem = mechanism<SliderCrank>();
    problem.forms.pop_back();
    return problem;
}

/// Velocities of the shapes swing fast and cost most of the digits.
Problem slider_crank_positions()
{
    Problem problem = slider_crank();
    problem.name = "slider crank, positions alone";
    problem.counted = SliderCrank::n;
    return problem;
}

}  // namespace

std::span<const Problem> stiff_problems()
{
    static const Problem all[] = {
        equations<VanDerPol>(),
        equations<StifferVanDerPol>(),
        robertson(),
        equations<Hires>(),
        transistor_amplifier(),
        equations<AkzoNobel>({form<AkzoNobelEquilibrium>("index 1")}),
        slider_crank(),
        slider_crank_positions(),
        mechanism<ClosedSliderCrank>(),
        mechanism<Pendulum>(),
        mechanism<Andrews>(),
        mechanism<CarAxis>(),
    };
    return all;
}

}  // namespace bench
