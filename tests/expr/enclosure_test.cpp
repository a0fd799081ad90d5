// SPDX-License-Identifier: Apache-2.0
// Ranges contain what the same tape computes with numbers, and slopes every secant.
#include "involute/expr/enclosure.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/expr/small_parser.hpp"

namespace involute {
namespace {

class Formula {
public:
    explicit Formula(const std::string& text)
    {
        Names names;
        names.independent = "x";
        const NodeId e =
            testing::SmallParser(graph_, names, text, testing::Minus::before_product).parse();
        TapeBuilder builder(graph_, 1);
        builder.bind(graph_.independent(), builder.input(0));
        builder.output(builder.emit(e));
        tape_ = builder.finish();
    }
    template <class S>
    S at(const S& x) const
    {
        const Interpreter<S> code(tape_);
        std::vector<S> work(code.work_size());
        code.prepare(work.data());
        S out{};
        code.run(&x, &out, work.data());
        return out;
    }
    Enclosure over(double from, double to) const
    {
        return at(Enclosure(Interval(from, to), Interval(1.0)));
    }

private:
    Graph graph_{};
    Tape tape_{};
};

TEST(Enclosure, ContainsValuesAndSecantsOfEveryFunction)
{
    std::mt19937_64 random(3);
    const auto uniform = [&](double a, double b) {
        return std::uniform_real_distribution<>(a, b)(random);
    };
    for (const char* text :
         {"sin(3*x)",          "cos(x^2)",        "tan(x)",      "asin(x/3)",     "acos(x/3)",
          "atan(x)",           "atan2(x, 1 - x)", "sinh(x)",     "cosh(x)",       "tanh(2*x)",
          "exp(x)/(1 + x^2)",  "log(x + 3)",      "sqrt(x + 3)", "abs(x)*x",      "min(x, x^2)",
          "max(sin(x), 1/10)", "sign(x)*x^2",     "x^3 - x/7",   "(x + 4)^(3/2)", "1/(x^2 + 1/10)",
          "x*abs(x - 1/3)",    "(x + 3)^x",       "asinh(3*x)",  "acosh(x + 4)",  "atanh(x/3)",
          "log10(x + 3)",      "erf(x)",          "floor(3*x)",  "x - floor(x)"}) {
        const Formula f(text);
        for (int trial = 0; trial < 300; ++trial) {
            const double from = uniform(-2.5, 2.4);
            const double to = from + std::pow(10, uniform(-6, 0)) * (2.5 - from);
            const Enclosure range = f.over(from, to);
            EXPECT_FALSE(range.nowhere);
            double x[3], y[3];
            for (int k = 0; k < 3; ++k) {
                x[k] = uniform(from, to);
                y[k] = f.at(x[k]);
                if (!std::isfinite(y[k])) continue;
                EXPECT_TRUE(range.v.contains(y[k])) << text << " at " << x[k];
            }
            const double secant = (y[1] - y[0]) / (x[1] - x[0]);
            const double rounding = 1e-15 * (std::abs(y[0]) + 1) / std::abs(x[1] - x[0]);
            EXPECT_GE(secant, range.d.low - rounding) << text << " from " << from << " to " << to;
            EXPECT_LE(secant, range.d.high + rounding) << text << " from " << from << " to " << to;
        }
    }
}

TEST(Enclosure, IsSharpWhereTheRangeIsNarrow)
{
    for (const char* text : {"sin(3*x)", "exp(x)/(1 + x^2)", "sqrt(x + 3)", "x^3 - x/7"}) {
        const Enclosure range = Formula(text).over(0.7, 0.7 + 1e-9);
        EXPECT_LT(range.v.width(), 1e-8) << text;
        EXPECT_LT(range.d.width(), 1e-7) << text;
    }
    const Enclosure square = Formula("x^2").over(-1, 1);
    EXPECT_EQ(square.v.low, 0);
    EXPECT_NEAR(square.v.high, 1, 1e-15);
}

TEST(Enclosure, KnowsWhereThereIsNoValueAtAll)
{
    EXPECT_TRUE(Formula("log(x - 2)").over(0, 1).nowhere);
    EXPECT_TRUE(Formula("1 + sqrt(x - 2)").over(0, 1).nowhere);
    EXPECT_TRUE(Formula("asin(x + 3)*x").over(0, 1).nowhere);
    EXPECT_FALSE(Formula("log(x - 2)").over(0, 3).nowhere);
    EXPECT_FALSE(std::isfinite(Formula("log(x - 2)").over(0, 3).v.high));
    EXPECT_FALSE(std::isfinite(Formula("1/x").over(-1, 1).v.high));
}

TEST(Enclosure, OfAJumpHasEverySlope)
{
    EXPECT_FALSE(std::isfinite(Formula("sign(x)").over(-1, 1).d.high));
    EXPECT_EQ(Formula("sign(x)").over(0.5, 1).d.high, 0);
    EXPECT_FALSE(std::isfinite(Formula("atan2(x, -1)").over(-1, 1).v.high));
    // a constant that is no double lies within its range
    const Enclosure tenth = Formula("x - 1/10").over(0.1, 0.1);
    EXPECT_LE(tenth.v.low, 0);
    EXPECT_GE(tenth.v.high, 0);
}

}  // namespace
}  // namespace involute
