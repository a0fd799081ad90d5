// SPDX-License-Identifier: Apache-2.0
#include "bench/limit.hpp"
#include "bench/mechanism.hpp"
#include "bench/problems/andrews.hpp"
#include "bench/problems/car_axis.hpp"
#include "bench/problems/pendulum.hpp"

namespace bench {

namespace {

template <class P>
Run limit(double tolerance, double* y)
{
    return Limit<P>(tolerance, tolerance).run(y);
}

template <class P>
Problem limited()
{
    Problem problem = mechanism<P>();
    problem.limit = &limit<P>;
    return problem;
}

}  // namespace

std::span<const Problem> mechanisms()
{
    static const Problem all[] = {limited<Pendulum>(), limited<LongPendulum>(), limited<Andrews>(),
                                  limited<CarAxis>()};
    return all;
}

}  // namespace bench
