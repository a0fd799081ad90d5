// SPDX-License-Identifier: Apache-2.0
#include "papers/lub_measure.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>

#include "involute/base/dense.hpp"

namespace involute::papers {
namespace {

using Vector = VectorOf<Quad>;
using State = MechanicalState<Quad>;

const Quad& start_angle()
{
    static const Quad angle("-0.7");
    return angle;
}
const Quad& start_speed()
{
    static const Quad speed("1.2");
    return speed;
}

State smooth_pendulum(const Quad& eps)
{
    return on_slow_manifold(with_speed(start_angle(), start_speed(), eps), eps);
}

/// One step in Hairer's form, the one that works for every ε.
StageResult<Quad> solved(const StiffStep<Quad>& step)
{
    // Positions are rounded to 1e-34, which moves accelerations by 1e-34 h⁻².
    const double h = to_double(step.h);
    StageResult<Quad> result =
        solve_stages(step, StageIteration::hairer, {.tolerance = 1e-31 / (h * h)});
    if (!result.converged) throw std::runtime_error("Newton's method does not converge");
    return result;
}

struct PathPoint {
    State state{}, exact{};
    Quad force = 0, exact_force = 0;
};

/// The path of 3.1 after every step.
std::vector<PathPoint> walk(int stages, int steps, const Quad& eps)
{
    const StiffMechanics<Quad> problem = spring_pendulum<Quad>();
    const RadauIIA<Quad> method = radau_iia<Quad>(stages);
    const Quad h = Quad(1) / steps;
    SlowPoint<Quad> slow = with_speed<Quad>(0, Quad(1) / 2, eps);
    State state = on_slow_manifold(slow, eps);
    std::vector<PathPoint> path;
    for (int n = 0; n < steps; ++n) {
        const StiffStep<Quad> step{problem, method, eps, h, state};
        const StageResult<Quad> stage = solved(step);
        state = step.end(stage.accelerations);
        slow = move_slowly(slow, eps, h);
        const State exact = on_slow_manifold(slow, eps);
        const Quad force = eps == 0 ? constrained_motion(problem, exact).lambda[0]
                                    : Quad(problem.g(exact.y)[0] / (eps * eps));
        path.push_back({state, exact, stage.forces[stages - 1], force});
    }
    return path;
}

double norm(const Vector& x)
{
    return to_double(Quad(x.norm()));
}

struct Radial {
    Quad r = 0, r_t = 0;
};
Radial radial(const State& at)
{
    const Quad r = at.y.norm();
    return {r, at.v.dot(at.y) / r};
}

}  // namespace

PathError constrained_error(int stages, int steps)
{
    PathError worst;
    for (const PathPoint& at : walk(stages, steps, 0)) {
        worst.y = std::max(worst.y, norm(at.state.y - at.exact.y));
        worst.v = std::max(worst.v, norm(at.state.v - at.exact.v));
        worst.lambda = std::max(worst.lambda, std::abs(to_double(Quad(at.force - at.exact_force))));
    }
    return worst;
}

PathError extra_error(int stages, int steps, const Quad& eps)
{
    const PathPoint stiff = walk(stages, steps, eps).back(), rigid = walk(stages, steps, 0).back();
    const auto error = [](const PathPoint& at) {
        return State{at.state.y - at.exact.y, at.state.v - at.exact.v};
    };
    const State with = error(stiff), without = error(rigid);
    return {.y = norm(with.y - without.y), .v = norm(with.v - without.v)};
}

PathError distance_from_expansion(const Quad& eps)
{
    constexpr int times = 20;
    // A twentieth of ε resolves the oscillation far better than the expansion is.
    const int steps = int(std::ceil(20 / to_double(eps) / times));
    const StiffMechanics<Quad> problem = spring_pendulum<Quad>();
    const Quad t = Quad(1) / times;
    SlowPoint<Quad> slow = with_speed<Quad>(0, Quad(1) / 2, eps);
    State stiff = on_slow_manifold(slow, eps);
    PathError worst;
    for (int i = 0; i < times; ++i) {
        slow = move_slowly(slow, eps, t);
        stiff = move_stiffly(problem, stiff, eps, t, steps);
        const State at = on_slow_manifold(slow, eps);
        worst.y = std::max(worst.y, norm(stiff.y - at.y));
        worst.v = std::max(worst.v, norm(stiff.v - at.v));
    }
    return worst;
}

double damping_of_oscillations(int stages, double w)
{
    const RadauIIA<double> radau = radau_iia<double>(stages);
    const std::complex<double> z(0, w);
    const Eigen::MatrixXcd matrix =
        Eigen::MatrixXcd::Identity(stages, stages) - z * radau.A.cast<std::complex<double>>();
    const Eigen::VectorXcd slopes =
        solve_square(matrix, Eigen::VectorXcd(Eigen::VectorXcd::Ones(stages)));
    return std::abs(1.0 + z * (radau.b.cast<std::complex<double>>().transpose() * slopes)(0));
}

std::vector<double> deviations(int stages, double ratio, int steps)
{
    const StiffMechanics<Quad> problem = spring_pendulum<Quad>();
    const RadauIIA<Quad> method = radau_iia<Quad>(stages);
    const Quad h = Quad(1) / 1000, eps = h / Quad(ratio), size = Quad(3) / 10;
    State smooth = smooth_pendulum(eps), off = smooth;
    const Vector outwards = smooth.y / smooth.y.norm();
    off.y += size * h * h * outwards;
    off.v += size * h * outwards;
    std::vector<double> result;
    for (int n = 0; n <= steps; ++n) {
        const Radial a = radial(smooth), b = radial(off);
        result.push_back(
            std::hypot(to_double(Quad(b.r - a.r)), to_double(Quad(eps * (b.r_t - a.r_t)))));
        for (State* state : {&smooth, &off}) {
            const StiffStep<Quad> step{problem, method, eps, h, *state};
            *state = step.end(solved(step).accelerations);
        }
    }
    return result;
}

std::vector<double> damping_factors(int stages, double ratio, int steps)
{
    const std::vector<double> all = deviations(stages, ratio, steps);
    std::vector<double> result;
    for (std::size_t n = 1; n < all.size(); ++n) result.push_back(all[n] / all[n - 1]);
    return result;
}

Contraction SmoothStep::contraction(StageIteration iteration) const
{
    return papers::contraction(step(), iteration, solution);
}

double SmoothStep::error(const VectorOf<Quad>& accelerations) const
{
    return to_double(Quad((accelerations - solution).cwiseAbs().maxCoeff()));
}

SmoothStep pendulum_step(int stages, const Quad& eps, const Quad& h)
{
    SmoothStep made{spring_pendulum<Quad>(), radau_iia<Quad>(stages), eps, h, smooth_pendulum(eps)};
    made.solution = solved(made.step()).accelerations;
    return made;
}

SmoothStep generic_step(int stages, const Quad& eps, const Quad& h)
{
    SmoothStep made{generic_mechanics<Quad>(), radau_iia<Quad>(stages), eps, h};
    made.from = towards_smooth_motion(made.problem, generic_start<Quad>(), eps);
    const Vector start = solve_constrained_stages(made.step()).accelerations;
    // ε⁻²∇U leaves round-off of 1e-33 ε⁻².
    const StageResult<Quad> found =
        solve_stages_from(made.step(), StageIteration::newton, start, {.tolerance = 1e-19});
    if (!found.converged) throw std::runtime_error("Newton's method does not converge");
    made.solution = found.accelerations;
    return made;
}

double convergence_limit(int stages, StageIteration iteration, const Quad& eps)
{
    double low = 1, high = 4;
    while (high - low > 1e-4) {
        const double middle = (low + high) / 2;
        const Quad h = Quad(middle) * sqrt(eps);
        (pendulum_step(stages, eps, h).contraction(iteration).radius < 1 ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace involute::papers
