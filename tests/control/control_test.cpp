// SPDX-License-Identifier: Apache-2.0
// Error estimates, norms and step size rules, on y' = λ y, where all of them have closed forms.
#include "involute/control/step_size.hpp"

#include "involute/step/steppers.hpp"
#include "tests/drive/support.hpp"
#include "tests/step/small_problems.hpp"

namespace involute {
namespace {

using testing::LinearProblem;
using testing::says;

Walker<double> walker_for(LinearProblem<double>& problem, const char* method,
                          const WalkOptions& options)
{
    return {problem, make_stepper<double>(problem, *find_method_entry(method), options), options};
}

/// The error of the first step, of size h from y = 1, which must be accepted.
double error_of_step(LinearProblem<double>& problem, const char* method, WalkOptions options,
                     double h)
{
    options.first_step = h;
    Walker<double> walker = walker_for(problem, method, options);
    std::vector<double> p(std::size_t(problem.size()), 1);
    p[0] = 0;
    EXPECT_TRUE(walker.stand(p.data(), 0, 1));
    EXPECT_EQ(walker.advance(10), Outcome::finished);
    EXPECT_EQ(walker.t, h) << "the step was rejected";
    return walker.error;
}

// ---- estimates and norms

/// b - b_hat of Bogacki and Shampine's pair on y' = λ y: (-z³ - z⁴)/48.
double pair_difference(double z)
{
    return -z * z * z * (1 + z) / 48;
}

TEST(ErrorOfAStep, InTheEuclideanNormIsTheDistanceOfTheTwoFormulas)
{
    LinearProblem<double> problem({-1, -2, 0.5});
    const double h = 0.1, atol = 1e-3;
    double square = 0;
    for (const double rate : {-1.0, -2.0, 0.5}) square += std::pow(pair_difference(rate * h), 2);
    for (const bool project_stages : {false, true}) {
        const WalkOptions options{
            .rtol = 1e-9,
            .atol = atol,
            .technique = {.norm = Norm::euclidean, .project_stages = project_stages}};
        EXPECT_NEAR(error_of_step(problem, "bs32", options, h), std::sqrt(square) / atol, 1e-12);
    }
}

// Root mean square over all coordinates, x among them, of one hundredth of the tolerance.
TEST(ErrorOfAStep, InTheScaledNormIsRelativeToTheCoordinates)
{
    LinearProblem<double> problem({-1, 0.5});
    const double h = 0.1, rtol = 1e-2, atol = 1e-3;
    double square = 0;
    for (const double rate : {-1.0, 0.5}) {
        const double z = rate * h, end = 1 + z + z * z / 2 + z * z * z / 6;
        square += std::pow(pair_difference(z) / (atol + rtol * std::max(1.0, end)), 2);
    }
    EXPECT_NEAR(error_of_step(problem, "bs32", {.rtol = rtol, .atol = atol}, h),
                100 * std::sqrt(square / 3), 1e-12);
}

// Two Euler steps of half the size against one: (1 + z/2)² - (1 + z) = z²/4.
TEST(ErrorOfAStep, ByDoublingIsTheDistanceOfTwoStepsFromOne)
{
    LinearProblem<double> problem({-1});
    const WalkOptions options{.atol = 0.1, .technique = {.norm = Norm::euclidean}};
    const double z = -0.1;
    EXPECT_NEAR(error_of_step(problem, "euler", options, 0.1), z * z / 4 / 0.1, 1e-14);
}

TEST(ErrorOfAStep, ByDoublingCanReplaceTheEstimateOfAPair)
{
    LinearProblem<double> problem({-1});
    const WalkOptions options{
        .atol = 1e-3, .technique = {.norm = Norm::euclidean, .estimate = Estimate::doubling}};
    const auto third = [](double z) { return 1 + z + z * z / 2 + z * z * z / 6; };
    EXPECT_NEAR(error_of_step(problem, "bs32", options, 0.1),
                std::abs(third(-0.05) * third(-0.05) - third(-0.1)) / 1e-3, 1e-12);
}

// From the middle r = 1/(1 - z/2) an implicit Euler step of half the size ends at 1/(1 - z/2)², the
// midpoint rule at (1 + z/2)/(1 - z/2): they differ by (z²/4)/(1 - z/2)². Stage equations are
// solved to 1e-5 of what is allowed.
TEST(ErrorOfAStep, OfMidpointRulesMayBeTheDistanceFromAnImplicitEulerStep)
{
    LinearProblem<double> problem({-1});
    const WalkOptions options{
        .atol = 0.01, .technique = {.norm = Norm::euclidean, .estimate = Estimate::implicit_euler}};
    const double z = -0.1;
    for (const char* method : {"midpoint", "midpoint-rk"})
        EXPECT_NEAR(error_of_step(problem, method, options, 0.1),
                    z * z / 4 / std::pow(1 - z / 2, 2) / 0.01, 1e-5)
            << method;
}

std::string refusal(const char* method, Estimate estimate)
{
    LinearProblem<double> problem({-1});
    try {
        walker_for(problem, method, {.technique = {.estimate = estimate}});
    } catch (const Error& error) {
        return error.diagnostics().front().message;
    }
    return "";
}

TEST(ErrorOfAStep, NeedsAMethodWithAnEmbeddedFormula)
{
    for (const char* method : {"rk4", "kutta3", "radau5-projected", "midpoint"})
        EXPECT_TRUE(says(refusal(method, Estimate::embedded), "has no embedded formula")) << method;
    for (const char* method : {"bs32", "dopri54", "dop853", "dopri54-lower"})
        EXPECT_EQ(refusal(method, Estimate::embedded), "");
    for (const char* method : {"rk4", "dopri54", "radau5-projected", "implicit-euler-p"})
        EXPECT_TRUE(says(refusal(method, Estimate::implicit_euler), "implicit Euler")) << method;
    EXPECT_EQ(refusal("midpoint", Estimate::implicit_euler), "");
}

// ---- two steps against one of twice the size

/// A walker after one accepted step that began with h and was rejected on the way.
struct Doubled {
    LinearProblem<double> problem{{-1}};
    Walker<double> walker;

    Doubled(const char* method, double from, double h, double atol)
        : walker(walker_for(problem, method,
                            {.atol = atol,
                             .first_step = h,
                             .technique = {.rule = StepRule::halving,
                                           .norm = Norm::euclidean,
                                           .estimate = Estimate::doubling}}))
    {
        const double p[] = {from, 1};
        EXPECT_TRUE(walker.stand(p, from, 1));
        problem.slopes = 0;
        EXPECT_EQ(walker.advance(from + 1000), Outcome::finished);
    }
};

// An Euler step needs the slope at its end: three for the first attempt, and two for every other
// one, whose double step was the first small step before. At every t: rounding t + h must not
// hide that it is the same step.
TEST(Doubling, ReusesTheFirstHalfStepAfterARejection)
{
    for (const double from : {0.0, 0.1, 1.0 / 3, 1234.567, -0.7}) {
        Doubled run("euler", from, 0.9, 1e-4);
        EXPECT_GE(run.walker.rejected, 5);
        EXPECT_EQ(run.problem.slopes, 3 + 2 * run.walker.rejected) << from;
        // z²/4 <= atol for the first time.
        const double h = run.walker.t - from;
        EXPECT_LE(h * h / 4, 1e-4);
        EXPECT_GT(h * h, 1e-4);
        EXPECT_NEAR(run.walker.p[1], std::pow(1 - h / 2, 2), 1e-12);
    }
}

TEST(Doubling, CountsTheStepsOfTheMethod)
{
    Doubled run("rk4", 0, 0.5, 1e-6);
    EXPECT_EQ(run.walker.steps, 2);
}

// Each half is a cubic: right to h⁴/384 |y''''| at its middle, far better than that of the whole.
TEST(Doubling, InterpolatesEachOfTheTwoSteps)
{
    Doubled run("rk4", 0, 0.5, 1e-6);
    const double h = run.walker.t;
    for (const double theta : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        std::vector<double> p(4);
        run.walker.interpolate(theta, p.data());
        EXPECT_NEAR(p[0], theta * h, 1e-15);
        EXPECT_NEAR(p[1], std::exp(-theta * h), std::pow(h / 2, 4) / 384 + 1e-6);
    }
}

// Step sizes go with the error of the method, h^(order + 1), not with that of its embedded pair.
TEST(Doubling, KnowsHowItsErrorGrowsWithTheStep)
{
    LinearProblem<double> problem({-1});
    for (const char* name : {"rk4", "dopri54", "dop853", "radau5-projected", "implicit-euler-p"}) {
        const MethodEntry& method = *find_method_entry(name);
        const auto stepper =
            make_stepper<double>(problem, method, {.technique = {.estimate = Estimate::doubling}});
        EXPECT_TRUE(stepper->estimates) << name;
        EXPECT_DOUBLE_EQ(stepper->exponent, 1.0 / (method.order + 1)) << name;
    }
}

// ---- rules

TEST(StepRules, PlainAimsAtNineTenthsOfTheStepThatIsJustAllowed)
{
    StepController control = make_controller(StepRule::classic, 0.2);
    EXPECT_DOUBLE_EQ(control.accept(1.0), 0.9);
    EXPECT_DOUBLE_EQ(control.accept(1.0 / 32), 1.8);
    EXPECT_DOUBLE_EQ(control.accept(1e-9), 5);
    EXPECT_DOUBLE_EQ(control.reject(32), 0.45);
    EXPECT_DOUBLE_EQ(control.reject(1e9), 0.2);
    // The step after a rejection does not grow.
    EXPECT_DOUBLE_EQ(control.accept(1e-9), 1);
    EXPECT_DOUBLE_EQ(control.accept(1e-9), 5);
}

// Hairer, Nørsett, Wanner, Solving ODE I, II.4: h safety err^-α err_old^β, α = exponent - 3β/4.
TEST(StepRules, ProportionalIntegralRemembersTheErrorBefore)
{
    StepController control = make_controller(StepRule::pi, 0.2);
    const double beta = 0.04, alpha = 0.2 - 0.75 * beta, safety = 0.87;
    EXPECT_DOUBLE_EQ(control.accept(0.5), safety * std::pow(0.5, -alpha) * std::pow(1e-4, beta));
    EXPECT_DOUBLE_EQ(control.accept(0.1), safety * std::pow(0.1, -alpha) * std::pow(0.5, beta));
    EXPECT_DOUBLE_EQ(control.reject(3), safety * std::pow(3, -0.2));
}

TEST(StepRules, HalvingHalvesAndDoubles)
{
    StepController control = make_controller(StepRule::halving, 0.2);
    EXPECT_EQ(control.accept(0.99), 2);
    EXPECT_EQ(control.accept(1), 1);
    EXPECT_EQ(control.reject(1.01), 0.5);
    EXPECT_EQ(control.reject(1e9), 0.5);
    control.grow_below = 0.1;
    control.growth = 1.25;
    EXPECT_EQ(control.accept(0.2), 1);
    EXPECT_EQ(control.accept(0.05), 1.25);
}

// Every step is the first one times a power of two, and every accepted error is allowed.
TEST(StepRules, HalvingGoesByPowersOfTwo)
{
    LinearProblem<double> problem({-1});
    Walker<double> walker =
        walker_for(problem, "bs32",
                   {.atol = 1e-6,
                    .first_step = 1,
                    .technique = {.rule = StepRule::halving, .norm = Norm::euclidean}});
    const double p[] = {0, 1};
    ASSERT_TRUE(walker.stand(p, 0, 1));
    while (walker.steps < 30) {
        ASSERT_EQ(walker.advance(1000), Outcome::finished);
        const double power = std::log2(walker.t - walker.t_before);
        EXPECT_EQ(power, std::round(power));
        EXPECT_LE(walker.error, 1);
    }
    EXPECT_GE(walker.rejected, 1);
}

}  // namespace
}  // namespace involute
