// SPDX-License-Identifier: Apache-2.0
// Tapes put sines and cosines side by side, and native code computes up to four with one call; the
// bits must be those of calls of their own.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "involute/expr/functions.hpp"
#include "involute/expr/interpreter.hpp"
#include "involute/expr/native.hpp"
#include "involute/expr/side_by_side.hpp"
#include "tests/expr/same_bits.hpp"

using namespace involute;
using involute::testing::same_bits;

namespace {

Tape tape_of(Graph& graph, const std::vector<NodeId>& outputs, int inputs)
{
    TapeBuilder tape(graph, std::uint32_t(inputs));
    for (int j = 0; j < inputs; ++j) tape.bind(graph.jet(j, 0), tape.input(std::uint32_t(j)));
    for (const NodeId e : outputs) tape.output(tape.emit(e));
    return tape.finish();
}

NodeId sine_of(Graph& graph, NodeId a)
{
    return graph.call(sin_function(), a);
}
NodeId cosine_of(Graph& graph, NodeId a)
{
    return graph.call(cos_function(), a);
}

Tape sines_and_cosines(int count)
{
    Graph graph;
    std::vector<NodeId> outputs;
    NodeId mixed = graph.constant(0);
    for (int j = 0; j < count; ++j) {
        const NodeId x = graph.jet(j, 0), s = sine_of(graph, x), c = cosine_of(graph, x);
        outputs.push_back(j % 2 ? s : c);
        outputs.push_back(j % 2 ? c : s);
        mixed = graph.add(mixed, graph.multiply(graph.add(s, x), c));
    }
    outputs.push_back(mixed);
    outputs.push_back(outputs[0]);  // an output twice
    return tape_of(graph, outputs, count);
}

/// Sums, products, sines and cosines of each other, in any order: arguments lie in any register.
Tape mixture(int inputs, std::mt19937_64& random)
{
    Graph graph;
    std::vector<NodeId> known, outputs;
    for (int j = 0; j < inputs; ++j) known.push_back(graph.jet(j, 0));
    const auto any = [&] { return known[random() % known.size()]; };
    for (int k = 0; k < 40; ++k) {
        const NodeId a = any(), b = any();
        switch (random() % 5) {
            case 0:
                known.push_back(graph.add(a, b));
                break;
            case 1:
                known.push_back(graph.multiply(a, b));
                break;
            case 2:
                known.push_back(cosine_of(graph, a));
                break;
            default:
                known.push_back(sine_of(graph, a));
        }
        if (random() % 4 == 0) outputs.push_back(known.back());
    }
    outputs.push_back(known.back());
    return tape_of(graph, outputs, inputs);
}

void expect_same_bits(const Tape& tape, int rounds, std::mt19937_64& random)
{
    const Interpreter<double> interpreter(tape);
    std::vector<double> wanted(tape.outputs.size()), work(interpreter.work_size());
    interpreter.prepare(work.data());
    std::uniform_real_distribution<double> exponent(-30, 30);
    for (int round = 0; round < rounds; ++round) {
        std::vector<double> in(tape.inputs, 0.0);
        for (double& x : in)
            if (round > 0) x = (random() & 1 ? -1 : 1) * std::exp2(exponent(random));
        interpreter.run(in.data(), wanted.data(), work.data());
        for (const int lanes : {1, 4, 8}) {
            if (lanes > Native::most_lanes()) continue;
            const Native native = lanes == 1 ? Native(tape) : Native::in_lanes(tape, lanes);
            std::vector<double> wide(in.size() * std::size_t(lanes)),
                out(wanted.size() * std::size_t(lanes)), space(native.work_size());
            for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = in[i / std::size_t(lanes)];
            native.run(wide.data(), out.data(), space.data());
            for (std::size_t i = 0; i < out.size(); ++i)
                ASSERT_TRUE(same_bits(out[i], wanted[i / std::size_t(lanes)])) << round;
        }
    }
}

}  // namespace

TEST(SinesSideBySide, HaveTheBitsOfCallsOfTheirOwn)
{
    if (!Native::available()) GTEST_SKIP();
    std::mt19937_64 random(1);
    for (const int count : {1, 2, 3, 4, 5, 8, 24})
        expect_same_bits(sines_and_cosines(count), 300, random);
}

TEST(SinesSideBySide, HaveThemWhereTheyNeedEachOther)
{
    if (!Native::available()) GTEST_SKIP();
    std::mt19937_64 random(2);
    for (int k = 0; k < 500; ++k) expect_same_bits(mixture(5, random), 5, random);
}

// As they are written, sines, cosines and products of eight angles take turns.
TEST(SinesSideBySide, StandTogetherByFourAngles)
{
    Graph graph;
    NodeId sum = graph.constant(0);
    for (int j = 0; j < 8; ++j) {
        const NodeId x = graph.jet(j, 0);
        sum = graph.add(sum, graph.multiply(graph.add(sine_of(graph, x), x), cosine_of(graph, x)));
    }
    const Tape tape = tape_of(graph, {sum}, 8);
    std::vector<int> runs;
    bool before = false;
    for (const Instruction& p : tape.code) {
        const bool now = is_sine_or_cosine(p);
        if (now && !before) runs.push_back(0);
        if (now) ++runs.back();
        before = now;
    }
    EXPECT_EQ(runs, (std::vector{8, 8}));
}

TEST(SinesSideBySide, OfEachOtherDoNotStandTogether)
{
    Graph graph;
    NodeId chain = graph.jet(0, 0);
    for (int k = 0; k < 4; ++k) chain = sine_of(graph, chain);
    const Tape tape = tape_of(graph, {chain}, 1);
    const double x = 0.7;
    double out = 0;
    if (!Native::available()) GTEST_SKIP();
    const Native native(tape);
    std::vector<double> work(native.work_size() + 1);
    native.run(&x, &out, work.data());
    EXPECT_NEAR(out, std::sin(std::sin(std::sin(std::sin(x)))), 1e-15);
}
