// SPDX-License-Identifier: Apache-2.0
// Whatever numbers two intervals stand for, the result of an operation contains what it makes of
// them: tried at random numbers, with values in quadruple precision.
#include "involute/base/interval.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "involute/base/quad.hpp"

namespace involute {
namespace {

struct Case {
    std::string name;
    std::function<Interval(const Interval&, const Interval&)> enclosure;
    std::function<Quad(const Quad&, const Quad&)> value;
    double low, high;  // the operands are between
};

template <class F>
Case unary(std::string name, F f, double low, double high)
{
    return {std::move(name), [f](const Interval& a, const Interval&) { return f(a); },
            [f](const Quad& a, const Quad&) { return Quad(f(a)); }, low, high};
}
template <class F>
Case binary(std::string name, F f, double low, double high)
{
    return {std::move(name), [f](const Interval& a, const Interval& b) { return f(a, b); },
            [f](const Quad& a, const Quad& b) { return Quad(f(a, b)); }, low, high};
}

std::vector<Case> all_cases()
{
    return {
        binary(
            "add", [](auto a, auto b) { return a + b; }, -1e3, 1e3),
        binary(
            "subtract", [](auto a, auto b) { return a - b; }, -1e3, 1e3),
        binary(
            "multiply", [](auto a, auto b) { return a * b; }, -1e3, 1e3),
        binary(
            "divide", [](auto a, auto b) { return a / b; }, -10, 10),
        binary(
            "pow", [](auto a, auto b) { return pow(a, b); }, 0.01, 9),
        binary(
            "atan2", [](auto a, auto b) { return atan2(a, b); }, -5, 5),
        unary(
            "sqrt", [](auto a) { return sqrt(a); }, 0, 1e4),
        unary(
            "exp", [](auto a) { return exp(a); }, -50, 50),
        unary(
            "log", [](auto a) { return log(a); }, 1e-9, 1e9),
        unary(
            "sin", [](auto a) { return sin(a); }, -20, 20),
        unary(
            "cos", [](auto a) { return cos(a); }, -20, 20),
        unary(
            "sin far away", [](auto a) { return sin(a); }, 1e9, 1e9 + 9),
        unary(
            "cos far away", [](auto a) { return cos(a); }, -1e9 - 9, -1e9),
        unary(
            "tan", [](auto a) { return tan(a); }, -9, 9),
        unary(
            "asin", [](auto a) { return asin(a); }, -1, 1),
        unary(
            "acos", [](auto a) { return acos(a); }, -1, 1),
        unary(
            "atan", [](auto a) { return atan(a); }, -20, 20),
        unary(
            "sinh", [](auto a) { return sinh(a); }, -20, 20),
        unary(
            "cosh", [](auto a) { return cosh(a); }, -20, 20),
        unary(
            "tanh", [](auto a) { return tanh(a); }, -20, 20),
        unary(
            "asinh", [](auto a) { return asinh(a); }, -20, 20),
        unary(
            "acosh", [](auto a) { return acosh(a); }, 1, 20),
        unary(
            "atanh", [](auto a) { return atanh(a); }, -0.999, 0.999),
        unary(
            "log10", [](auto a) { return log10(a); }, 1e-9, 1e9),
        unary(
            "erf", [](auto a) { return erf(a); }, -5, 5),
        unary(
            "abs", [](auto a) { return abs(a); }, -5, 5),
    };
}

/// An interval between the bounds, often a narrow one, and numbers of it, its ends among them.
struct Drawn {
    Interval interval;
    double numbers[5];
};
Drawn draw(std::mt19937& random, double low, double high)
{
    std::uniform_real_distribution<double> part(0, 1);
    const double width = (high - low) * std::pow(10.0, -6 * part(random));
    const double from = low + (high - low - width) * part(random);
    Drawn drawn{{from, std::min(from + width, high)}, {}};
    const Interval& i = drawn.interval;
    const double numbers[] = {i.low, i.high, i.middle(), i.low + i.width() * part(random),
                              i.low + i.width() * part(random)};
    for (int k = 0; k < 5; ++k) drawn.numbers[k] = std::clamp(numbers[k], i.low, i.high);
    return drawn;
}

TEST(Interval, ContainsWhatOperationsMakeOfItsNumbers)
{
    std::mt19937 random(1);
    for (const Case& one : all_cases())
        for (int trial = 0; trial < 500; ++trial) {
            const Drawn a = draw(random, one.low, one.high), b = draw(random, one.low, one.high);
            const Interval found = one.enclosure(a.interval, b.interval);
            for (const double x : a.numbers)
                for (const double y : b.numbers) {
                    const Quad value = one.value(Quad(x), Quad(y));
                    ASSERT_TRUE(Quad(found.low) <= value && value <= Quad(found.high))
                        << one.name << " of " << x << ", " << y;
                }
        }
}

/// An enclosure that says nothing would pass the test above.
TEST(Interval, IsNarrowForNarrowOperands)
{
    std::mt19937 random(2);
    for (const Case& one : all_cases()) {
        double widest = 0;
        for (int trial = 0; trial < 200; ++trial) {
            const double x = draw(random, one.low, one.high).numbers[3],
                         y = draw(random, one.low, one.high).numbers[3];
            const Interval found = one.enclosure(Interval(x), Interval(y));
            widest = std::max(widest, found.width() / (found.magnitude() + 1e-3));
        }
        // 4 units of the function, on either side; near a root of the sine relative to 1e-3
        EXPECT_LT(widest, 64 * 0x1p-52) << one.name;
    }
}

TEST(Interval, IsEverythingWhereThereIsNoValue)
{
    const auto says_nothing = [](const Interval& i) {
        return i.low == -std::numeric_limits<double>::infinity() &&
               i.high == std::numeric_limits<double>::infinity();
    };
    EXPECT_TRUE(says_nothing(Interval(1) / Interval(-1, 1)));
    EXPECT_TRUE(says_nothing(Interval(1) / Interval(0.0)));
    EXPECT_TRUE(says_nothing(log(Interval(0, 1))));
    EXPECT_TRUE(says_nothing(sqrt(Interval(-1, 1))));
    EXPECT_TRUE(says_nothing(asin(Interval(0.5, 1.5))));
    EXPECT_TRUE(says_nothing(tan(Interval(1, 2))));
    EXPECT_TRUE(says_nothing(atan2(Interval(-1, 1), Interval(-2, -1))));
    EXPECT_TRUE(says_nothing(exp(Interval(1000)) - exp(Interval(1000))));
    EXPECT_TRUE(says_nothing(Interval(0, 1) * Interval::everything()));
}

TEST(Interval, KnowsTheSignOfWhatOverflows)
{
    constexpr double largest = std::numeric_limits<double>::max();
    EXPECT_EQ(exp(Interval(800, 900)).low, largest);
    EXPECT_EQ((-exp(Interval(800, 900))).high, -largest);
    EXPECT_EQ((Interval(-1e300) * Interval(1e300)).high, -largest);
    // 1/(e^u + e^-u) far from 0
    const Interval small = Interval(1) / (exp(Interval(800, 900)) + exp(Interval(-900, -800)));
    EXPECT_LT(small.magnitude(), 1e-300);
}

TEST(Interval, KnowsPowersAndExtremaExactly)
{
    EXPECT_EQ(integer_power(Interval(-1, 2), 2).low, 0);
    EXPECT_NEAR(integer_power(Interval(-1, 2), 2).high, 4, 1e-14);
    EXPECT_NEAR(integer_power(Interval(-1, 2), 3).low, -1, 1e-14);
    EXPECT_EQ(sin(Interval(1, 2)).high, 1);
    EXPECT_NEAR(sin(Interval(1, 2)).low, std::sin(1), 1e-14);
    EXPECT_EQ(cos(Interval(3, 4)).low, -1);
    EXPECT_EQ(sin(Interval(0, 7)), Interval(-1, 1));
    EXPECT_EQ(sign(Interval(-1, 2)), Interval(-1, 1));
    EXPECT_EQ(sign(Interval(0, 2)), Interval(0, 1));
    EXPECT_EQ(max(Interval(-1, 2), Interval(0, 1)), Interval(0, 2));
    EXPECT_EQ(min(Interval(-1, 2), Interval(0, 1)), Interval(-1, 1));
    EXPECT_EQ(abs(Interval(-3, 2)), Interval(0, 3));
}

TEST(Interval, ContainsWhatUnderflows)
{
    const Interval small = Interval(1e-200) * Interval(1e-200);
    EXPECT_TRUE(small.low <= 0 && small.high > 0);
    EXPECT_TRUE((Interval(0.0) * Interval(-5, 5)).is_zero());
}

}  // namespace
}  // namespace involute
