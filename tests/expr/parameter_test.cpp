// SPDX-License-Identifier: Apache-2.0
// Parameters that can be set: an unknown constant for the calculus, a number in the work area of
// what is compiled.
#include <gtest/gtest.h>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/identity.hpp"
#include "involute/expr/print.hpp"
#include "involute/expr/program.hpp"
#include "tests/expr/same_bits.hpp"

namespace involute {
namespace {

struct ParameterTest : ::testing::Test {
    Graph g{};
    NodeId x = g.jet(0, 0), p = g.parameter(0, 2), q = g.parameter(1, 3);

    Tape tape_of(NodeId e)
    {
        TapeBuilder builder(g, 1);
        builder.bind(x, builder.input(0));
        builder.output(builder.emit(e));
        return builder.finish();
    }
};

double value_at(const Program<double>& program, std::vector<double>& work, double x)
{
    double out = 0;
    program.run(&x, &out, work.data());
    return out;
}

TEST_F(ParameterTest, IsAConstantWithoutANumber)
{
    const NodeId factor = g.add(p, g.constant(1)), e = g.multiply(factor, g.integer_power(x, 2));
    EXPECT_EQ(print(g, e, {.unknowns = {"x"}, .parameters = {"p", "q"}}), "(p + 1)*x^2");
    EXPECT_TRUE(g.is_constant(total_derivative(g, p), 0));
    EXPECT_EQ(differentiate(g, e, x), g.multiply(g.multiply(g.constant(2), x), factor));
    EXPECT_EQ(leaves(g, e), std::vector<NodeId>{x});
    EXPECT_EQ(evaluate<double>(g, e, [](NodeId) { return 5.0; }), 75);
}

TEST_F(ParameterTest, NothingIsProvedFromItsValue)
{
    const NodeId vanishes_now = g.subtract(p, g.constant(2));
    EXPECT_FALSE(is_proved_zero(g, vanishes_now));
    EXPECT_FALSE(is_proved_free_of(g, g.multiply(vanishes_now, x), x));
    const NodeId square = g.integer_power(g.add(p, q), 2);
    const NodeId expanded = g.add(g.add(g.integer_power(p, 2), g.integer_power(q, 2)),
                                  g.multiply(g.constant(2), g.multiply(p, q)));
    EXPECT_TRUE(is_proved_zero(g, g.subtract(square, expanded)));
}

TEST_F(ParameterTest, WhatParametersDecideIsComputedOnce)
{
    const FunctionId sin = *find_function("sin");
    const NodeId factor = g.divide(g.call(sin, g.add(p, q)), g.multiply(p, g.integer_power(q, 3)));
    const Tape tape = tape_of(g.multiply(factor, x));
    EXPECT_EQ(tape.code.size(), 1u);
    EXPECT_EQ(tape.varying(), 1u);
}

TEST_F(ParameterTest, IsNotTheConstantOfItsValue)
{
    // 2 stands beside a parameter that is 2 now, and 1 and 0 beside those that have these values.
    g.parameter(1, 1);
    const NodeId zero = g.parameter(2, 0);
    const NodeId e =
        g.add(g.multiply(g.constant(2), x), g.add(g.multiply(p, g.integer_power(x, 2)),
                                                  g.add(g.multiply(q, g.integer_power(x, 3)),
                                                        g.multiply(zero, g.integer_power(x, 4)))));
    for (const bool native : {true, false}) {
        std::vector<double> work;
        Program<double> program = compile_program<double>(tape_of(e), native, work);
        EXPECT_EQ(value_at(program, work, 2), 4 + 8 + 8);
        program.set_parameters({5, 7, 11}, work.data());
        EXPECT_EQ(value_at(program, work, 2), 4 + 20 + 56 + 176);
    }
}

TEST_F(ParameterTest, CopiesShareCodeAndOwnTheirNumbers)
{
    std::vector<double> work;
    Program<double> program = compile_program<double>(tape_of(g.multiply(p, x)), true, work);
    Program<double> other = program;
    std::vector<double> other_work = work;
    other.set_parameters({10, 0}, other_work.data());
    EXPECT_EQ(value_at(program, work, 3), 6);
    EXPECT_EQ(value_at(other, other_work, 3), 30);
    std::vector<double> fresh(other.work_size());
    other.prepare(fresh.data());
    EXPECT_EQ(value_at(other, fresh, 3), 30);
}

TEST_F(ParameterTest, InterpreterAndNativeCodeAgreeBitForBit)
{
    const FunctionId exp = *find_function("exp"), sin = *find_function("sin"),
                     cos = *find_function("cos"), max = *find_function("max");
    NodeId e = g.divide(g.call(sin, g.multiply(p, x)), g.add(q, g.call(exp, g.multiply(q, x))));
    e = g.add(e, g.multiply(g.call(cos, g.multiply(p, x)), g.call(max, p, x)));
    e = g.add(e, g.power(g.add(g.integer_power(x, 2), p), q));
    std::vector<double> a, b;
    Program<double> native = compile_program<double>(tape_of(e), true, a);
    Program<double> interpreted = compile_program<double>(tape_of(e), false, b);
    for (int k = 0; k < 200; ++k) {
        const std::vector<Quad> values{Quad(0.1 + 0.37 * k), Quad(7.3 - 0.11 * k)};
        native.set_parameters(values, a.data());
        interpreted.set_parameters(values, b.data());
        const double at = -1 + 0.01 * k;
        EXPECT_TRUE(testing::same_bits(value_at(native, a, at), value_at(interpreted, b, at)));
        g.set_parameter_values(values);
        const double direct = evaluate<double>(g, e, [&](NodeId) { return at; });
        EXPECT_NEAR(value_at(native, a, at), direct, 1e-13 * (1 + std::abs(direct)));
    }
}

}  // namespace
}  // namespace involute
