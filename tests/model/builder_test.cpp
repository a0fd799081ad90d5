// SPDX-License-Identifier: Apache-2.0
#include "involute/model/builder.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/expr/functions.hpp"
#include "involute/model/read.hpp"
#include "involute/model/trace.hpp"

namespace involute {
namespace {

template <class Action>
std::string message_of(Action action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.diagnostics().front().message;
    }
    return "accepted";
}

TEST(Builder, MakesTheSystemThatTheTextMakes)
{
    Builder m;
    const Formula x = m.unknown("x"), y = m.unknown("y"), lambda = m.unknown("lambda");
    m.title("Planar pendulum");
    m.equation(x.dot(2) + lambda * x == 0);
    m.equation(y.dot(2) + lambda * y + 1 == 0);
    m.equation(pow(x, 2) + pow(y, 2) == 1);
    m.start(x, 1);
    m.start(x.dot(), 0);
    m.guess(lambda, 0.1);
    m.solve_to(100);
    m.invariant("E", (pow(x.dot(), 2) + pow(y.dot(), 2)) / 2 + y);
    m.section("s", x == 0, Direction::rising);
    m.event("e", y == -0.5, Direction::both, true);
    System built = m.system();
    const System read = read_system(
        "title \"Planar pendulum\"\nvar x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\n"
        "x^2 + y^2 = 1\nstart x = 1, x' = 0\nguess lambda = 0.1\nsolve to 100\n"
        "invariant E = (x'^2 + y'^2)/2 + y\nsection s: x = 0 rising\nevent e: y = -0.5 stop\n");
    EXPECT_EQ(built.names.unknowns, read.names.unknowns);
    ASSERT_EQ(built.equations.size(), read.equations.size());
    const auto same = [&](NodeId e, NodeId f) {
        EXPECT_EQ(e, parse_expression(built, print(read.graph, f, read.names)));
    };
    for (std::size_t i = 0; i < 3; ++i) same(built.equations[i].f, read.equations[i].f);
    same(built.invariants[0].expression, read.invariants[0].expression);
    for (std::size_t i = 0; i < 2; ++i)
        same(built.crossings[i].expression, read.crossings[i].expression);
    EXPECT_EQ(built.equations[0].text.substr(built.equations[0].text.size() - 4), " = 0");
    EXPECT_TRUE(built.crossings[1].stop);
    EXPECT_EQ(built.starts[1].order, 1);
    EXPECT_EQ(built.guesses[0].value, read.guesses[0].value);
    EXPECT_EQ(built.solve.to, 100.0);
    EXPECT_EQ(built.title, read.title);
}

TEST(Builder, OperationsOnNumbersGiveNumbers)
{
    Formula sum = 0;
    for (int i = 1; i <= 4; ++i) sum += i;
    sum *= 2;
    EXPECT_TRUE(sum.is_number());
    EXPECT_EQ(sum.number(), 20);
    EXPECT_EQ((Formula(0.1) - Formula(1) / 10).number(), 0);
    EXPECT_EQ(sqrt(Formula(16)).number(), 4);
    EXPECT_EQ(Formula(3).dot().number(), 0);
}

TEST(Builder, RefusesArgumentsThatMakeNoSense)
{
    Builder m, other;
    const Formula x = m.unknown("x"), z = other.unknown("z");
    EXPECT_EQ(message_of([&] { x + z; }), "these formulas belong to two different builders");
    EXPECT_EQ(message_of([&] { m.equation(z == 0); }), "this formula belongs to another builder");
    EXPECT_EQ(message_of([&] { m.unknown("x"); }), "the name `x` is used twice");
    EXPECT_EQ(message_of([&] { m.unknown("t"); }), "the name `t` is used twice");
    for (const char* bad : {"", "2x", "pi", "x + y", "x'", "a b", "p[x + 1", "sin(x)", "x # y"})
        EXPECT_EQ(message_of([&] { m.unknown(bad); }),
                  "`" + std::string(bad) + "` cannot name an unknown");
    EXPECT_EQ(message_of([&] { m.start(x + 1, 2); }),
              "a value at the start belongs to an unknown, one of its derivatives or the "
              "independent variable");
    EXPECT_EQ(message_of([&] { m.start(x, std::nan("")); }), "this value is not finite");
    EXPECT_EQ(message_of([&] { Formula(1.0 / 0.0); }), "a number in a formula must be finite");
    EXPECT_EQ(message_of([&] { x / 0; }), "division by zero");
    EXPECT_EQ(message_of([&] { log(Formula(-1)); }),
              "this operation on numbers has no finite value");
    EXPECT_EQ(message_of([&] { x.dot(101); }), "a derivative of order 101 is not possible");
    EXPECT_EQ(message_of([&] { apply("sinn", x); }), "there is no function `sinn` of 1 argument");
    EXPECT_EQ(message_of([&] { m.invariant("E", 3); }),
              "the invariant `E` must contain an unknown");
    EXPECT_EQ(message_of([&] { m.system(); }), "the system has no equations");
    EXPECT_EQ(message_of([&] { Builder().system(); }), "the system has no unknowns");
}

TEST(Builder, TextOfALargeSharedFormulaStaysShort)
{
    Builder m;
    Formula f = m.unknown("x");
    for (int i = 0; i < 200; ++i) f = f * sin(f);
    m.equation(f == 0);
    EXPECT_EQ(m.system().equations[0].text, "equation 1 = 0");
}

TEST(Builder, ArraysAreNamedAsInTheLanguage)
{
    Builder m("s");
    const std::vector<Formula> p = m.unknowns("p", 3);
    m.equation(p[0].dot() == p[2]);
    EXPECT_EQ(m.system().names.unknowns[2], "p[3]");
    EXPECT_EQ(m.system().equations[0].text, "p[1]' = p[3]");
}

TEST(Builder, EveryFunctionOfTheTableHasItsName)
{
    Builder m;
    const Formula x = m.unknown("x"), y = m.unknown("y");
    const std::vector<Formula> all{sin(x),   cos(x),   tan(x),    asin(x),   acos(x),     atan(x),
                                   sinh(x),  cosh(x),  tanh(x),   exp(x),    log(x),      sqrt(x),
                                   abs(x),   sign(x),  min(x, y), max(x, y), atan2(x, y), asinh(x),
                                   acosh(x), atanh(x), log10(x),  erf(x),    floor(x)};
    EXPECT_EQ(all.size() + 2, functions().size());  // and the two of where_positive
    m.equation(x == y);
    const System s = m.system();
    for (const Formula& f : all) EXPECT_EQ(s.graph[f.node()].op, Op::call);
}

TEST(Trace, RecordsTheFormulasOfACallable)
{
    const auto residual = [](auto t, const auto& y, const auto& dy, auto& f) {
        using std::sin;
        auto sum = y[0] * y[0];
        sum += 2.0 * y[1];
        f[0] = dy[0] - sin(t) * sum;
        f[1] = dy[1] / y[0] - 0.1;
    };
    System s = trace({"a", "b"}, residual);
    EXPECT_EQ(s.equations[0].f, parse_expression(s, "a' - sin(t)*(a^2 + 2*b)"));
    EXPECT_EQ(s.equations[1].f, parse_expression(s, "b'/a - 0.1"));

    // The same code runs on numbers.
    std::vector<double> y{1, 2}, dy{3, 4}, f(2);
    residual(0.0, y, dy, f);
    EXPECT_DOUBLE_EQ(f[0], 3);
}

TEST(Trace, TakesSecondDerivativesAndOtherNumbersOfEquations)
{
    System s = trace({"x", "y"},
                     [](auto, const auto& q, const auto& dq, const auto& ddq, auto& f) {
                         f[0] = ddq[0] + q[0];
                         f[1] = dq[1] - q[0];
                         f[2] = q[0] - q[1];
                     },
                     {.independent = "s", .equations = 3});
    EXPECT_EQ(s.equations.size(), 3u);
    EXPECT_EQ(s.equations[0].f, parse_expression(s, "x'' + x"));
    EXPECT_EQ(message_of([] {
                  trace({"x", "y"},
                        [](auto, const auto& y, const auto& dy, auto& f) { f[0] = dy[0] - y[1]; });
              }),
              "component 1 of the traced callable contains no unknown");
}

TEST(Builder, IsStillThereWhenItWasMovedFrom)
{
    Builder first;
    Builder second = std::move(first);
    const Formula x = first.unknown("x");
    second.equation(x.dot() == 1);
    EXPECT_EQ(second.system().equations.size(), 1u);
}

}  // namespace
}  // namespace involute
