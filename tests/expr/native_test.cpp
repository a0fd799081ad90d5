// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/native.hpp"
#include "involute/expr/calculus.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "involute/expr/functions.hpp"
#include "involute/expr/program.hpp"
#include "involute/expr/repeat_body.hpp"
#include "tests/expr/random_expression.hpp"
#include "tests/expr/same_bits.hpp"

namespace involute {
namespace {

using testing::RandomExpressions;
using testing::same_bits;

std::vector<double> interpreted(const Tape& tape, const std::vector<double>& in)
{
    const Interpreter<double> interpreter(tape);
    std::vector<double> work(interpreter.work_size()), out(interpreter.outputs());
    interpreter.prepare(work.data());
    interpreter.run(in.data(), out.data(), work.data());
    return out;
}

std::vector<double> native(const Tape& tape, const std::vector<double>& in, bool avx)
{
    const Native code(tape, avx);
    std::vector<double> work(code.work_size()), out(tape.outputs.size());
    code.run(in.data(), out.data(), work.data());
    return out;
}

/// Of several sets of inputs at once, each its outputs.
std::vector<std::vector<double>> in_lanes(const Tape& tape,
                                          const std::vector<std::vector<double>>& in)
{
    const std::size_t lanes = in.size();
    const Native code = Native::in_lanes(tape, int(lanes));
    std::vector<double> rows(tape.inputs * lanes), work(code.work_size()),
        out(tape.outputs.size() * lanes);
    for (std::size_t l = 0; l < lanes; ++l)
        for (std::size_t i = 0; i < tape.inputs; ++i) rows[i * lanes + l] = in[l][i];
    code.run(rows.data(), out.data(), work.data());
    std::vector<std::vector<double>> found(lanes);
    for (std::size_t l = 0; l < lanes; ++l)
        for (std::size_t k = 0; k < tape.outputs.size(); ++k)
            found[l].push_back(out[k * lanes + l]);
    return found;
}

struct NativeTest : ::testing::Test {
    void SetUp() override
    {
        if (!Native::available()) GTEST_SKIP() << "no native code here";
    }

    /// Inputs of all sizes and signs, with some zeros, infinities and NaNs.
    double input()
    {
        constexpr double inf = std::numeric_limits<double>::infinity();
        constexpr double odd[] = {
            0.0,    -0.0,  inf, -inf, std::numeric_limits<double>::quiet_NaN(),
            5e-324, 1e308, 1.0, -1.0};
        if (random() % 8 == 0) return odd[random() % std::size(odd)];
        return (double(random()) / 0x1p31 - 1) * (random() % 4 == 0 ? 1e3 : 2);
    }

    Tape tape_of(const Graph& g, const std::vector<NodeId>& many)
    {
        const std::vector<NodeId> at = leaves(g, many);
        TapeBuilder b(g, std::uint32_t(at.size()));
        for (std::uint32_t k = 0; k < at.size(); ++k) b.bind(at[k], b.input(k));
        for (const NodeId e : many) b.output(b.emit(e));
        return b.finish();
    }

    void expect_same(const Tape& tape)
    {
        std::vector<double> in(tape.inputs);
        for (double& x : in) x = input();
        const auto expected = interpreted(tape, in);
        EXPECT_TRUE(same_bits(native(tape, in, true), expected));
        EXPECT_TRUE(same_bits(native(tape, in, false), expected));
        for (const int lanes : {4, 8})
            if (lanes <= Native::most_lanes()) expect_same_in_lanes(tape, lanes);
    }

    void expect_same_in_lanes(const Tape& tape, int lanes)
    {
        std::vector<std::vector<double>> in(std::size_t(lanes), std::vector<double>(tape.inputs));
        for (auto& set : in)
            for (double& x : set) x = input();
        const auto found = in_lanes(tape, in);
        for (std::size_t l = 0; l < in.size(); ++l)
            EXPECT_TRUE(same_bits(found[l], interpreted(tape, in[l]))) << "lane " << l;
    }

    std::mt19937 random{7};
};

TEST_F(NativeTest, GivesTheBitsOfTheInterpreterOnRandomExpressions)
{
    Graph g;
    RandomExpressions expressions(g, 8, {.operations = 60, .unknowns = 6});
    for (int i = 0; i < 3000; ++i) expect_same(tape_of(g, {expressions(), expressions()}));
}

TEST_F(NativeTest, GivesTheBitsOfTheInterpreterWhereRegistersRunOut)
{
    for (const bool calls : {false, true}) {
        Graph g;
        RandomExpressions expressions(
            g, 9, {.operations = 10, .unknowns = 20, .calls = calls, .powers = calls});
        for (int i = 0; i < 200; ++i) {
            std::vector<NodeId> many;
            for (int k = 0; k < 60; ++k) many.push_back(expressions());
            expect_same(tape_of(g, many));
        }
    }
}

TEST_F(NativeTest, GivesTheBitsOfTheInterpreterOnArithmeticOfSlots)
{
    // Long-lived values in random order: everything is spilled and reloaded again and again.
    Graph g;
    for (int round = 0; round < 300; ++round) {
        TapeBuilder b(g, 5);
        std::vector<Slot> made{0, 1, 2, 3, 4, b.constant(Quad("0.3")), b.constant(-2)};
        for (int i = 0; i < 400; ++i) {
            const Slot p = made[random() % made.size()], q = made[random() % made.size()];
            switch (random() % 7) {
                case 0:
                    made.push_back(b.add(p, q));
                    break;
                case 1:
                    made.push_back(b.subtract(p, q));
                    break;
                case 2:
                    made.push_back(b.multiply(p, q));
                    break;
                case 3:
                    made.push_back(b.divide(p, q));
                    break;
                case 4:
                    made.push_back(b.negate(p));
                    break;
                case 5:
                    made.push_back(b.absolute(p));
                    break;
                default:
                    made.push_back(b.maximum(p, q));
            }
        }
        for (int k = 0; k < 100; ++k) b.output(made[random() % made.size()]);
        expect_same(b.finish());
    }
}

TEST_F(NativeTest, GivesTheBitsOfTheInterpreterForEveryFunction)
{
    for (std::size_t id = 0; id < functions().size(); ++id) {
        Graph g;
        const NodeId x = g.jet(0, 0), y = g.jet(1, 0);
        const NodeId f = g.call(FunctionId(id), x, y);
        const Tape tape = tape_of(g, {f, g.call(FunctionId(id), y, x), g.add(f, x), x});
        for (int i = 0; i < 200; ++i) expect_same(tape);
    }
}

TEST_F(NativeTest, IsSharedByCopies)
{
    Graph g;
    TapeBuilder b(g, 2);
    b.output(b.add(0, 1));
    Native copy;
    {
        const Native original(b.finish());
        copy = original;
    }
    const double in[] = {1, 2};
    double out = 0;
    copy.run(in, &out, nullptr);
    EXPECT_EQ(out, 3);
}

TEST_F(NativeTest, HandlesLongTapes)
{
    Graph g;
    TapeBuilder b(g, 40);
    std::vector<Slot> ring(40);
    for (Slot k = 0; k < 40; ++k) ring[k] = k;
    for (int i = 0; i < 300000; ++i) {
        const std::size_t k = std::size_t(i) % 40;
        ring[k] = b.subtract(b.multiply(ring[k], ring[(k + 7) % 40]), ring[(k + 19) % 40]);
    }
    for (const Slot s : ring) b.output(s);
    expect_same(b.finish());
}

/// What is done in every body of a repetitive tape: the same operations, with operands from the
/// same body, the one before, inputs one after the other, inputs anywhere, or constants.
struct BodyPlan {
    struct Operand {
        int from = 0;
        std::uint32_t number = 0;
    };
    struct Step {
        int operation = 0;
        Operand a{}, b{};
        bool output = false;
    };
    std::vector<Step> steps{};

    BodyPlan(std::size_t count, bool calls, std::mt19937& random)
    {
        for (std::size_t k = 0; k < count; ++k) {
            const auto operand = [&](int sources) -> Operand {
                const int from = int(random() % std::uint32_t(sources));
                return {k == 0 && from == 0 ? 2 : from, std::uint32_t(random())};
            };
            // Of an input alone a tape computes anything once, in whichever body comes first.
            const int operation = int(random() % (calls ? 9 : 7));
            const bool unary = operation == 4 || operation == 5 || operation > 6;
            steps.push_back({operation, operand(unary ? 2 : 6), operand(6), random() % 3 == 0});
        }
    }
};

constexpr std::uint32_t bodies = 300, repetitive_inputs = 2 * bodies + 50;

Tape repetitive_tape(const Graph& g, const BodyPlan& plan)
{
    TapeBuilder b(g, repetitive_inputs);
    std::vector<Slot> last(plan.steps.size(), 0), now;
    for (std::uint32_t time = 0; time < bodies; ++time) {
        now.clear();
        const auto value = [&](const BodyPlan::Operand& at) -> Slot {
            switch (at.from) {
                case 0:
                    return now[at.number % now.size()];
                case 1:
                    return last[at.number % last.size()];
                case 2:
                    return at.number % 40 + 2 * time;
                case 3:
                    return at.number % 40 + (bodies - time);
                case 4:
                    return (at.number + 7 * time * time) % repetitive_inputs;
                default:
                    return b.constant(Quad(int(2 * (at.number % 100 + time) + 1)) /
                                      128);  // never 1
            }
        };
        for (const BodyPlan::Step& step : plan.steps) {
            const Slot p = value(step.a), q = value(step.b);
            const auto apply = [&]() -> Slot {
                switch (step.operation) {
                    case 0:
                        return b.add(p, q);
                    case 1:
                        return b.subtract(p, q);
                    case 2:
                        return b.multiply(p, q);
                    case 3:
                        return b.divide(p, q);
                    case 4:
                        return b.negate(p);
                    case 5:
                        return b.absolute(p);
                    case 6:
                        return b.maximum(p, q);
                    case 7:
                        return b.call(sin_function(), p);
                    default:
                        return b.call(cos_function(), p);
                }
            };
            now.push_back(apply());
            if (step.output) b.output(now.back());
        }
        last = now;
    }
    for (const Slot s : last) b.output(s);
    return b.finish();
}

TEST_F(NativeTest, GivesTheBitsOfTheInterpreterWhereMuchIsRepeated)
{
    Graph g;
    std::size_t instructions = 0, repeated = 0;
    for (int round = 0; round < 60; ++round) {
        const BodyPlan plan(20 + random() % 40, round % 3 == 0, random);
        const Tape tape = repetitive_tape(g, plan);
        expect_same(tape);
        if (tape.code.size() < 5000) continue;  // that is no loop
        if (round % 3 == 0) continue;           // calls from several bodies are put side by side
        instructions += tape.code.size();
        for (const Repeat& repeat : find_repeats(kinds_of_instructions(tape, liveness(tape))))
            repeated += repeat.end() - repeat.first;
    }
    EXPECT_GT(double(repeated), 0.3 * double(instructions));
    EXPECT_GT(instructions, 100000u);
}

TEST_F(NativeTest, FindsSinesOfTheBodyBeforeWhetherThatWasPartOfTheLoopOrNot)
{
    Graph g;
    constexpr Slot count = 400;
    TapeBuilder b(g, count);
    Slot sine = 0, cosine = 1;
    for (Slot time = 0; time < count; ++time) {
        const Slot s = b.call(sin_function(), time), c = b.call(cos_function(), time);
        Slot sum = b.add(b.multiply(s, cosine), b.multiply(c, sine));
        for (int k = 0; k < 10; ++k) sum = b.add(b.multiply(sum, s), cosine);
        for (const Slot out : {s, c, sum}) b.output(out);
        sine = s, cosine = c;
    }
    const Tape tape = b.finish();
    EXPECT_FALSE(find_repeats(kinds_of_instructions(tape, liveness(tape))).empty());
    expect_same(tape);
}

TEST(Repeats, AreFoundWhereTheyBeginAndEnd)
{
    std::vector<std::uint32_t> kinds{900, 901, 902};
    for (std::uint32_t time = 0; time < 100; ++time)
        for (std::uint32_t k = 1; k <= 30; ++k) kinds.push_back(k);
    kinds.insert(kinds.end(), {903, 904});
    const std::vector<Repeat> found = find_repeats(kinds);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].first, 3u);
    EXPECT_EQ(found[0].period, 30u);
    EXPECT_EQ(found[0].times, 100u);
}

TEST(Repeats, AreNotMadeOfWhatIsLikeNoOther)
{
    EXPECT_TRUE(find_repeats(std::vector<std::uint32_t>(5000, 0)).empty());
}

TEST(Programs, RunNativeCodeOnlyOverDoubleAndOnlyIfAsked)
{
    Graph g;
    TapeBuilder b(g, 2);
    b.output(b.divide(0, b.constant(3)));
    const Tape tape = b.finish();
    EXPECT_EQ(Program<double>(tape).is_native(), Native::available());
    EXPECT_FALSE(Program<double>(tape, false).is_native());
    EXPECT_FALSE(Program<Quad>(tape).is_native());

    const Program<Quad> program(tape);
    std::vector<Quad> work(program.work_size());
    program.prepare(work.data());
    const Quad in[] = {1, 0};
    Quad out;
    program.run(in, &out, work.data());
    EXPECT_EQ(out, Quad(1) / 3);
}

}  // namespace
}  // namespace involute
