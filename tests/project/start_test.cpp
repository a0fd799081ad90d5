// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/expr/same_bits.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
const Scale scale{1e-2};
// g at 200 roundings of its terms; numbers of size 1, derivatives of g of size 1.
constexpr double on_m = 1000 * eps;

const std::string pendulum_equations = R"(
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + 1 = 0
x^2 + y^2 = 1
)";

Start<double> start_of(const std::string& text)
{
    Geometry<double> geometry = geometry_of(text);
    return consistent_start(geometry, scale);
}

Start<double> pendulum_start(const std::string& lines)
{
    return start_of(pendulum_equations + lines);
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// ---- what is given is held

TEST(ConsistentStart, KeepsGivenValuesAndComputesTheOthers)
{
    // x = 0.6, x' = 0.8 and the lower branch: y = -0.8, y' = -x x'/y = 0.6,
    // lambda = x'^2 + y'^2 - y = 1.8, x'' = -1.08, y'' = 0.44.
    const Start<double> start =
        pendulum_start("start x = 0.6, x' = 0.8\nguess y = -1, y' = 0.5, lambda = 2");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_EQ(start.p[1], 0.6);
    EXPECT_EQ(start.p[2], 0.8);
    EXPECT_NEAR(start.p[3], -0.8, on_m);
    EXPECT_NEAR(start.p[4], 0.6, on_m);
    EXPECT_NEAR(start.z[0], -1.08, 10 * on_m);
    EXPECT_NEAR(start.z[1], 0.44, 10 * on_m);
    EXPECT_NEAR(start.z[2], 1.8, 10 * on_m);
    EXPECT_TRUE(start.notices.empty());
}

TEST(ConsistentStart, ReportsEveryNumberOfTheStart)
{
    const Start<double> start =
        pendulum_start("start x = 0.6, x' = 0.8\nguess y = -1, y' = 0.5, lambda = 2");
    ASSERT_EQ(start.values.size(), 8u);  // t, x, x', y, y', then x'', y'', lambda
    EXPECT_EQ(start.values[0].unknown, -1);
    EXPECT_TRUE(start.values[1].given);
    EXPECT_EQ(start.values[1].moved, 0);
    EXPECT_TRUE(start.values[3].guessed);
    EXPECT_FALSE(start.values[3].given);
    EXPECT_NEAR(start.values[3].moved, 0.2, on_m);
    EXPECT_FALSE(start.values[5].given || start.values[5].guessed);
    EXPECT_TRUE(start.values[7].guessed);
    EXPECT_EQ(start.values[7].unknown, 2);
    EXPECT_NEAR(start.values[7].moved, -0.2, 10 * on_m);
}

TEST(ConsistentStart, TakesTheGivenIndependentVariable)
{
    // x = sin t, x' = cos t: nothing is free but t.
    const Start<double> start = start_of("var x, l\nx'' = l\nx = sin(t)\nstart t = 0.5");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_EQ(start.p[0], 0.5);
    EXPECT_NEAR(start.p[1], std::sin(0.5), on_m);
    EXPECT_NEAR(start.p[2], std::cos(0.5), on_m);
    EXPECT_NEAR(start.z[1], -std::sin(0.5), on_m);
}

TEST(ConsistentStart, FollowsTheGuessToItsBranch)
{
    const std::string text = "var x, y\nx' = 1\nx^2 + y^2 = 1\nstart x = 0.6\n";
    const Start<double> upper = start_of(text + "guess y = 1");
    const Start<double> lower = start_of(text + "guess y = -1");
    ASSERT_EQ(upper.outcome, Outcome::complete) << upper.message;
    ASSERT_EQ(lower.outcome, Outcome::complete) << lower.message;
    EXPECT_NEAR(upper.p[2], 0.8, on_m);
    EXPECT_NEAR(lower.p[2], -0.8, on_m);
    // y y' = -x x'
    EXPECT_NEAR(upper.z[1], -0.75, 10 * on_m);
    EXPECT_NEAR(lower.z[1], 0.75, 10 * on_m);
}

TEST(ConsistentStart, FindsAPointWithoutAnyStartValues)
{
    const Start<double> start = pendulum_start("");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_NEAR(start.p[1] * start.p[1] + start.p[3] * start.p[3], 1, on_m);
    EXPECT_NEAR(start.p[1] * start.p[2] + start.p[3] * start.p[4], 0, on_m);
}

TEST(ConsistentStart, HasTheSameBitsEveryTime)
{
    for (const std::string& name : model_names()) {
        const Start<double> a = start_of(model_text(name)), b = start_of(model_text(name));
        EXPECT_TRUE(testing::same_bits(a.p, b.p)) << name;
        EXPECT_TRUE(testing::same_bits(a.z, b.z)) << name;
    }
    const Start<double> a = pendulum_start(""), b = pendulum_start("");
    EXPECT_TRUE(testing::same_bits(a.p, b.p));
}

TEST(ConsistentStart, AgreesInExtendedPrecision)
{
    Geometry<Quad> geometry = geometry_of<Quad>(
        pendulum_equations + "start x = 0.6, x' = 0.8\nguess y = -1, y' = 0.5, lambda = 2");
    const Start<Quad> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    // 0.6, 0.8 are constants of 33 digits here.
    EXPECT_NEAR(to_double(Quad(start.p[3] + Quad("0.8"))), 0, 1e-30);
    EXPECT_NEAR(to_double(Quad(start.z[2] - Quad("1.8"))), 0, 1e-29);
}

// ---- the nearest point

/// The scale of a number of the start: what was told and a hundredth of its natural size.
double scale_of(const Start<double>& start, int place, double told)
{
    return std::abs(told) + scale.floor * start.sizes[std::size_t(place)];
}

/// The same for values that are demanded: sizes within a factor of 4 are taken for one, their mean.
double common_scale_of(const Start<double>& start, int place, double told)
{
    double sum = 0;
    int alike = 0;
    for (const int other : {1, 2, 3, 4}) {
        const double size = start.sizes[std::size_t(other)];
        const double ratio = size / start.sizes[std::size_t(place)];
        if (ratio > 4 || ratio < 0.25) continue;
        sum += std::log(size);
        ++alike;
    }
    return std::abs(told) + scale.floor * std::exp(sum / alike);
}

/// The least distance, in the scale of the guess, from points of the ellipse x² + 4 y² = 4.
double nearest_on_ellipse(const Start<double>& start, double x, double y)
{
    double best = 1e300;
    for (int k = 0; k < 200'000; ++k) {
        const double a = 2e-5 * 3.14159265358979324 / 2 * k;
        best = std::min(best, std::hypot((2 * std::cos(a) - x) / scale_of(start, 1, x),
                                         (std::sin(a) - y) / scale_of(start, 2, y)));
    }
    return best;
}

TEST(ConsistentStart, IsTheNearestPointEvenBeyondTheCentresOfCurvature)
{
    // Inside the evolute an ellipse has up to four points from which the guess gets no nearer.
    for (const auto& [x, y] :
         {std::pair(1.0, 0.1), {0.3, 0.02}, {-0.7, 0.3}, {0.05, -0.9}, {3.0, 2.0}}) {
        const Start<double> start =
            start_of("var x, y\nx' = 1\nx^2 + 4*y^2 = 4\nguess x = " + std::to_string(x) +
                     ", y = " + std::to_string(y));
        ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
        const double off = std::hypot((start.p[1] - x) / scale_of(start, 1, x),
                                      (start.p[2] - y) / scale_of(start, 2, y));
        // The ellipse is sampled 1e5 times finer than the distances, which are least to second
        // order.
        EXPECT_NEAR(off / nearest_on_ellipse(start, x, y), 1, 1e-6) << x << " " << y;
    }
}

TEST(ConsistentStart, SaysSoIfAGuessIsEquallyNearToTwoStarts)
{
    const std::string text = "var x, y\nx' = 1\nx^2 + y^2 = 1\nstart x = 0.6\n";
    const Start<double> start = start_of(text + "guess y = 0.001");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_NEAR(start.p[2], 0.8, on_m);
    ASSERT_EQ(start.notices.size(), 1u);
    EXPECT_TRUE(contains(start.notices[0], "another consistent start")) << start.notices[0];
    EXPECT_TRUE(contains(start.notices[0], "it has y = -0.8")) << start.notices[0];
    EXPECT_TRUE(start_of(text + "guess y = 0.3").notices.empty());
}

TEST(ConsistentStart, NamesTheNearestStartInPlaceOfAContradictoryOne)
{
    // Every value given, far from the circle: the nearest point in scale, by its own equation.
    const Start<double> start = start_of("var x, y\nx' = 1\nx^2 + 4*y^2 = 4\nstart x = 1, y = 0.1");
    EXPECT_EQ(start.outcome, Outcome::inconsistent_start);
    const double off = std::hypot((start.p[1] - 1) / scale_of(start, 1, 1),
                                  (start.p[2] - 0.1) / scale_of(start, 2, 0.1));
    EXPECT_NEAR(off / nearest_on_ellipse(start, 1, 0.1), 1, 1e-6);
    EXPECT_TRUE(contains(start.message, "violate equation 2 (x^2 + 4*y^2 = 4) by"))
        << start.message;
    EXPECT_TRUE(contains(start.message, "instead of 1")) << start.message;
}

// ---- what is given too roughly, or too much

TEST(ConsistentStart, MovesRoundedValuesALittleAndSaysSo)
{
    const Start<double> start = pendulum_start("start x = 0.6, y = -0.8001, x' = 0, y' = 0");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    ASSERT_EQ(start.notices.size(), 2u);
    EXPECT_TRUE(contains(start.notices[0], "start x = 0.6 was moved to")) << start.notices[0];
    EXPECT_TRUE(contains(start.notices[1], "start y = -0.8001 was moved to")) << start.notices[1];
    // The nearest point in scale, to first order: δ = -W a g / (aᵗ W a), a = (2x, 2y),
    // W = scale²; what is left is of the order g² = 3e-8.
    const double x = 0.6, y = -0.8001, g = x * x + y * y - 1;
    const double wx = std::pow(common_scale_of(start, 1, x), 2),
                 wy = std::pow(common_scale_of(start, 3, y), 2);
    const double reach = 4 * (x * x * wx + y * y * wy);
    EXPECT_NEAR(start.p[1], x - 2 * x * wx * g / reach, g * g);
    EXPECT_NEAR(start.p[3], y - 2 * y * wy * g / reach, g * g);
    EXPECT_NEAR(start.p[1] * start.p[1] + start.p[3] * start.p[3], 1, on_m);
    EXPECT_EQ(start.p[2], 0);
    EXPECT_NEAR(start.values[1].moved, start.p[1] - 0.6, eps);
}

TEST(ConsistentStart, DoesNotReportAValueRoundedInTheLastDigit)
{
    // cos 1 and sin 1 to 17 digits: their squares sum to 1 within round-off.
    const Start<double> start =
        pendulum_start("start x = 0.54030230586813977, y = 0.84147098480789650, x' = 0, y' = 0");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_TRUE(start.notices.empty());
}

TEST(ConsistentStart, RefusesValuesThatContradictAnEquation)
{
    const Start<double> start = pendulum_start("start x = 0.6, y = -0.9");
    EXPECT_EQ(start.outcome, Outcome::inconsistent_start);
    EXPECT_TRUE(contains(start.message, "equation 3 (x^2 + y^2 = 1)")) << start.message;
    EXPECT_FALSE(contains(start.message, "differentiated")) << start.message;
    EXPECT_TRUE(contains(start.message, "instead of 0.6")) << start.message;
    EXPECT_TRUE(start.notices.empty());
}

TEST(ConsistentStart, RefusesValuesThatContradictAHiddenEquationAndNamesIt)
{
    const Start<double> start = pendulum_start("start x = 0.6, y = -0.8, x' = 1, y' = 1");
    EXPECT_EQ(start.outcome, Outcome::inconsistent_start);
    EXPECT_TRUE(contains(start.message, "equation 3 (x^2 + y^2 = 1) differentiated once"))
        << start.message;
    EXPECT_TRUE(contains(start.message, "nearest consistent start")) << start.message;
}

TEST(ConsistentStart, ChecksAGivenHighestDerivative)
{
    const std::string lines = "start x = 0.6, y = -0.8, x' = 0.8, y' = 0.6, lambda = ";
    const Start<double> right = pendulum_start(lines + "1.8");
    EXPECT_EQ(right.outcome, Outcome::complete) << right.message;
    EXPECT_TRUE(right.notices.empty());

    const Start<double> rounded = pendulum_start(lines + "1.801");
    EXPECT_EQ(rounded.outcome, Outcome::complete) << rounded.message;
    ASSERT_EQ(rounded.notices.size(), 1u);
    EXPECT_TRUE(contains(rounded.notices[0], "lambda = 1.801")) << rounded.notices[0];

    const Start<double> wrong = pendulum_start(lines + "2");
    EXPECT_EQ(wrong.outcome, Outcome::inconsistent_start);
    EXPECT_TRUE(contains(wrong.message, "lambda = 2")) << wrong.message;
    EXPECT_TRUE(contains(wrong.message, "1.8")) << wrong.message;
}

TEST(ConsistentStart, RefusesADerivativeThatFollowsFromTheEquations)
{
    try {
        pendulum_start("start x = 0.6, x' = 0.8, lambda' = 1");
        FAIL() << "lambda' was accepted";
    } catch (const Error& error) {
        ASSERT_EQ(error.diagnostics().size(), 1u);
        EXPECT_TRUE(contains(error.diagnostics()[0].message, "lambda'"));
        EXPECT_EQ(error.diagnostics()[0].place.line, 6);
    }
}

// ---- invariants

TEST(ConsistentStart, ReachesAPrescribedInvariant)
{
    // E = (x'^2 + y'^2)/2 + y = 1 at x = 0.6, y = -0.8: speed² = 3.6.
    const Start<double> start = pendulum_start(
        "invariant E: (x'^2 + y'^2)/2 + y = 1\nstart x = 0.6\nguess y = -1, x' = 1, y' = 1");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_EQ(start.p[1], 0.6);
    EXPECT_NEAR(start.p[3], -0.8, on_m);
    EXPECT_NEAR(start.p[2] * start.p[2] + start.p[4] * start.p[4], 3.6, 10 * on_m);
    EXPECT_NEAR(start.p[1] * start.p[2] + start.p[3] * start.p[4], 0, on_m);
}

TEST(ConsistentStart, NamesAPrescribedInvariantThatIsContradicted)
{
    const Start<double> start = pendulum_start(
        "invariant E: (x'^2 + y'^2)/2 + y = 1\nstart x = 0.6, y = -0.8, x' = 0.8, y' = 0.6");
    EXPECT_EQ(start.outcome, Outcome::inconsistent_start);
    EXPECT_TRUE(contains(start.message, "invariant `E`")) << start.message;
}

TEST(ConsistentStart, FixesTheValueOfAnInvariantThatHasNone)
{
    Geometry<double> geometry =
        geometry_of(pendulum_equations +
                    "invariant E = (x'^2 + y'^2)/2 + y\nstart x = 0.6, x' = 0.8\n"
                    "guess y = -1, y' = 0.5");
    const Start<double> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_NEAR(geometry.invariant_values()[0], -0.3, on_m);  // 1/2 - 0.8
    std::vector<double> g(geometry.completed().constraint_nodes.size());
    geometry.constraints(start.p.data(), g.data());
    EXPECT_NEAR(g.back(), 0, on_m);
}

// ---- where there is no start

TEST(ConsistentStart, SaysSoIfThereIsNone)
{
    const Start<double> start = start_of("var x, y\nx' = 1\nx^2 + y^2 = -1\n");
    EXPECT_EQ(start.outcome, Outcome::no_start_found);
    EXPECT_TRUE(contains(start.message, "equation 2 (x^2 + y^2 = -1)")) << start.message;
}

TEST(ConsistentStart, SaysSoIfTheEquationsAreNotFiniteThere)
{
    const Start<double> start =
        start_of("var x, y\nx' = 1\nlog(x) + y^3 + y = 1\nstart x = -1\nguess y = 1");
    EXPECT_EQ(start.outcome, Outcome::no_start_found);
    EXPECT_TRUE(contains(start.message, "cannot be evaluated")) << start.message;
}

TEST(ConsistentStart, SaysSoIfTheFieldIsNotFiniteThere)
{
    const Start<double> start = start_of("var y\ny' = sqrt(y)\nstart y = -1");
    EXPECT_NE(start.outcome, Outcome::complete);
}

TEST(ConsistentStart, OnAnImpassePointIsSingular)
{
    const Start<double> start = start_of("var y\ny*y' + t = 0\nstart t = 1, y = 0");
    EXPECT_EQ(start.outcome, Outcome::singular_start);
}

// ---- generic points

TEST(GenericPoint, LiesElsewhereOnTheManifoldAtTheSameX)
{
    Geometry<double> geometry =
        geometry_of(pendulum_equations + "start x = 0.6, x' = 0.8\nguess y = -0.8, y' = 0.6");
    const Start<double> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete);
    std::mt19937 random(5);
    for (int k = 0; k < 20; ++k) {
        std::vector<double> p = start.p;
        ASSERT_TRUE(generic_point(geometry, scale, 0.2, random, p));
        EXPECT_EQ(p[0], start.p[0]);
        EXPECT_NE(p[1], start.p[1]);
        EXPECT_LT(std::abs(p[1] - start.p[1]), 0.5);
        EXPECT_NEAR(p[1] * p[1] + p[3] * p[3], 1, on_m);
        EXPECT_NEAR(p[1] * p[2] + p[3] * p[4], 0, on_m);
    }
}

// Sizes are found at random points; by symmetry the nearest point is on the diagonal.
TEST(Start, NearestToValuesThatContradictACircleIsOnTheDiagonal)
{
    for (const char* sides : {"x = 1, y = 1", "x = 3, y = 3", "x = -1, y = 1"}) {
        const Start<double> start =
            start_of(std::string("var x, y\nx^2 + y^2 = 4\nx' = -y\nstart ") + sides + "\n");
        EXPECT_EQ(start.outcome, Outcome::inconsistent_start) << sides;
        ASSERT_GE(start.p.size(), 3U);
        EXPECT_NEAR(std::abs(start.p[1]), std::sqrt(2.0), 1e-6) << sides;
        EXPECT_NEAR(std::abs(start.p[2]), std::sqrt(2.0), 1e-6) << sides;
    }
}

}  // namespace
}  // namespace involute::test
