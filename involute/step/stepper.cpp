// SPDX-License-Identifier: Apache-2.0
#include "involute/step/stepper.hpp"

#include "involute/base/state_limits.hpp"

#include <array>

namespace involute {

template <class S>
void Stepper<S>::interpolate(const TakenStep<S>& step, S theta, S* p)
{
    for (int c = 0; c < size_; ++c) {
        const S difference = step.p1[c] - step.p0[c];
        const S first = step.h * step.v0[c] - difference;
        const S second = S(2) * difference - step.h * (step.v0[c] + step.v1[c]);
        p[c] = step.p0[c] + theta * (difference + (S(1) - theta) * (first + theta * second));
    }
}

template <class S>
void Stepper<S>::polynomial(const TakenStep<S>& step, int, std::span<const int> coordinates,
                            StepPolynomial& out)
{
    cubic(step, 0, 1, coordinates, out);
}

template <class S>
void Stepper<S>::cubic(const TakenStep<S>& step, double from, double to,
                       std::span<const int> coordinates, StepPolynomial& out)
{
    out.reset(from, to, int(coordinates.size()), 3);
    for (int i = 0; i < out.coordinates(); ++i) {
        const int c = coordinates[std::size_t(i)];
        const S difference = step.p1[c] - step.p0[c];
        const std::array<double, 3> nested{
            to_double(difference), to_double(S(step.h * step.v0[c] - difference)),
            to_double(S(S(2) * difference - step.h * (step.v0[c] + step.v1[c])))};
        expand_nested(to_double(step.p0[c]), nested, out.of(i));
    }
    out.finish();
}

template <class S>
Trial Stepper<S>::checked_slope(Problem<S>& problem, const S* at, bool negative, S* v)
{
    const Factored found = problem.slope(at, v);
    if (found.health == Health::good && found.negative == negative) return Trial::accepted;
    return refuse_slope(found, at);
}

template <class S>
Trial Stepper<S>::refuse_slope(const Factored& found, const S* at)
{
    std::copy(at, at + size_, failed.begin());
    if (found.health == Health::not_finite) return Trial::not_finite;
    return found.health == Health::singular ? Trial::singular : Trial::sign_changed;
}

template <class S>
Trial Stepper<S>::checked_projection(Problem<S>& problem, S* at, double tolerance, double farthest)
{
    return judge(problem.project(at, tolerance), at, farthest);
}

template <class S>
Trial Stepper<S>::judge(const Projection& projection, const S* at, double farthest)
{
    far = projection.converged && farthest > 0 && projection.moved > farthest;
    if (projection.health == Health::good && projection.converged && !far) return Trial::accepted;
    std::copy(at, at + size_, failed.begin());
    if (projection.health == Health::not_finite) return Trial::not_finite;
    return projection.health == Health::singular ? Trial::singular : Trial::off_manifold;
}

template <class S>
void Stepper<S>::visit_state(State& state)
{
    const State::Part part(state, "trial");
    visit_sized(state, "end", end);
    visit_sized(state, "end slope", end_slope);
    visit_sized(state, "failed", failed);
    state("strayed", strayed);
    state("error", error);
    state("far", far);
    state("estimates", estimates);
    state("advice", advice);
    state("rough between", rough_between);
    state("order between", order_between);
    state("iterations", iterations);
}

template class Stepper<double>;
template class Stepper<Quad>;

}  // namespace involute
