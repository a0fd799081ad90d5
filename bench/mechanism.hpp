// SPDX-License-Identifier: Apache-2.0
// From what bench/problems/ knows of a mechanism to a Problem with its hand-reduced forms.
#pragma once

#include "bench/forms.hpp"
#include "bench/problem.hpp"

namespace bench {

template <class F>
Form form(const char* name)
{
    return {name, F::size, F::tested, &F::residual, &F::jacobian, &F::start, nullptr};
}

template <class P>
Problem mechanism()
{
    return {
        .name = P::name,
        .model = P::model,
        .unknowns = {P::unknowns.begin(), P::unknowns.end()},
        .orders = 2,
        .end = P::end,
        .start = {P::start.begin(), P::start.end()},
        .reference = {P::reference.begin(), P::reference.end()},
        .ode = &ode<P>,
        .ode_jacobian = &ode_jacobian<P>,
        .forms = {form<Index2<P>>("index 2"), form<Ggl<P>>("GGL")},
    };
}

}  // namespace bench
