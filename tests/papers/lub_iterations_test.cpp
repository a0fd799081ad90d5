// SPDX-License-Identifier: Apache-2.0
// The iterations of section 8 of Lubich's paper on stiff mechanical systems: that they solve the
// stage equations, and Lemmas 8.1 and 8.2 with the numbers of a separate computation.
#include <gtest/gtest.h>

#include <cmath>

#include "papers/lub_measure.hpp"

namespace involute::papers {
namespace {

using Vector = VectorOf<Quad>;

Quad times_root(double multiple, const Quad& eps)
{
    return Quad(multiple) * sqrt(eps);
}

double radius(int stages, StageIteration iteration, const char* eps, double multiple)
{
    return pendulum_step(stages, Quad(eps), times_root(multiple, Quad(eps)))
        .contraction(iteration)
        .radius;
}

// ---- the engine

/// M = 1, f = 0, U = y²/2.
StiffMechanics<double> oscillator()
{
    using V = VectorOf<double>;
    using M = MatrixOf<double>;
    StiffMechanics<double> p{.n = 1, .m = 1, .exact = true};
    p.mass = [](const V&) -> M { return M::Ones(1, 1); };
    p.force = [](const V&, const V&) -> V { return V::Zero(1); };
    p.force_v = [](const V&, const V&) -> M { return M::Zero(1, 1); };
    p.inertia_y = [](const V&, const V&, const V&) -> M { return M::Zero(1, 1); };
    p.gradient = p.g = [](const V& y) -> V { return y; };
    p.hessian = p.g_y = p.G = [](const V&) -> M { return M::Ones(1, 1); };
    p.pull_y = [](const V&, const V&) -> M { return M::Zero(1, 1); };
    return p;
}

// In (y, εv) a step is R((h/ε) [0 1; -1 0]), whose singular values are |R(ih/ε)|. F is linear and
// J0 = F', so that the second change is round-off.
TEST(QuadraticPotentials, NeedOneIterationAndAreMultipliedByTheStabilityFunction)
{
    const StiffMechanics<double> problem = oscillator();
    for (const int stages : {2, 3}) {
        const RadauIIA<double> method = radau_iia<double>(stages);
        const double eps = 1e-2, h = 0.05;
        const StiffStep<double> step{
            problem,
            method,
            eps,
            h,
            {VectorOf<double>::Constant(1, 0.3), VectorOf<double>::Constant(1, -0.7)}};
        const auto found = solve_stages(step, StageIteration::j0);
        ASSERT_TRUE(found.converged);
        EXPECT_EQ(found.iterations(), 2);
        const auto end = step.end(found.accelerations);
        EXPECT_NEAR(std::hypot(end.y[0], eps * end.v[0]),
                    damping_of_oscillations(stages, h / eps) * std::hypot(0.3, eps * 0.7), 1e-14);
    }
}

TEST(StageDerivatives, AreLimitsOfDifferenceQuotients)
{
    const Quad d("1e-11");  // leaves d² and round-off of 1e-34 ε⁻²/d
    for (const SmoothStep& at :
         {pendulum_step(3, Quad("0.1"), Quad("0.1")), generic_step(2, Quad("0.1"), Quad("0.1"))}) {
        Vector x = at.solution;
        for (Eigen::Index i = 0; i < x.size(); ++i) x[i] += Quad(i + 1) / 2;
        const MatrixOf<Quad> exact = stage_derivative(at.step(), x);
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            const Vector step = d * Vector::Unit(x.size(), i);
            const Vector quotient = (stage_residual(at.step(), Vector(x + step)) -
                                     stage_residual(at.step(), Vector(x - step))) /
                                    (2 * d);
            EXPECT_LT(to_double(Quad((quotient - exact.col(i)).cwiseAbs().maxCoeff())), 1e-18);
        }
    }
}

class EveryIteration : public ::testing::TestWithParam<StageIteration> {};

TEST_P(EveryIteration, FindsTheSolutionOfTheStageEquations)
{
    for (const int stages : {2, 3}) {
        // Half of the limit of J0 and J1; three outer iterations leave 30 ε⁶.
        const SmoothStep at = pendulum_step(stages, Quad("1e-4"), Quad("0.005"));
        const auto found = solve_stages(at.step(), GetParam(), {.tolerance = 1e-20});
        EXPECT_TRUE(found.converged);
        EXPECT_LT(at.error(found.accelerations), 1e-17);
        const Vector residual = stage_residual(at.step(), found.accelerations);
        EXPECT_LT(to_double(Quad(residual.cwiseAbs().maxCoeff())), 1e-10) << "F of 1e-18 ε⁻²";
    }
}

TEST_P(EveryIteration, FindsItInDoublePrecision)
{
    const SmoothStep exact = pendulum_step(3, Quad("1e-2"), Quad("0.05"));
    const auto problem = spring_pendulum<double>();
    const auto method = radau_iia<double>(3);
    const auto from = on_slow_manifold<double>(with_speed(-0.7, 1.2, 1e-2), 1e-2);
    const StiffStep<double> step{problem, method, 1e-2, 0.05, from};
    // Round-off of 1e-16 ε⁻², except where the force is an unknown.
    const auto found = solve_stages(step, GetParam(), {.tolerance = 1e-10});
    EXPECT_TRUE(found.converged);
    for (Eigen::Index i = 0; i < found.accelerations.size(); ++i)
        EXPECT_NEAR(found.accelerations[i], to_double(exact.solution[i]), 1e-9);
}

std::string name_of(const ::testing::TestParamInfo<StageIteration>& info)
{
    const char* names[] = {"J0", "J1", "J2", "Newton", "General", "Hairer"};
    return names[int(info.param)];
}

INSTANTIATE_TEST_SUITE_P(OfTheSection, EveryIteration,
                         ::testing::Values(StageIteration::j0, StageIteration::j1,
                                           StageIteration::j2, StageIteration::newton,
                                           StageIteration::general, StageIteration::hairer),
                         name_of);

// ---- Lemma 8.1

// ρ = 1 at 1.65 √ε and 2.05 √ε within 2 %, constant over decades of ε.
TEST(J0, ConvergesUpToAMultipleOfTheRootOfEpsilon)
{
    for (const char* eps : {"1e-3", "1e-4", "1e-6"}) {
        EXPECT_NEAR(convergence_limit(2, StageIteration::j0, Quad(eps)), 1.65, 0.035) << eps;
        EXPECT_NEAR(convergence_limit(3, StageIteration::j0, Quad(eps)), 2.05, 0.035) << eps;
        EXPECT_NEAR(radius(2, StageIteration::j0, eps, 1), 0.31, 0.006) << eps;
        EXPECT_NEAR(radius(3, StageIteration::j0, eps, 1), 0.19, 0.006) << eps;
    }
    // As h² well below the limit and as h⁴ beyond.
    const auto order = [](double multiple) {
        return std::log2(radius(2, StageIteration::j0, "1e-6", 2 * multiple) /
                         radius(2, StageIteration::j0, "1e-6", multiple));
    };
    EXPECT_NEAR(order(0.1), 2, 0.1);
    EXPECT_NEAR(order(5), 4, 0.1);
}

TEST(J1, StagnatesBeyondTheRootOfEpsilon)
{
    for (const double multiple : {0.25, 0.5, 1.0})
        EXPECT_NEAR(radius(2, StageIteration::j1, "1e-6", multiple) / std::pow(multiple, 4), 0.04,
                    0.001);
    EXPECT_NEAR(radius(2, StageIteration::j1, "1e-6", 2), 0.51, 0.006);
    EXPECT_NEAR(radius(3, StageIteration::j1, "1e-6", 3.2), 0.76, 0.015);
    for (const int stages : {2, 3}) {
        const double far = radius(stages, StageIteration::j1, "1e-6", 10);
        EXPECT_LT(far, 1);
        EXPECT_GT(far, 0.99);
    }
}

// The lemma bounds the norm, which is as large as it says; ρ depends on h/√ε alone.
TEST(J0, HasALargeNormButASmallSpectralRadiusOnAGenericSystem)
{
    const auto at = [](const char* eps, double multiple) {
        return generic_step(2, Quad(eps), times_root(multiple, Quad(eps)))
            .contraction(StageIteration::j0);
    };
    const auto over_bound = [&](const char* eps, double multiple) {
        const double e = to_double(Quad(eps)), h = multiple * std::sqrt(e);
        return at(eps, multiple).norm * e * e / (h * h * h);
    };
    for (const double multiple : {0.25, 0.5, 1.0, 2.0}) {
        EXPECT_NEAR(at("1e-4", multiple).radius / at("1e-6", multiple).radius, 1, 0.02);
        EXPECT_NEAR(over_bound("1e-4", multiple) / over_bound("1e-6", 1), 1, 0.02);
    }
    EXPECT_LT(at("1e-6", 0.5).radius, 0.3);
    EXPECT_GT(at("1e-6", 0.5).norm, 100);
}

// ε = 1e-6, h = 1e-3 = 10 ε^(2/3).
TEST(J0, ConvergesAfterATransientThatLooksLikeDivergence)
{
    const int known[] = {18, 13};
    for (const int stages : {2, 3}) {
        const SmoothStep at = pendulum_step(stages, Quad("1e-6"), Quad("1e-3"));
        const auto found = solve_stages(at.step(), StageIteration::j0, {.tolerance = 3e-9});
        EXPECT_TRUE(found.converged);
        EXPECT_NEAR(found.iterations(), known[stages - 2], 1);
        EXPECT_GT(found.increments[1], 0.99 * found.increments[0]);
        const Vector zero = Vector::Zero(2 * stages);
        EXPECT_GT(solve_stages_from(at.step(), StageIteration::j0, zero).increments[0], 500);
    }
    const SmoothStep beyond = pendulum_step(2, Quad("1e-6"), Quad("2e-3"));
    EXPECT_FALSE(solve_stages(beyond.step(), StageIteration::j0, {.tolerance = 3e-9, .most = 200})
                     .converged);
}

TEST(J2, ConvergesAtARateWithoutEpsilonFromTheConstrainedStages)
{
    for (const char* eps : {"1e-3", "1e-6"}) {
        EXPECT_NEAR(pendulum_step(2, Quad(eps), Quad("0.1")).contraction(StageIteration::j2).radius,
                    3e-3, 0.5e-3);
        EXPECT_NEAR(
            pendulum_step(2, Quad(eps), Quad("0.02")).contraction(StageIteration::j2).radius, 1e-4,
            0.5e-4);
    }
    const SmoothStep at = pendulum_step(3, Quad("1e-6"), Quad("0.1"));
    const double known[] = {7e-13, 6e-16, 3e-18};
    for (int k = 1; k <= 3; ++k) {
        const auto found =
            solve_stages(at.step(), StageIteration::j2, {.tolerance = 1e-28, .most = k});
        EXPECT_NEAR(at.error(found.accelerations) / known[k - 1], 1, 0.2);
    }
    const Vector ones = Vector::Ones(6);
    EXPECT_FALSE(solve_stages_from(at.step(), StageIteration::j2, ones).converged);
}

TEST(NewtonsMethod, NeedsAtMostFourIterationsWhateverTheStep)
{
    for (const int stages : {2, 3})
        for (const char* eps : {"1e-2", "1e-4", "1e-6"})
            for (const char* h : {"0.01", "0.1"}) {
                const SmoothStep at = pendulum_step(stages, Quad(eps), Quad(h));
                for (const Vector& start :
                     {constrained_start(at.step()), Vector(Vector::Zero(2 * stages))}) {
                    const auto found =
                        solve_stages_from(at.step(), StageIteration::newton, start, {.most = 4});
                    EXPECT_LT(at.error(found.accelerations), 1e-8) << eps << ", h = " << h;
                }
            }
}

// ---- Lemma 8.2

// 2.8 ε², 8 ε⁴, 24 ε⁶.
TEST(OuterIteration, GainsTheSquareOfEpsilonEachTime)
{
    const double known[] = {2.8, 8, 24};
    for (const int stages : {2, 3}) {
        const SmoothStep at = pendulum_step(stages, Quad("1e-4"), Quad("0.01"));
        for (int k = 0; k < 3; ++k) {
            const auto found = solve_stages(at.step(), StageIteration::general,
                                            {.tolerance = 1e-27, .outer = k + 1});
            EXPECT_TRUE(found.converged);
            EXPECT_NEAR(at.error(found.accelerations) / std::pow(1e-4, 2 * k + 2), known[k],
                        0.05 * known[k]);
        }
    }
}

TEST(OuterIteration, SolvesAGenericSystem)
{
    const SmoothStep at = generic_step(3, Quad("1e-3"), Quad("0.02"));
    double last = 1;
    for (int k = 1; k <= 3; ++k) {
        const auto found =
            solve_stages(at.step(), StageIteration::general, {.tolerance = 1e-27, .outer = k});
        const double error = at.error(found.accelerations);
        EXPECT_LT(error, 1e-5 * last);
        last = error;
    }
}

// Between .05 and .14 at h = 0.1 and .0075 and .026 at h = 0.02, for every ε.
TEST(InnerIteration, ConvergesAtARateProportionalToTheStep)
{
    const auto rate = [](int stages, const char* eps, const char* h) {
        const SmoothStep at = pendulum_step(stages, Quad(eps), Quad(h));
        const auto found =
            solve_stages(at.step(), StageIteration::general, {.tolerance = 1e-27, .outer = 1});
        const std::size_t last = found.increments.size() - 1;
        return std::pow(found.increments[last] / found.increments[0], 1.0 / double(last));
    };
    for (const int stages : {2, 3}) {
        EXPECT_GT(rate(stages, "1e-6", "0.02"), 0.0075);
        EXPECT_LT(rate(stages, "1e-6", "0.02"), 0.026);
        EXPECT_NEAR(rate(stages, "1e-6", "0.1") / rate(stages, "1e-6", "0.02"), 5, 0.5);
        EXPECT_NEAR(rate(stages, "1e-3", "0.1") / rate(stages, "1e-6", "0.1"), 1, 0.02);
    }
}

TEST(Conditions, GrowWithoutBoundExceptWithTheForceUnknown)
{
    const auto at = [](const char* eps) { return pendulum_step(2, Quad(eps), Quad("0.1")); };
    const SmoothStep soft = at("1e-4"), stiff = at("1e-6");
    for (const StageIteration iteration : {StageIteration::j0, StageIteration::j2}) {
        const auto of = [&](const SmoothStep& step) {
            return condition(iteration_matrix(step.step(), iteration, step.solution));
        };
        EXPECT_NEAR(of(stiff) / of(soft), 1e4, 100);
    }
    EXPECT_NEAR(condition(general_matrix(stiff.step())) / condition(general_matrix(soft.step())), 1,
                1e-3);
}

TEST(HairersForm, WorksDownToTheConstrainedProblem)
{
    for (const int stages : {2, 3}) {
        const auto iterations = [&](const char* eps) {
            const SmoothStep at = pendulum_step(stages, Quad(eps), Quad("0.1"));
            const auto found = solve_stages(at.step(), StageIteration::hairer);
            EXPECT_TRUE(found.converged) << eps;
            return found.iterations();
        };
        for (const char* eps : {"1e-3", "1e-6", "1e-8"})
            EXPECT_EQ(iterations(eps), iterations("0")) << eps;
    }
}

TEST(HairersForm, IsRefusedWhereTheForceIsNotAlongTheNormals)
{
    const SmoothStep at = generic_step(2, Quad("1e-3"), Quad("0.02"));
    EXPECT_THROW(solve_stages(at.step(), StageIteration::hairer), std::invalid_argument);
    EXPECT_THROW(iteration_matrix(at.step(), StageIteration::general, at.solution),
                 std::invalid_argument);
    EXPECT_THROW(radau_iia<double>(4), std::invalid_argument);
}

}  // namespace
}  // namespace involute::papers
