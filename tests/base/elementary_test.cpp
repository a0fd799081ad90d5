// SPDX-License-Identifier: Apache-2.0
#include "involute/base/elementary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "involute/base/scalar.hpp"
#include "involute/base/sine_kernel.hpp"

namespace involute {
namespace {

bool same(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// In units of the last place that the true value has as a double.
double units_off(double found, const Quad& value)
{
    const double rounded = to_double(value);
    const double place = std::exp2(std::max(std::ilogb(rounded), -1022) - 52);
    return std::abs(to_double(Quad(found) - value)) / place;
}

void expect_close(double x)
{
    const double limit = 0.9;
    ASSERT_LE(units_off(sine(x), sin(Quad(x))), limit) << x;
    ASSERT_LE(units_off(cosine(x), cos(Quad(x))), limit) << x;
}

/// Numbers of all sizes and signs, some of which the C library takes over.
std::vector<double> many_numbers()
{
    constexpr double inf = std::numeric_limits<double>::infinity();
    std::vector<double> numbers = {0.0,         -0.0,  5e-324, -5e-324, 1e-310,  sine_limit,
                                   -sine_limit, 1e300, inf,    -inf,    1e5 + 1, std::nan("")};
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-60, 18), part(-1, 1);
    for (int i = 0; i < 20000; ++i) numbers.push_back(part(random) * std::exp2(exponent(random)));
    while (numbers.size() % 4 != 0) numbers.push_back(1);
    return numbers;
}

TEST(OwnSines, AreWithinNineTenthsOfTheLastPlace)
{
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> first(-0.8, 0.8), near(-10, 10),
        anywhere(-sine_limit, sine_limit);
    for (int i = 0; i < 20000; ++i)
        for (const double x : {first(random), near(random), anywhere(random)}) expect_close(x);
}

// There the reduced argument has lost the digits of x, or the polynomials are at their ends.
TEST(OwnSines, AreAsCloseNextToMultiplesOfAnEighthOfATurn)
{
    const Quad eighth = atan(Quad(1));
    for (int n = 1; to_double(Quad(n) * eighth) < sine_limit; n += n < 5000 ? 1 : 7) {
        const double x = to_double(Quad(n) * eighth);
        for (const double at : {x, std::nextafter(x, 0), std::nextafter(x, 1e9)}) expect_close(at);
    }
}

TEST(OwnSines, AreOddCosinesEvenAndZeroKeepsItsSign)
{
    EXPECT_TRUE(same(sine(0.0), 0.0));
    EXPECT_TRUE(same(sine(-0.0), -0.0));
    for (const double x : many_numbers()) {
        if (std::isnan(x)) continue;
        EXPECT_TRUE(std::isinf(x) || same(sine(-x), -sine(x))) << x;
        EXPECT_TRUE(std::isinf(x) || same(cosine(-x), cosine(x))) << x;
    }
}

TEST(OwnSines, AreThoseOfTheLibraryBeyondTheLimit)
{
    for (const double x : {1.00001e5, -3e7, 1e22, 1e300}) {
        EXPECT_EQ(sine(x), std::sin(x));
        EXPECT_EQ(cosine(x), std::cos(x));
    }
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double x : {inf, -inf, std::nan("")}) {
        EXPECT_TRUE(std::isnan(sine(x)));
        EXPECT_TRUE(std::isnan(cosine(x)));
    }
}

TEST(OwnSines, HaveTheSameBitsHoweverManyAreComputedAtOnce)
{
    const std::vector<double> x = many_numbers();
    std::vector<double> sines(x.size()), cosines(x.size());
    sines_and_cosines(int(x.size()), x.data(), sines.data(), cosines.data());
    for (std::size_t i = 0; i < x.size(); i += 4) {
        double four[8];
        four_sines_and_cosines()(four, x[i], x[i + 1], x[i + 2], x[i + 3]);
        for (std::size_t k = 0; k < 4; ++k) {
            double two[2];
            sine_and_cosine(two, x[i + k]);
            for (const double found : {two[0], four[k], sines[i + k]})
                ASSERT_TRUE(same(found, sine(x[i + k]))) << x[i + k];
            for (const double found : {two[1], four[4 + k], cosines[i + k]})
                ASSERT_TRUE(same(found, cosine(x[i + k]))) << x[i + k];
        }
    }
}

// Those of any width, compiled here for whatever processor: the ones above may run wider ones.
TEST(OwnSines, HaveTheSameBitsInAnyWidth)
{
    using Two = double __attribute__((vector_size(16)));
    using TwoBits = std::int64_t __attribute__((vector_size(16)));
    using Four = double __attribute__((vector_size(32)));
    using FourBits = std::int64_t __attribute__((vector_size(32)));
    const std::vector<double> x = many_numbers();
    for (std::size_t i = 0; i < x.size(); i += 4) {
        Two two{x[i], x[i + 1]}, s2, c2;
        Four four{x[i], x[i + 1], x[i + 2], x[i + 3]}, s4, c4;
        elementary_detail::sine_and_cosine<Two, TwoBits>(two, s2, c2);
        elementary_detail::sine_and_cosine<Four, FourBits>(four, s4, c4);
        for (int k = 0; k < 4; ++k) {
            if (!(std::abs(four[k]) <= sine_limit)) continue;
            ASSERT_TRUE(same(s4[k], sine(four[k])) && same(c4[k], cosine(four[k]))) << four[k];
            if (k > 1) continue;
            ASSERT_TRUE(same(s2[k], sine(two[k])) && same(c2[k], cosine(two[k]))) << two[k];
        }
    }
}

}  // namespace
}  // namespace involute
