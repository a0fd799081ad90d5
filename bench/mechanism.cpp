// SPDX-License-Identifier: Apache-2.0
#include "bench/mechanism.hpp"

#include <algorithm>
#include <cmath>

#include "bench/forms.hpp"
#include "bench/limit.hpp"
#include "bench/problems/andrews.hpp"
#include "bench/problems/car_axis.hpp"
#include "bench/problems/pendulum.hpp"

namespace bench {

namespace {

template <class F>
Form form(const char* name)
{
    return {name, F::size, &F::residual, &F::jacobian, &F::start};
}

template <class P>
Run limit(double tolerance, double* y)
{
    return Limit<P>(tolerance, tolerance).run(y);
}

template <class P>
Mechanism mechanism()
{
    return {
        .name = P::name,
        .model = P::model,
        .unknowns = {P::unknowns.begin(), P::unknowns.end()},
        .n = P::n,
        .end = P::end,
        .start = {P::start.begin(), P::start.end()},
        .reference = {P::reference.begin(), P::reference.end()},
        .ode = &ode<P>,
        .ode_jacobian = &ode_jacobian<P>,
        .index2 = form<Index2<P>>("index 2"),
        .ggl = form<Ggl<P>>("GGL"),
        .limit = &limit<P>,
    };
}

}  // namespace

std::span<const Mechanism> mechanisms()
{
    static const Mechanism all[] = {mechanism<Pendulum>(), mechanism<LongPendulum>(),
                                    mechanism<Andrews>(), mechanism<CarAxis>()};
    return all;
}

double digits(const Mechanism& mechanism, const double* y)
{
    double worst = 0;
    for (std::size_t i = 0; i < mechanism.reference.size(); ++i) {
        const double ref = mechanism.reference[i];
        const double error = std::abs(y[i] - ref) / (1 + std::abs(ref));
        if (!(error <= worst)) worst = error;
    }
    if (std::isnan(worst)) return 0;
    return std::clamp(-std::log10(worst), 0.0, 16.0);
}

}  // namespace bench
