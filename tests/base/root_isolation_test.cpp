// SPDX-License-Identifier: Apache-2.0
// Zeros isolated with proof: all simple ones, and honest words about the others.
#include "involute/base/root_isolation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace involute {
namespace {

using Kind = RootPiece::Kind;
using std::numbers::pi;

struct Formula final : BoundedFunction {
    std::function<Interval(Interval)> value{}, slope{};
    double zero = 0;
    long evaluations = 0;

    Formula(std::function<Interval(Interval)> v, std::function<Interval(Interval)> s)
        : value(std::move(v)), slope(std::move(s))
    {
    }
    Bound over(double from, double to) override
    {
        ++evaluations;
        const Interval x(from, to);
        return {value(x), slope(x), false};
    }
    double indistinct(double) override { return zero; }
};

Interval number(double x)
{
    return Interval(x);
}

std::vector<RootPiece> isolate(BoundedFunction& f, double from, double to, int sign)
{
    RootIsolation roots;
    roots.begin(sign);
    roots.search(f, from, to, 1e-14);
    return roots.found();
}

TEST(RootIsolation, FindsEveryZeroOfASine)
{
    Formula f([](Interval x) { return sin(number(100) * x); },
              [](Interval x) { return number(100) * cos(number(100) * x); });
    const auto found = isolate(f, 0.001, 10, 1);
    ASSERT_EQ(found.size(), 318u);  // 1000/π = 318.3
    for (int k = 1; k <= 318; ++k) {
        const RootPiece& piece = found[std::size_t(k) - 1];
        EXPECT_EQ(piece.kind, Kind::simple);
        EXPECT_LE(piece.from, k * pi / 100);
        EXPECT_GE(piece.to, k * pi / 100);
        EXPECT_EQ(piece.after, k % 2 == 0 ? 1 : -1);
    }
}

TEST(RootIsolation, TellsAPairFromATouchAndFromNothing)
{
    // sin x = level near π/2, in one search over a period
    for (const double below : {1e-3, 1e-8, 1e-13, -1e-13, -1e-8, -1e-3}) {
        Formula f([=](Interval x) { return sin(x) - number(1) + number(below); },
                  [](Interval x) { return cos(x); });
        const auto found = isolate(f, 0, 3, -1);
        if (below > 0) {
            ASSERT_EQ(found.size(), 2u) << below;
            EXPECT_EQ(found[0].kind, Kind::simple);
            EXPECT_EQ(found[0].after, 1);
            EXPECT_EQ(found[1].after, -1);
            EXPECT_LE(found[0].to, found[1].from);
        } else {
            EXPECT_TRUE(found.empty()) << below;
        }
    }
    Formula touch([](Interval x) { return integer_power(x - number(1.0 / 3), 2); },
                  [](Interval x) { return number(2) * (x - number(1.0 / 3)); });
    const auto found = isolate(touch, 0, 1, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::even);
    EXPECT_NEAR(found[0].from, 1.0 / 3, 1e-7);
    EXPECT_NEAR(found[0].to, 1.0 / 3, 1e-7);
}

TEST(RootIsolation, DecidesAZeroOfOddOrderByTheSigns)
{
    Formula f([](Interval x) { return integer_power(x - number(0.3), 3); },
              [](Interval x) { return number(3) * integer_power(x - number(0.3), 2); });
    const auto found = isolate(f, 0, 1, -1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::odd);
    EXPECT_LE(found[0].from, 0.3);
    EXPECT_GE(found[0].to, 0.3);
    EXPECT_LT(found[0].to - found[0].from, 1e-4);
}

TEST(RootIsolation, CallsAPoleUnbounded)
{
    for (const int power : {1, 2}) {
        Formula f(
            [=](Interval x) { return number(1) / integer_power(x - number(0.3), power); },
            [=](Interval x) { return number(-power) / integer_power(x - number(0.3), power + 1); });
        const auto found = isolate(f, 0, 1, power == 1 ? -1 : 1);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].kind, Kind::unbounded);
        EXPECT_EQ(found[0].after, 1);
        EXPECT_LT(found[0].to - found[0].from, 1e-13);
    }
}

// A zero where two pieces meet is told once, by whichever piece decides the sign.
TEST(RootIsolation, CountsAZeroBetweenTwoSearchesOnce)
{
    for (const double middle : {0.5 - 1e-16, 0.5, 0.5 + 2e-16}) {
        Formula f([](Interval x) { return x - number(0.5); }, [](Interval) { return number(1); });
        RootIsolation roots;
        roots.begin(-1);
        std::size_t count = 0;
        roots.search(f, 0, middle, 1e-14);
        count += roots.found().size();
        roots.search(f, middle, 1, 1e-14);
        count += roots.found().size();
        EXPECT_EQ(count, 1u);
        EXPECT_EQ(roots.sign(), 1);
    }
}

TEST(RootIsolation, LeavesZeroAtTheStartAndTellsArrivalAtTheEnd)
{
    Formula f([](Interval x) { return x * (number(1) - x); },
              [](Interval x) { return number(1) - number(2) * x; });
    RootIsolation roots;
    roots.begin(0);
    roots.search(f, 0, 1, 1e-14);
    EXPECT_TRUE(roots.found().empty());
    EXPECT_TRUE(roots.open());
    roots.end();
    ASSERT_EQ(roots.found().size(), 1u);
    EXPECT_EQ(roots.found()[0].kind, Kind::simple);
    EXPECT_EQ(roots.found()[0].before, 1);
    EXPECT_EQ(roots.found()[0].after, 0);
    EXPECT_EQ(roots.found()[0].to, 1);
}

TEST(RootIsolation, DoesNotDwellOnWhatVanishesEverywhere)
{
    Formula f([](Interval x) { return number(1e-12) * sin(number(1000) * x); },
              [](Interval x) { return number(1e-9) * cos(number(1000) * x); });
    f.zero = 1e-10;
    RootIsolation roots;
    roots.begin(1);
    roots.search(f, 0, 1, 1e-14);
    EXPECT_LE(f.evaluations, 10);
    roots.end();
    ASSERT_EQ(roots.found().size(), 1u);
    EXPECT_EQ(roots.found()[0].kind, Kind::even);
}

// Products of linear factors with known zeros, clusters down to 1e-6 and double ones among them.
TEST(RootIsolation, AgreesWithTheZerosOfRandomProducts)
{
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<double> zeros;
        const auto uniform = [&] { return std::uniform_real_distribution<>(0.02, 0.98)(random); };
        for (int k = 0, n = 1 + int(random() % 5); k < n; ++k) zeros.push_back(uniform());
        if (random() % 2) zeros.push_back(zeros[0] + std::pow(10, -6 * uniform()) / 60);
        std::ranges::sort(zeros);
        // x - z: its product and the derivative of the product
        const auto product = [&](Interval x, std::size_t without) {
            Interval p(1.0);
            for (std::size_t i = 0; i < zeros.size(); ++i)
                if (i != without) p *= x - number(zeros[i]);
            return p;
        };
        Formula f([&](Interval x) { return product(x, zeros.size()); },
                  [&](Interval x) {
                      Interval sum(0.0);
                      for (std::size_t i = 0; i < zeros.size(); ++i) sum += product(x, i);
                      return sum;
                  });
        const auto found = isolate(f, 0, 1, zeros.size() % 2 ? -1 : 1);
        ASSERT_EQ(found.size(), zeros.size()) << trial;
        for (std::size_t i = 0; i < zeros.size(); ++i) {
            EXPECT_EQ(found[i].kind, Kind::simple);
            EXPECT_LE(found[i].from, zeros[i]);
            EXPECT_GE(found[i].to, zeros[i]);
        }
    }
}

}  // namespace
}  // namespace involute
