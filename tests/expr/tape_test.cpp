// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/tape.hpp"
#include "involute/expr/calculus.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "involute/expr/evaluate.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/interpreter.hpp"
#include "involute/expr/liveness.hpp"
#include "tests/expr/random_expression.hpp"
#include "tests/expr/same_bits.hpp"

namespace involute {
namespace {

using testing::RandomExpressions;
using testing::same_bits;

template <class S>
std::vector<S> run(const Tape& tape, const std::vector<S>& in)
{
    const Interpreter<S> interpreter(tape);
    std::vector<S> work(interpreter.work_size()), out(interpreter.outputs());
    interpreter.prepare(work.data());
    interpreter.run(in.data(), out.data(), work.data());
    return out;
}

struct TapeTest : ::testing::Test {
    Graph g;
    NodeId x = g.jet(0, 0), y = g.jet(1, 0);
    NodeId sum = g.add(x, y), product = g.multiply(x, y);
};

TEST_F(TapeTest, EqualInstructionsAreOne)
{
    TapeBuilder b(g, 2);
    EXPECT_EQ(b.add(0, 1), b.add(1, 0));
    EXPECT_EQ(b.multiply(0, 1), b.multiply(1, 0));
    EXPECT_NE(b.subtract(0, 1), b.subtract(1, 0));
    EXPECT_EQ(b.constant(3), b.constant(3));
    EXPECT_EQ(b.size(), 4u);
}

TEST_F(TapeTest, ExactIdentitiesCostNothing)
{
    TapeBuilder b(g, 2);
    const Slot zero = b.constant(0), one = b.constant(1), minus = b.constant(-1);
    EXPECT_EQ(b.add(0, zero), 0u);
    EXPECT_EQ(b.subtract(0, zero), 0u);
    EXPECT_EQ(b.multiply(0, one), 0u);
    EXPECT_EQ(b.divide(0, one), 0u);
    EXPECT_TRUE(b.is_zero(b.multiply(0, zero)));
    EXPECT_TRUE(b.is_zero(b.divide(zero, 0)));
    EXPECT_EQ(b.constant(6), b.multiply(b.constant(2), b.constant(3)));
    EXPECT_EQ(b.size(), 0u);
    EXPECT_EQ(b.multiply(0, minus), b.negate(0));
    EXPECT_EQ(b.subtract(zero, 0), b.negate(0));
    EXPECT_EQ(b.negate(b.negate(0)), 0u);
    EXPECT_EQ(b.size(), 1u);
}

TEST_F(TapeTest, BindingAgainChangesLaterExpressionsOnly)
{
    TapeBuilder b(g, 3);
    b.bind(x, 0);
    b.bind(y, 1);
    const Slot first = b.emit(sum);
    b.bind(y, 2);
    const Slot second = b.emit(sum);
    EXPECT_NE(first, second);
    b.bind(y, 1);
    EXPECT_EQ(b.emit(sum), first);
    EXPECT_EQ(b.size(), 2u);
    for (const Slot s : {first, second, b.emit(product)}) b.output(s);
    EXPECT_EQ(run<double>(b.finish(), {2, 3, 5}), (std::vector<double>{5, 7, 6}));
}

TEST_F(TapeTest, BindingAgainKeepsUnaffectedInstructions)
{
    TapeBuilder b(g, 3);
    const NodeId s = g.call(*find_function("sin"), x);
    b.bind(x, 0);
    b.bind(y, 1);
    b.emit(g.multiply(s, y));
    b.bind(y, 2);
    b.emit(g.multiply(s, y));
    EXPECT_EQ(b.size(), 3u);  // one sine, two products
}

TEST_F(TapeTest, UnboundLeavesAreReported)
{
    TapeBuilder b(g, 1);
    b.bind(x, 0);
    EXPECT_THROW(b.emit(sum), std::logic_error);
}

TEST_F(TapeTest, OutputsMayBeInputsAndConstants)
{
    TapeBuilder b(g, 2);
    for (const Slot s : {Slot(1), b.constant(7), Slot(1), b.add(0, 1)}) b.output(s);
    EXPECT_EQ(run<double>(b.finish(), {2, 3}), (std::vector<double>{3, 7, 3, 5}));
}

TEST_F(TapeTest, DeadCodeAndItsConstantsDisappear)
{
    TapeBuilder b(g, 1);
    b.multiply(b.add(0, b.constant(5)), b.constant(6));
    b.output(b.add(0, b.constant(7)));
    const Tape tape = b.finish();
    EXPECT_EQ(tape.code.size(), 1u);
    EXPECT_EQ(tape.constants, std::vector<Quad>{7});
}

TEST_F(TapeTest, SlotsAreReused)
{
    TapeBuilder b(g, 2);
    Slot s = 0;
    for (int i = 0; i < 1000; ++i) s = b.add(b.multiply(s, 1), 0);
    b.output(s);
    const Tape tape = b.finish();
    EXPECT_EQ(tape.code.size(), 2000u);
    EXPECT_EQ(tape.slots, 3u);
}

TEST_F(TapeTest, IntegerPowersTakeFewMultiplications)
{
    TapeBuilder b(g, 1);
    b.bind(x, 0);
    b.output(b.emit(g.integer_power(x, 1000)));  // 9 squarings, 5 products
    b.output(b.emit(g.integer_power(x, -2)));
    EXPECT_EQ(b.size(), 15u);
    EXPECT_EQ(run<double>(b.finish(), {2.0}), (std::vector<double>{0x1p1000, 0.25}));
}

TEST_F(TapeTest, ConstantsKeepTheirPrecisionInQuadRuns)
{
    TapeBuilder b(g, 1);
    b.output(b.multiply(0, b.constant(Quad("0.1"))));
    EXPECT_EQ(run<Quad>(b.finish(), {Quad(1)})[0], Quad("0.1"));
}

TEST(Tapes, ComputeTheSameAsEvaluation)
{
    Graph g;
    RandomExpressions random(g, 6, {.operations = 40});
    const auto leaf_value = [](NodeId id) { return 0.37 + 0.11 * (id % 13); };
    for (int i = 0; i < 2000; ++i) {
        const std::vector<NodeId> many{random(), random(), random()};
        const std::vector<NodeId> at = leaves(g, many);
        TapeBuilder b(g, std::uint32_t(at.size()));
        std::vector<double> in;
        for (std::size_t k = 0; k < at.size(); ++k) {
            b.bind(at[k], b.input(std::uint32_t(k)));
            in.push_back(leaf_value(at[k]));
        }
        for (const NodeId e : many) b.output(b.emit(e));
        const auto expected = evaluate<double>(g, many, leaf_value);
        EXPECT_TRUE(same_bits(run<double>(b.finish(), in), expected)) << i;
    }
}

TEST(Tapes, OfDeepExpressionsDoNotOverflowTheStack)
{
    Graph g;
    const NodeId x = g.jet(0, 0), y = g.jet(1, 0);
    NodeId e = x;
    for (int i = 0; i < 200000; ++i) e = g.subtract(y, g.multiply(e, x));
    TapeBuilder b(g, 2);
    b.bind(x, 0);
    b.bind(y, 1);
    b.output(b.emit(e));
    const Tape tape = b.finish();
    EXPECT_EQ(tape.code.size(), 400000u);
    // e -> y - x e has the limit y/(1 + x).
    EXPECT_NEAR(run<double>(tape, {0.5, 1.0})[0], 1 / 1.5, 1e-15);
}

TEST(LivenessOfATape, KnowsTheNextUses)
{
    Graph g;
    TapeBuilder b(g, 2);
    const Slot p = b.multiply(0, 1);
    const Slot q = b.add(p, 0);
    b.output(b.subtract(q, p));
    const Liveness live = liveness(b.finish());
    ASSERT_EQ(live.rows.size(), 3u);
    EXPECT_EQ(live.rows[0].next_a, 1u);
    EXPECT_EQ(live.rows[0].next_b, Liveness::never);
    EXPECT_EQ(live.rows[0].next_target, 1u);
    EXPECT_EQ(live.rows[2].next_target, Liveness::never);
    EXPECT_EQ(live.outputs, std::vector<Value>{live.target(2)});
}

}  // namespace
}  // namespace involute
