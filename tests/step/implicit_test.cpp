// SPDX-License-Identifier: Apache-2.0
// Implicit steps against their closed forms: stability functions R(z) on y' = λ y, angles on the
// circle; and what happens when the stage equations are hard to solve, or have no solution.
#include "involute/step/implicit.hpp"

#include <functional>
#include <limits>

#include "involute/step/steppers.hpp"
#include "tests/drive/support.hpp"
#include "tests/step/small_problems.hpp"

namespace involute {
namespace {

using testing::CircleProblem;
using testing::LinearProblem;
using testing::says;

template <class S>
struct Step {
    Trial trial = Trial::accepted;
    std::vector<S> end{};
};

/// One step of size h from p, with everything solved to round-off.
template <class S>
Step<S> step_from(Problem<S>& problem, const std::string& method, std::vector<S> p, S h)
{
    const double tolerance = 100 * to_double(unit_roundoff<S>());
    const WalkOptions options{.rtol = tolerance, .atol = tolerance, .step = std::abs(to_double(h))};
    const auto stepper = make_stepper<S>(problem, *find_method_entry(method), options);
    p.resize(std::size_t(padded(problem.size())));
    std::vector<S> v(p.size());
    const Factored found = problem.slope(p.data(), v.data());
    Step<S> step{.trial = stepper->attempt({p.data(), v.data(), S(0), found.negative}, h)};
    step.end = stepper->end;
    return step;
}

struct Stability {
    const char* method;
    std::function<Quad(Quad)> function;  // R(z)
};

// Padé approximants of exp(z) (Hairer, Wanner, Solving ODE II, IV.3): (0,1), (1,1), (1,2), (2,2),
// (2,3) for implicit Euler, midpoint, Radau IIA, Lobatto IIIA, Radau IIA. Radau I of the papers has
// b (1 - z A)^-1 1 worked out by hand.
const Stability stability[] = {
    {"implicit-euler", [](Quad z) { return Quad(1 / (1 - z)); }},
    {"implicit-euler-p", [](Quad z) { return Quad(1 / (1 - z)); }},
    {"midpoint", [](Quad z) { return Quad((1 + z / 2) / (1 - z / 2)); }},
    {"midpoint-rk", [](Quad z) { return Quad((1 + z / 2) / (1 - z / 2)); }},
    {"radau-i", [](Quad z) { return Quad((1 + z * 2 / 3 + z * z / 6) / (1 - z / 3)); }},
    {"radau3-projected", [](Quad z) { return Quad((1 + z / 3) / (1 - z * 2 / 3 + z * z / 6)); }},
    {"lobatto-iiia",
     [](Quad z) { return Quad((1 + z / 2 + z * z / 12) / (1 - z / 2 + z * z / 12)); }},
    {"radau5-projected",
     [](Quad z) {
         return Quad((1 + z * 2 / 5 + z * z / 20) /
                     (1 - z * 3 / 5 + z * z * 3 / 20 - z * z * z / 60));
     }},
};

class ImplicitStep : public ::testing::TestWithParam<Stability> {};

template <class S>
void expect_stability(const Stability& expected, double rate, double h, double roundings)
{
    LinearProblem<S> problem({S(rate)});
    const Step<S> step = step_from<S>(problem, expected.method, {S(0), S(1)}, S(h));
    ASSERT_EQ(step.trial, Trial::accepted);
    EXPECT_EQ(step.end[0], S(h));
    const Quad exact = expected.function(Quad(S(rate) * S(h)));
    const double off = std::abs(to_double(Quad(Quad(step.end[1]) - exact)));
    const double size = std::max(1.0, std::abs(to_double(exact)));
    EXPECT_LE(off, roundings * to_double(unit_roundoff<S>()) * size);
}

// A few roundings of numbers of size 1.
TEST_P(ImplicitStep, HasTheStabilityFunctionOfItsMethod)
{
    for (const double rate : {-1.0, 0.5, -3.0}) {
        expect_stability<double>(GetParam(), rate, 0.25, 40);
        expect_stability<Quad>(GetParam(), rate, 0.25, 40);
    }
}

// z = -1000: a fixed point would multiply the error by 1000 a step. Slopes are sums of terms of
// size 1000 then, and the end point is the start plus h times these.
TEST_P(ImplicitStep, SolvesStiffEquationsByNewtonsMethod)
{
    expect_stability<double>(GetParam(), -1e4, 0.1, 4e4);
    expect_stability<Quad>(GetParam(), -1e4, 0.1, 4e4);
}

std::string name_of(const ::testing::TestParamInfo<Stability>& method)
{
    std::string name = method.param.method;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, ImplicitStep, ::testing::ValuesIn(stability), name_of);

TEST(ImplicitSteps, AreAllTestedHere)
{
    const auto is_implicit = [](const MethodEntry& m) {
        return to_text(m.family) == "implicit" && m.family != Family::radau;  // radau_test
    };
    EXPECT_EQ(std::ranges::count_if(all_methods(), is_implicit), std::ssize(stability));
}

// A fixed point with factor z takes log(round-off)/log(z) evaluations; Newton's method would need
// one for every component of every stage besides.
TEST(ImplicitSteps, TakeTheFixedPointWhereItContracts)
{
    LinearProblem<double> problem({-1, -2, -3, -1.5, -2.5});
    const Step<double> step =
        step_from<double>(problem, "implicit-euler", {0, 1, 1, 1, 1, 1}, 0x1p-10);
    ASSERT_EQ(step.trial, Trial::accepted);
    // The slope at the start and at the end, and (3/1024)^n < 1e-15 for n = 6.
    EXPECT_LE(problem.slopes, 2 + 8);
}

double angle(const Step<Quad>& step)
{
    EXPECT_EQ(step.trial, Trial::accepted);
    return to_double(Quad(atan2(step.end[2], step.end[1])));
}

// q = (cos φ, sin φ). Normal at q: q + μ q = p + h V_q gives sin φ = h. Normal at p:
// q - h V_q = p + μ p gives tan φ = h. Midpoints: sin φ/2 = h/2, in both forms.
TEST(ImplicitSteps, RotateTheCircleByTheirKnownAngles)
{
    CircleProblem<Quad> problem;
    const auto turned = [&](const char* method, double h) {
        return angle(step_from<Quad>(problem, method, {0, 1, 0}, Quad(h)));
    };
    for (const double h : {0.5, 0.125, -0.25}) {
        EXPECT_NEAR(turned("implicit-euler", h), std::asin(h), 1e-15);
        EXPECT_NEAR(turned("implicit-euler-p", h), std::atan(h), 1e-15);
        EXPECT_NEAR(turned("midpoint", h), 2 * std::asin(h / 2), 1e-15);
        EXPECT_NEAR(turned("midpoint-rk", h), 2 * std::asin(h / 2), 1e-15);
    }
}

/// A problem with any given field.
class Nowhere final : public Problem<double> {
public:
    int size() const override { return 2; }
    Factored slope(const double* p, double* v) override
    {
        v[0] = 1;
        v[1] = p[0] > 0 ? std::numeric_limits<double>::quiet_NaN() : 1;
        return {p[0] > 0 ? Health::not_finite : Health::good, false};
    }
    Projection project(double*, double) override { return {.converged = true}; }
    Projection project_along(const double*, double*, double) override
    {
        return {.converged = true};
    }
    void accepted(const double*, const double*) override {}
    void at_parameter(double* p, double t) const override { p[0] = t; }
};

TEST(ImplicitSteps, ReportAFieldThatIsNotFinite)
{
    for (const Stability& method : stability) {
        Nowhere problem;
        EXPECT_EQ(step_from<double>(problem, method.method, {0, 1}, 0.5).trial, Trial::not_finite)
            << method.method;
    }
}

// (1 - z) y = 1 with z = 1; and the same for a pole of every other method that has a real one.
TEST(ImplicitSteps, AtAPoleOfTheStabilityFunctionHaveNoSolution)
{
    const std::pair<const char*, double> poles[] = {{"implicit-euler", 1},
                                                    {"implicit-euler-p", 1},
                                                    {"midpoint", 2},
                                                    {"midpoint-rk", 2},
                                                    {"radau-i", 3}};
    for (const auto& [method, z] : poles) {
        LinearProblem<double> problem({z});
        EXPECT_EQ(step_from<double>(problem, method, {0, 1}, 1).trial, Trial::unsolved) << method;
    }
}

Solution one_step(const std::string& text, const std::string& method, double h)
{
    return solve(read_system(text), {.to = 10 * h, .method = method, .step = h});
}

// q = 1 + q^2 has no real solution: a step of size 1 from y = 1 does not exist.
TEST(ImplicitSteps, WithoutSolutionEndTheRunAndSaySo)
{
    const Solution run = one_step("var y\ny' = y^2\nstart y = 1\n", "implicit-euler", 1);
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_EQ(run.code, Outcome::step_too_small);
    EXPECT_TRUE(
        says(run.reason, "the stages of the implicit method could not be solved for at t = 0"))
        << run.reason;
}

TEST(ImplicitSteps, WithAFieldThatIsNotFiniteEndTheRunAndSaySo)
{
    // √(1/4 - t) ends at t = 1/4.
    const Solution run = one_step("var y\ny' = sqrt(0.25 - t)\nstart y = 1\n", "midpoint", 1);
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
}

// Step control keeps the tolerance: a stiff equation with y = cos t as its slow solution, from
// the solution itself; explicit steps would have to be shorter than 2e-4.
TEST(ImplicitSteps, AreNotLimitedByStiffness)
{
    const std::string stiff = "var y\ny' = -10000*(y - cos(t)) - sin(t)\nstart y = 1\n";
    for (const char* method : {"radau5-projected", "radau3-projected", "implicit-euler"}) {
        const Solution run =
            solve(read_system(stiff), {.to = 1.0, .method = method, .rtol = 1e-5, .atol = 1e-5});
        ASSERT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
        EXPECT_NEAR(end_value(run, "y"), std::cos(1), 1e-5) << method;
        EXPECT_LE(run.statistics.steps, 1000) << method;
    }
}

// From the raw equations, in x and along the curve; the closed form is the pendulum's.
TEST(ImplicitSteps, WalkOnTheManifoldOfAConstrainedSystem)
{
    const testing::Swing<double> exact(2);
    for (const Stability& s : stability)
        for (const bool curve : {false, true}) {
            const double tolerance = find_method_entry(s.method)->order == 1 ? 1e-3 : 1e-5;
            const Solution run = solve(read_system(testing::pendulum), {.to = 2.0,
                                                                        .curve = curve,
                                                                        .method = s.method,
                                                                        .rtol = tolerance,
                                                                        .atol = tolerance});
            ASSERT_EQ(run.code, Outcome::finished) << s.method << ": " << run.reason;
            EXPECT_NEAR(end_value(run, "x"), exact.x, 10 * tolerance) << s.method;
            EXPECT_NEAR(end_value(run, "lambda"), exact.lambda, 30 * tolerance) << s.method;
            EXPECT_LE(run.residual, 1e-14) << s.method;
        }
}

}  // namespace
}  // namespace involute
