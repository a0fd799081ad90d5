// SPDX-License-Identifier: Apache-2.0
// Walks along Taylor polynomials of high order.
#include <gtest/gtest.h>

#include <map>

#include "involute/prepare/prepare.hpp"
#include "involute/step/series_stepper.hpp"
#include "involute/step/steppers.hpp"
#include "involute/step/walker.hpp"
#include "tests/complete/systems.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::Swing;

/// A system, started, and a walker on it.
template <class S>
class Walk {
public:
    Walk(const System& system, const WalkOptions& options, const char* method = "taylor")
    {
        SolveOptions solve;
        solve.rtol = options.rtol;
        solve.atol = options.atol;
        prepared_ = prepare_in<S>(system, solve, false);
        EXPECT_EQ(prepared_.outcome, Outcome::complete) << prepared_.message;
        problem_ = std::make_unique<XProblem<S>>(*prepared_.geometry, prepared_.scale);
        walker_ = std::make_unique<Walker<S>>(
            *problem_, make_stepper<S>(*problem_, *find_method_entry(method), options), options);
        EXPECT_TRUE(walker_->stand(prepared_.start.p.data(), prepared_.start.p[0], 1));
    }

    bool to(S end)
    {
        while (walker_->t != end)
            if (walker_->advance(end) != Outcome::finished) return false;
        return true;
    }

    S operator()(int unknown, int order) const
    {
        return walker_->p[std::size_t(prepared_.geometry->layout().position(unknown, order))];
    }
    Walker<S>& walker() { return *walker_; }
    Geometry<S>& geometry() { return *prepared_.geometry; }

private:
    PreparedOf<S> prepared_{};
    std::unique_ptr<XProblem<S>> problem_{};
    std::unique_ptr<Walker<S>> walker_{};
};

WalkOptions tolerance(double value, int order = 0)
{
    WalkOptions options;
    options.rtol = options.atol = value;
    options.technique.order = order;
    return options;
}

template <class S>
double distance(const S& a, const S& b)
{
    using std::abs;
    return to_double(S(abs(a - b)));
}

// The closed form in 40 digits: sin(θ/2) = cd(100 | 1/2)/√2.
const Quad swing_x("-0.999974052046356170851836557033495146239162");
const Quad swing_y("-0.00720383467268370853056487312831610900047087");

TEST(TaylorWalks, FollowThePendulumTo100InDouble)
{
    Walk<double> walk(model("pendulum"), tolerance(1e-14));
    ASSERT_TRUE(walk.to(100));
    EXPECT_LE(distance(walk(0, 0), to_double(swing_x)), 1e-13);
    EXPECT_LE(distance(walk(1, 0), to_double(swing_y)), 1e-13);
    EXPECT_LT(walk.walker().steps, 400);
}

TEST(TaylorWalks, FollowThePendulumTo100InQuad)
{
    Walk<Quad> walk(model("pendulum"), tolerance(1e-29));
    ASSERT_TRUE(walk.to(100));
    EXPECT_LE(distance(walk(0, 0), swing_x), 1e-28);
    EXPECT_LE(distance(walk(1, 0), swing_y), 1e-28);
}

TEST(TaylorWalks, FollowAndrewsMechanismTo005)
{
    // Extrapolation in extended precision, as in models/andrews.ode.
    const std::map<std::string, std::pair<double, double>> reference{
        {"beta", {33.825867766954517332272, 1144.535502653847468403}},
        {"theta", {-33.583431517463868498379, -1336.03372265119245403}},
        {"gamma", {0.113395073812599015025, -190.937068604294624682}},
        {"phi", {-0.407852865601884442493, -334.317060870864653580}},
        {"delta", {0.5260604449169958271327, 0.8758650829430151614}},
        {"omega", {0.407852865601884442493, 334.317060870864653580}},
        {"epsilon", {1.056902429434962830987, -39.6172889783529950176}}};
    const System system = model("andrews");
    Walk<double> walk(system, tolerance(1e-13));
    ASSERT_TRUE(walk.to(0.05));
    for (int j = 0; j < 7; ++j) {
        const auto& [value, rate] = reference.at(system.names.unknowns[std::size_t(j)]);
        EXPECT_LE(distance(walk(j, 0), value) / (1 + std::abs(value)), 1e-11);
        EXPECT_LE(distance(walk(j, 1), rate) / (1 + std::abs(rate)), 1e-11);
    }
}

TEST(TaylorWalks, FollowTheCoupledPendulaOfIndexFive)
{
    const System system = read_system(
        test::coupled_pendula + "start y = 0, y' = 0, u = 0.6, u' = 0.5\nguess x = 1, v = 0.8\n");
    Walk<double> walk(system, tolerance(1e-13)), other(system, tolerance(1e-13), "dop853");
    const double end = 5;
    ASSERT_TRUE(walk.to(end));
    ASSERT_TRUE(other.to(end));
    // The first pendulum does not feel the second; y points down here, and lambda = 3 y.
    const Swing<double> swing(end);
    EXPECT_LE(distance(walk(0, 0), swing.x), 1e-12);
    EXPECT_LE(distance(walk(0, 1), swing.dx), 1e-12);
    EXPECT_LE(distance(walk(1, 0), -swing.y), 1e-12);
    EXPECT_LE(distance(walk(2, 0), swing.lambda), 1e-11);
    const double length = 1 + 0.1 * walk(2, 0);
    EXPECT_LE(distance(std::hypot(walk(3, 0), walk(4, 0)), length), 1e-14);
    for (const int unknown : {3, 4})  // against another method
        for (const int order : {0, 1})
            EXPECT_LE(distance(walk(unknown, order), other(unknown, order)), 1e-10);
    EXPECT_LT(4 * walk.walker().steps, other.walker().steps);
}

template <class S>
double swing_error(int order, double h, double end)
{
    WalkOptions options = tolerance(1e-30, order);
    options.step = h;
    Walk<S> walk(model("pendulum"), options);
    EXPECT_TRUE(walk.to(S(end)));
    const Swing<S> exact{S(end)};
    return std::max(distance(walk(0, 1), exact.dx), distance(walk(1, 1), exact.dy));
}

TEST(TaylorWalks, HaveTheRequestedOrder)
{
    for (const int order : {2, 5, 9, 14}) {
        std::vector<double> steps{1. / 32, 1. / 64}, errors;
        for (const double h : steps) errors.push_back(swing_error<Quad>(order, h, 1));
        EXPECT_NEAR(testing::slope(steps, errors), order, 0.2) << order;
    }
}

TEST(TaylorWalks, ChooseStepsForLowOrdersToo)
{
    for (const int order : {1, 2, 3, 5}) {
        Walk<double> walk(model("pendulum"), tolerance(1e-4, order));
        ASSERT_TRUE(walk.to(1));
        const Swing<double> exact(1.0);
        EXPECT_LE(distance(walk(0, 0), exact.x), 1e-3) << order;
        EXPECT_LE(distance(walk(1, 1), exact.dy), 1e-3) << order;
    }
}

TEST(TaylorWalks, GoToTheEndInOneStepWhereTheSolutionIsAPolynomial)
{
    Walk<double> walk(read_system("var y\ny'' = 6*t\nstart y = 1, y' = 0\n"), tolerance(1e-12));
    ASSERT_TRUE(walk.to(1000));
    EXPECT_EQ(walk.walker().steps, 1);
    EXPECT_DOUBLE_EQ(walk(0, 0), 1 + 1e9);
}

TEST(TaylorWalks, AreNotDeceivedByCoefficientsThatVanish)
{
    // y = exp(t^12): eleven of twelve coefficients are zero, whatever the last ones are.
    for (int order = 20; order < 32; ++order) {
        Walk<double> walk(read_system("var y\ny' = 12*t^11*y\nstart y = 1\n"),
                          tolerance(1e-12, order));
        ASSERT_TRUE(walk.to(1.25));
        const double exact = std::exp(std::pow(1.25, 12));
        EXPECT_LE(distance(walk(0, 0), exact) / exact, 1e-10) << order;
    }
}

TEST(TaylorWalks, FindTheRadiusWhereTwoOfThreeCoefficientsVanish)
{
    for (const int order : {24, 25, 26}) {  // y = exp(t^3)
        Walk<double> walk(read_system("var y\ny' = 3*t^2*y\nstart y = 1\n"),
                          tolerance(1e-12, order));
        ASSERT_TRUE(walk.to(2));
        EXPECT_NEAR(walk(0, 0) / std::exp(8.0), 1, 1e-11) << order;
        EXPECT_EQ(walk.walker().rejected, 0) << order;
    }
}

TEST(TaylorWalks, PassKinks)
{
    // ∫ |sin| = 2 a period π, and a tie at the very start; min(1, t)² has a corner at 1.
    Walk<double> wave(read_system("var y\ny' = abs(sin(t))\nstart y = 0\n"), tolerance(1e-10));
    ASSERT_TRUE(wave.to(10));
    EXPECT_NEAR(wave(0, 0), 7 + std::cos(10.0), 1e-8);
    EXPECT_LT(wave.walker().steps + wave.walker().rejected, 400);
    Walk<double> ramp(read_system("var y\ny' = min(1, t)^2\nstart y = 0\n"), tolerance(1e-10));
    ASSERT_TRUE(ramp.to(3));
    EXPECT_NEAR(ramp(0, 0), 2 + 1. / 3, 1e-9);
}

TEST(TaylorWalks, StopBeforeABlowUp)
{
    Walk<double> walk(read_system("var y\ny' = y^2\nstart y = 1\n"), tolerance(1e-12));
    ASSERT_TRUE(walk.to(0.9));
    EXPECT_NEAR(walk(0, 0), 10, 1e-10);
    EXPECT_FALSE(walk.to(1.1));
    EXPECT_NEAR(walk.walker().t, 1, 1e-14);
}

TEST(TaylorWalks, DoNotDependOnTheUnitOfX)
{
    // The same oscillator with x in nanoseconds and in gigaseconds.
    for (const double unit : {1e9, 1e-9}) {
        System system = read_system("param w = 1\nvar y\ny'' = -w^2*y\nstart y = 1, y' = 0\n", "",
                                    {{"w", unit}});
        WalkOptions options = tolerance(1e-12, 40);
        options.atol = 1e-14 * std::min(1.0, unit);
        Walk<double> walk(system, options);
        ASSERT_TRUE(walk.to(10 / unit));
        EXPECT_NEAR(walk(0, 0), std::cos(10.0), 1e-11) << unit;
        EXPECT_LT(walk.walker().steps, 10) << unit;
    }
}

TEST(TaylorWalks, InterpolateWithTheirPolynomial)
{
    Walk<double> walk(model("pendulum"), tolerance(1e-13));
    while (walk.walker().t < 3) {
        ASSERT_EQ(walk.walker().advance(3), Outcome::finished);
        std::vector<double> p(walk.walker().p.size());
        for (const double theta : {0.25, 0.5, 0.9}) {
            walk.walker().interpolate(theta, p.data());
            const double t =
                walk.walker().t_before + theta * (walk.walker().t - walk.walker().t_before);
            const Swing<double> exact(t);
            EXPECT_NEAR(p[0], t, 1e-15);
            EXPECT_NEAR(p[1], exact.x, 1e-12);
            EXPECT_NEAR(p[4], exact.dy, 1e-12);
        }
    }
}

TEST(TaylorWalks, FactorOnceAStepForAllOrders)
{
    Walk<double> walk(model("pendulum"), tolerance(1e-12));
    ASSERT_TRUE(walk.to(1));
    const long before = walk.geometry().counts.factorizations;
    const long steps = walk.walker().steps;
    ASSERT_TRUE(walk.to(20));
    // one for the expansion, one for the sweep, one for the slope at the end, three inside
    EXPECT_EQ(walk.geometry().counts.factorizations - before, 6 * (walk.walker().steps - steps));
}

}  // namespace
}  // namespace involute
