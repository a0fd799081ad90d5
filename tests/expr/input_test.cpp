// SPDX-License-Identifier: Apache-2.0
// Inputs in expressions: tables against the polynomials they are, the calculus, tapes, bounds and
// gates.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "involute/base/error.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/enclosure.hpp"
#include "involute/expr/identity.hpp"
#include "involute/expr/input_table.hpp"
#include "involute/expr/print.hpp"
#include "involute/expr/program.hpp"
#include "involute/expr/series.hpp"
#include "tests/expr/same_bits.hpp"

namespace involute {
namespace {

using testing::same_bits;
using Between = InputTable::Between;
using Beyond = InputTable::Beyond;

std::shared_ptr<const InputFunction> made(const InputTable& table)
{
    return make_input(table, "u");
}

template <class F>
InputTable sampled(F f, const std::vector<double>& places, Between between,
                   Beyond beyond = Beyond::nothing)
{
    InputTable table{.between = between, .beyond = beyond};
    for (const double t : places) {
        table.t.push_back(t);
        table.u.push_back(f(Quad(t)));
    }
    return table;
}

TEST(Input, ALinearTableIsStraightBetweenItsPoints)
{
    const auto u = made({.t = {0, 1, 3}, .u = {0, 2, 1}});
    EXPECT_EQ(u->value(0, 0.25), 0.5);
    EXPECT_EQ(u->value(1, 0.25), 2);
    EXPECT_EQ(u->value(0, 2.0), 1.5);
    EXPECT_EQ(u->value(1, 2.0), -0.5);
    EXPECT_EQ(u->value(1, 1.0), -0.5);  // at a breakpoint: to its right
    EXPECT_EQ(u->value(2, 0.25), 0);
    EXPECT_EQ(u->derivatives(), 1);
    EXPECT_EQ(u->value(0, Quad(1) / 4), Quad(1) / 2);
}

// Not-a-knot splines are cubics where the values are those of one, on any points.
TEST(Input, ACubicTableReproducesCubics)
{
    const auto p = [](const Quad& t) { return 1 - 2 * t + t * t / 2 + 3 * t * t * t; };
    for (const std::vector<double>& places :
         {std::vector<double>{-1, 0, 0.1, 2}, {-1, -0.5, 0.25, 1, 3, 3.5, 9}}) {
        const auto u = made(sampled(p, places, Between::cubic));
        for (double t = -1; t <= 2; t += 0.0625) {
            const Quad x(t), size = 100;
            EXPECT_LT(abs(u->value(0, x) - p(x)), size * 1e-30);
            EXPECT_LT(abs(u->value(1, x) - (-2 + x + 9 * x * x)), size * 1e-30);
            EXPECT_LT(abs(u->value(2, x) - (1 + 18 * x)), size * 1e-30);
            EXPECT_LT(abs(u->value(3, x) - 18), size * 1e-28);
            EXPECT_NEAR(u->value(0, t), to_double(p(x)), 1e-13 * 100);
        }
    }
    const auto parabola = made({.t = {0, 1, 3}, .u = {0, 1, 9}, .between = Between::cubic});
    EXPECT_NEAR(parabola->value(0, 2.0), 4, 1e-15);
    const auto line = made({.t = {0, 2}, .u = {1, 5}, .between = Between::cubic});
    EXPECT_NEAR(line->value(0, 0.5), 2, 1e-15);
}

// The error of a periodic spline is 5/384 max|u''''| h^4 and a little (Hall, J. Approx. Th. 1
// (1968)).
TEST(Input, APeriodicSplineIsOfFourthOrder)
{
    const double period = 2 * std::numbers::pi;
    for (const int n : {2, 3, 8, 40, 400}) {
        std::vector<double> places;
        for (int i = 0; i <= n; ++i) places.push_back(period * i / n);
        InputTable table =
            sampled([](const Quad& t) { return sin(t); }, places, Between::cubic, Beyond::periodic);
        table.u.back() = table.u.front();
        const auto u = made(table);
        const double h = period / n, bound = 5.0 / 384 * std::pow(h, 4) * 1.01 + 1e-14;
        for (double t = -20; t < 20; t += 0.173)
            EXPECT_NEAR(u->value(0, t), std::sin(t), bound) << n << " " << t;
    }
}

// What makes it a spline: value, slope and bend are continuous, also from one period to the next.
TEST(Input, CubicTablesHaveTwoContinuousDerivatives)
{
    const std::vector<Quad> t{0, 0.5, 2, 2.25, 4}, u{0, 1, -1, 3, 0};
    for (const Beyond beyond : {Beyond::nothing, Beyond::periodic, Beyond::hold}) {
        const auto f = made({t, u, Between::cubic, beyond});
        const int most = beyond == Beyond::hold ? 1 : 2;
        EXPECT_EQ(f->derivatives(), most + 1);
        std::vector<Quad> breakpoints{0.5, 2, 2.25};
        if (beyond != Beyond::nothing) breakpoints.insert(breakpoints.end(), {0, 4});
        if (beyond == Beyond::periodic) breakpoints.insert(breakpoints.end(), {-4, 8, 10});
        const Quad step = 1e-25;
        for (const Quad& b : breakpoints)
            for (int order = 0; order <= most; ++order)
                EXPECT_LT(abs(f->value(order, Quad(b - step)) - f->value(order, b)), 1e-22)
                    << to_double(b) << " " << order;
        for (std::size_t i = 0; i < t.size(); ++i) EXPECT_LT(abs(f->value(0, t[i]) - u[i]), 1e-30);
    }
    const auto held = made({t, u, Between::cubic, Beyond::hold});
    EXPECT_EQ(held->value(0, -7.0), 0);
    EXPECT_EQ(held->value(1, 9.0), 0);
}

TEST(Input, ItsGateChangesSignAtBreakpointsAndNowhereElse)
{
    const std::vector<Quad> t{0, 1, 3, 4}, u{0, 2, 1, 0};
    for (const Beyond beyond : {Beyond::nothing, Beyond::periodic, Beyond::hold}) {
        const auto f = made({t, u, Between::linear, beyond});
        std::vector<double> expected{1, 3};
        if (beyond == Beyond::hold) expected = {0, 1, 3, 4};
        if (beyond == Beyond::periodic) expected = {-4, -3, -1, 0, 1, 3, 4, 5, 7, 8};
        std::vector<double> found;
        const double step = 0x1p-6;
        for (double x = -4.5 + step / 2; x < 8.5; x += step)
            if (f->value(gate_order, x) * f->value(gate_order, x + step) < 0)
                found.push_back(x + step / 2);
        EXPECT_EQ(found, expected);
        for (const double b : expected) EXPECT_EQ(f->value(gate_order, b), 0);
    }
}

TEST(Input, BoundsContainAllValues)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    InputTable table;
    double t = -3;
    for (int i = 0; i < 40; ++i) {
        table.t.push_back(t);
        table.u.push_back(i == 39 ? to_double(table.u[0]) : unit(random));
        t += 0.01 + unit(random);
    }
    for (const Between between : {Between::linear, Between::cubic})
        for (const Beyond beyond : {Beyond::nothing, Beyond::periodic, Beyond::hold}) {
            const auto f = made({table.t, table.u, between, beyond});
            for (int k = 0; k < 400; ++k) {
                const double low = -6 + 30 * unit(random);
                const double high = low + std::pow(10, -6 * unit(random)) * 20;
                for (const int order : {-2, -1, 0, 1, 2, 3, 4}) {
                    const Interval bounds = f->bounds(order, {low, high});
                    for (int j = 0; j < 20; ++j) {
                        const double x = low + (high - low) * unit(random);
                        EXPECT_TRUE(bounds.contains(f->value(order, x)))
                            << order << " " << low << " " << high << " " << x;
                    }
                }
            }
        }
}

// d/dt of u(t)^2 x is 2 u u' x + u^2 x'.
TEST(Input, TheCalculusKnowsItsDerivatives)
{
    Graph g;
    const NodeId t = g.independent(), x = g.jet(0, 0), u = g.input(0, 0, t);
    const Names names{.unknowns = {"x"}, .inputs = {"u"}};
    EXPECT_EQ(print(g, u, names), "u");
    EXPECT_EQ(print(g, total_derivative(g, total_derivative(g, u)), names), "u''");
    const NodeId e = g.multiply(g.integer_power(u, 2), x), d = total_derivative(g, e);
    const NodeId by_hand =
        g.add(g.multiply(g.multiply(g.multiply(g.constant(2), u), g.input(0, 1, t)), x),
              g.multiply(g.integer_power(u, 2), g.jet(0, 1)));
    EXPECT_TRUE(is_proved_zero(g, g.subtract(d, by_hand)));
    EXPECT_FALSE(is_proved_zero(g, g.subtract(u, g.input(1, 0, t))));
    EXPECT_FALSE(is_proved_zero(g, g.input(0, 1, t)));
}

TEST(Input, InterpreterAndNativeCodeGiveTheSameBits)
{
    Graph g;
    const NodeId t = g.independent(), x = g.jet(0, 0);
    g.set_input_function(
        0, made({.t = {0, 1, 3, 4}, .u = {0.1, 2, 1, 0.7}, .between = Between::cubic}));
    NodeId e = x;
    for (int order = 0; order <= 3; ++order) e = g.add(g.multiply(e, x), g.input(0, order, t));
    TapeBuilder builder(g, 2);
    builder.bind(t, builder.input(0));
    builder.bind(x, builder.input(1));
    builder.output(builder.emit(e));
    const Tape tape = builder.finish();
    std::vector<double> work, native_work;
    const Program<double> plain = compile_program<double>(tape, false, work);
    const Program<double> native = compile_program<double>(tape, true, native_work);
    for (double at = 0; at < 4; at += 0.0371) {
        const double in[] = {at, 1.3 * at - 2};
        double a = 0, b = 0;
        plain.run(in, &a, work.data());
        native.run(in, &b, native_work.data());
        EXPECT_TRUE(same_bits(a, b));
    }
}

// Σ u^(k)(t0)/k! s^k
TEST(Input, ItsSeriesAreTaylors)
{
    const auto f = made({.t = {0, 1, 3, 4}, .u = {0, 2, 1, 0}, .between = Between::cubic});
    const Series<double> s = input_value(*f, 1, Series<double>::variable(0.3, 5));
    double factorial = 1;
    for (int k = 0; k < 5; ++k) {
        if (k > 1) factorial *= k;
        EXPECT_NEAR(s.c[std::size_t(k)], f->value(1 + k, 0.3) / factorial, 1e-14);
    }
}

std::string refusal(const InputTable& table)
{
    try {
        made(table);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Input, TablesThatAreNoFunctionsAreRefused)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto says = [](const InputTable& table, const std::string& part) {
        const std::string text = refusal(table);
        EXPECT_NE(text.find(part), text.npos) << text;
    };
    says({}, "without points");
    says({.t = {1}, .u = {1}}, "one point");
    says({.t = {1, 2}, .u = {1}}, "2 places and 1 values");
    says({.t = {1, nan}, .u = {1, 2}}, "point 2 that is not finite");
    says({.t = {1, 2, 2}, .u = {1, 2, 3}}, "point 3 at 2, which is not after point 2 at 2");
    says({.t = {1, 2}, .u = {1, 2}, .beyond = Beyond::periodic}, "begins with 1 and ends with 2");
}

// Ten thousand points, unevenly spread: found as a search from the beginning finds them.
TEST(Input, FindsItsWayInLongTables)
{
    InputTable table;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> unit(0, 1);
    double t = 0;
    for (int i = 0; i < 10000; ++i) {
        table.t.push_back(t);
        table.u.push_back(unit(random));
        t += std::pow(10, -8 * unit(random));
    }
    const auto f = made(table);
    for (int k = 0; k < 2000; ++k) {
        const double x = to_double(table.t.back()) * unit(random);
        std::size_t i = 0;
        while (i + 2 < table.t.size() && to_double(table.t[i + 1]) <= x) ++i;
        const Quad part = (x - table.t[i]) / (table.t[i + 1] - table.t[i]);
        EXPECT_NEAR(f->value(0, x), to_double(table.u[i] + part * (table.u[i + 1] - table.u[i])),
                    1e-6);
    }
}

}  // namespace
}  // namespace involute
