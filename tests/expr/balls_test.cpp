// SPDX-License-Identifier: Apache-2.0
// Balls contain what the same tape computes in quadruple precision with numbers within them.
#include "involute/expr/balls.hpp"

#include <gtest/gtest.h>

#include <random>

#include "involute/expr/program.hpp"
#include "tests/expr/small_parser.hpp"

namespace involute {
namespace {

struct Ball {
    double middle = 0, radius = 0;
};

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
    std::optional<Ball> around(double middle, double radius) const
    {
        const auto balls = ball_tape(tape_);
        if (!balls) return std::nullopt;
        std::vector<double> work;
        const Program<double> program = compile_program<double>(*balls, true, work);
        const double in[] = {middle, radius};
        Ball out;
        program.run(in, &out.middle, work.data());
        return out;
    }
    Quad at(const Quad& x) const
    {
        const Interpreter<Quad> code(tape_);
        std::vector<Quad> work(code.work_size());
        code.prepare(work.data());
        Quad out;
        code.run(&x, &out, work.data());
        return out;
    }

private:
    Graph graph_{};
    Tape tape_{};
};

// Radii from less than a rounding to larger than the numbers; the last formulas cancel, so that the
// rounding of the middle is all there is.
TEST(Balls, ContainWhatQuadComputesWithinThem)
{
    std::mt19937_64 random(5);
    const auto uniform = [&](double a, double b) {
        return std::uniform_real_distribution<>(a, b)(random);
    };
    for (const char* text :
         {"x^2 + 1/3", "(x - 1/7)*(x + 3)", "x^5 - x/7", "1/(x^2 + 1/10)", "(x + 1)/(x - 5)",
          "sin(3*x)", "cos(x^2)", "tanh(2*x)", "atan(x)/x", "exp(x)/(1 + x^2)", "exp(-(9*x)^2)",
          "sqrt(x + 3)", "sqrt(x^2 + 1/100)^3", "abs(x)*x", "(x + 10^9) - 10^9",
          "(x + 1)^2 - x^2 - 2*x - 1", "1/(sqrt(x^2 + 1) - 1)"}) {
        const Formula f(text);
        for (int k = 0; k < 400; ++k) {
            const double middle = uniform(-2, 2), radius = std::exp(uniform(-45, 1));
            const auto ball = f.around(middle, radius);
            ASSERT_TRUE(ball) << text;
            if (!(ball->radius < 1e300)) continue;  // no bound
            for (const double part : {-1.0, 1.0, uniform(-1, 1), uniform(-1, 1)}) {
                const Quad value = f.at(Quad(middle) + Quad(part) * Quad(radius));
                EXPECT_LE(abs(value - Quad(ball->middle)), Quad(ball->radius) * Quad(1 + 1e-9))
                    << text << " around " << middle << " within " << radius;
            }
        }
    }
}

// [2, 4] squared is [4, 16]: around 9 within 7; 1/[2, 4] around 1/3 within 1/6; the root of [1, 9]
// around sqrt 5 within sqrt 5 - 1.
TEST(Balls, AreAsLargeAsTheRulesSay)
{
    EXPECT_NEAR(Formula("x^2").around(3, 1)->radius, 7, 1e-12);
    EXPECT_NEAR(Formula("1/x").around(3, 1)->radius, 1 / 6.0, 1e-12);
    EXPECT_NEAR(Formula("sqrt(x)").around(5, 4)->radius, std::sqrt(5.0) - 1, 1e-12);
    EXPECT_NEAR(Formula("exp(x)").around(0, 1)->radius, std::exp(1.0) - 1, 1e-12);
}

TEST(Balls, HaveNoBoundWhereThereMayBeNoValue)
{
    for (const char* text : {"1/x", "sqrt(x)", "x/(x - 1/2)", "1/x^2", "sqrt(x)^2 + 1"})
        EXPECT_FALSE(Formula(text).around(0.5, 0.75)->radius < 1e300) << text;
}

TEST(Balls, KnowWhatTheyHaveNoRuleFor)
{
    EXPECT_FALSE(Formula("erf(x)").around(0, 1));
    EXPECT_FALSE(Formula("max(x, 1)").around(0, 1));
}

}  // namespace
}  // namespace involute
