// SPDX-License-Identifier: Apache-2.0
// The polynomials of a step are its dense output, and their bounds hold.
#include "involute/step/step_polynomial.hpp"

#include <random>

#include "involute/method/methods.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/step/steppers.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

TEST(StepPolynomial, IsTheDenseOutputOfEveryMethod)
{
    for (const char* name : {"taylor", "dop853", "dopri54", "rkf78", "rk4", "euler", "radau5",
                             "radau13", "taylor2", "midpoint"}) {
        Prepared prepared = prepare(read_system(testing::pendulum), {}, false);
        XProblem<double> problem(*prepared.geometry, prepared.scale);
        const WalkOptions walk{.rtol = 1e-6, .atol = 1e-8};
        Walker<double> walker(problem,
                              make_stepper<double>(problem, *find_method_entry(name), walk), walk);
        ASSERT_TRUE(walker.stand(prepared.start.p.data(), 0, 1));
        for (int k = 0; k < 5; ++k) ASSERT_EQ(walker.advance(100), Outcome::finished) << name;
        const std::vector<int> coordinates{1, 2, 3, 4};
        std::vector<double> p(walker.p.size());
        StepPolynomial polynomial;
        for (int piece = 0; piece < walker.polynomial_pieces(); ++piece) {
            walker.polynomial(piece, coordinates, polynomial);
            for (const double part : {0.01, 0.3, 0.5, 0.77, 1.0}) {
                const double theta =
                    polynomial.from() + part * (polynomial.to() - polynomial.from());
                walker.interpolate(theta, p.data());
                for (int i = 0; i < 4; ++i)
                    EXPECT_NEAR(polynomial.at(i, theta).middle(), p[std::size_t(i) + 1], 1e-14)
                        << name << " " << theta;
            }
        }
    }
}

TEST(StepPolynomial, BoundsValuesAndSlopesOverEveryPart)
{
    std::mt19937_64 random(5);
    const auto uniform = [&](double a, double b) {
        return std::uniform_real_distribution<>(a, b)(random);
    };
    for (int trial = 0; trial < 500; ++trial) {
        StepPolynomial polynomial;
        const double from = trial % 2 ? 0.5 : 0;
        const int degree = 1 + int(random() % 30);
        polynomial.reset(from, 1, 1, degree, trial % 4 < 2 ? Powers::of_s : Powers::of_u);
        const double radius = trial % 3 ? 1 : uniform(0.1, 0.9);  // as a Taylor series
        for (int n = 0; n <= degree; ++n)
            polynomial.of(0)[n] = uniform(-1, 1) / (1 + n * n) * std::pow(radius, n);
        polynomial.finish();
        double a = uniform(from, 1), b = uniform(from, 1);
        if (a > b) std::swap(a, b);
        const auto range = polynomial.over(0, a, b);
        double slope_sum = 0, last = polynomial.at(0, a).middle();
        for (int k = 0; k <= 50; ++k) {
            const Interval value = polynomial.at(0, a + (b - a) * k / 50);
            EXPECT_LE(range.value.low, value.high);
            EXPECT_GE(range.value.high, value.low);
            if (k > 0) {
                const double secant = (value.middle() - last) / ((b - a) / 50);
                slope_sum = std::max(slope_sum, std::abs(secant));
                EXPECT_GE(secant, range.slope.low - 1e-9 / (b - a));
                EXPECT_LE(secant, range.slope.high + 1e-9 / (b - a));
            }
            last = value.middle();
        }
        EXPECT_GE(range.slope.magnitude() + 1e-9 / (b - a), slope_sum);
    }
}

// exp(u) in 30 terms: what is left out of them widens bounds by a thousandth.
TEST(StepPolynomial, OfASeriesIsBoundedByFewTerms)
{
    StepPolynomial polynomial;
    polynomial.reset(0, 1, 1, 30, Powers::of_u);
    double term = 1;
    for (int n = 0; n <= 30; term /= ++n) polynomial.of(0)[n] = term;
    polynomial.finish();
    for (const double width : {1.0, 0.1, 1e-3, 1e-6})
        for (const double from : {0.0, 0.3, 1 - width}) {
            if (from + width > 1) continue;
            const auto range = polynomial.over(0, from, from + width);
            const double low = std::exp(from), high = std::exp(from + width);
            EXPECT_TRUE(range.value.low <= low && high <= range.value.high) << width;
            EXPECT_TRUE(range.slope.low <= low && high <= range.slope.high) << width;
            EXPECT_LE(range.value.width(), 1.01 * (high - low) + 1e-14) << width;
            EXPECT_LE(range.slope.width(), 1.01 * (high - low) + 1e-13) << width;
        }
}

// 1 + 0.04 u - 1.12 u² + 0.2 u⁴ falls from 1 to 0.12: seen from its first place alone, down to
// -0.1.
TEST(StepPolynomial, IsBoundedFromBothEnds)
{
    StepPolynomial polynomial;
    polynomial.reset(0, 1, 1, 4, Powers::of_u);
    const double c[] = {1, 0.04, -1.12, 0, 0.2};
    std::copy_n(c, 5, polynomial.of(0));
    polynomial.finish();
    EXPECT_GT(polynomial.over(0, 0, 1).value.low, 0.07);
    EXPECT_LT(polynomial.over(0, 0.5, 1).slope.high, 0);
}

TEST(StepPolynomial, IsStraightInAllPowers)
{
    for (const Powers powers : {Powers::of_s, Powers::of_u}) {
        StepPolynomial polynomial;
        polynomial.reset(0.5, 1, 2, 3, powers);
        polynomial.make_straight(1, 3, 4);
        polynomial.finish();
        EXPECT_NEAR(polynomial.at(1, 0.5).middle(), 3, 1e-15);
        EXPECT_NEAR(polynomial.at(1, 0.75).middle(), 5, 1e-15);
        EXPECT_NEAR(polynomial.over(1, 0.5, 1).value.high, 7, 1e-13);
        EXPECT_NEAR(polynomial.over(1, 0.5, 0.75).slope.middle(), 8, 1e-13);
    }
}

// 2 - s + s³ through values, and through a value and a slope at each end.
TEST(StepPolynomial, GoesThroughPoints)
{
    const auto f = [](double s) { return 2 - s + s * s * s; };
    double c[4];
    PolynomialThroughPoints values({-1, -0.5, 0.25, 1});
    values.coefficients(std::vector<double>{f(-1), f(-0.5), f(0.25), f(1)}, c);
    const double expected[] = {2, -1, 0, 1};
    for (int n = 0; n < 4; ++n) EXPECT_NEAR(c[n], expected[n], 1e-15);
    PolynomialThroughPoints slopes({-1, -1, 1, 1});
    slopes.coefficients(std::vector<double>{f(-1), 2, f(1), 2}, c);
    for (int n = 0; n < 4; ++n) EXPECT_NEAR(c[n], expected[n], 1e-15);
}

}  // namespace
}  // namespace involute
