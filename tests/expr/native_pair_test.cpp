// SPDX-License-Identifier: Apache-2.0
// Native code computes sin and cos of the same value with one call; the bits must be those of two.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "involute/expr/functions.hpp"
#include "involute/expr/interpreter.hpp"
#include "involute/expr/native.hpp"

using namespace involute;

namespace {

Tape sines_and_cosines(int count)
{
    Graph graph;
    std::vector<NodeId> outputs;
    const FunctionId sine = *find_function("sin"), cosine = *find_function("cos");
    NodeId mixed = graph.constant(0);
    for (int j = 0; j < count; ++j) {
        const NodeId x = graph.jet(j, 0);
        const NodeId s = graph.call(sine, x), c = graph.call(cosine, x);
        outputs.push_back(j % 2 ? s : c);
        outputs.push_back(j % 2 ? c : s);
        mixed = graph.add(mixed, graph.multiply(graph.add(s, x), c));
    }
    outputs.push_back(mixed);
    outputs.push_back(outputs[0]);  // an output twice
    TapeBuilder tape(graph, std::uint32_t(count));
    for (int j = 0; j < count; ++j) tape.bind(graph.jet(j, 0), tape.input(std::uint32_t(j)));
    for (const NodeId e : outputs) tape.output(tape.emit(e));
    return tape.finish();
}

}  // namespace

TEST(NativePairs, SineAndCosineOfTheSameValueHaveTheBitsOfTwoCalls)
{
    if (!Native::available()) GTEST_SKIP();
    constexpr int count = 24;
    const Tape tape = sines_and_cosines(count);
    const Native native(tape);
    const Interpreter<double> interpreter(tape);
    std::vector<double> in(count), a(tape.outputs.size()), b(a), wa(native.work_size()),
        wb(interpreter.work_size());
    interpreter.prepare(wb.data());
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-30, 30);
    for (int round = 0; round < 20000; ++round) {
        for (double& x : in) x = (random() & 1 ? -1 : 1) * std::exp2(exponent(random));
        if (round == 0) in = std::vector<double>(count, 0.0);
        native.run(in.data(), a.data(), wa.data());
        interpreter.run(in.data(), b.data(), wb.data());
        ASSERT_EQ(0, std::memcmp(a.data(), b.data(), a.size() * sizeof(double))) << round;
    }
}
