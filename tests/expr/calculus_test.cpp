// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "involute/expr/calculus.hpp"
#include "involute/expr/dual.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/print.hpp"
#include "involute/expr/series.hpp"
#include "involute/expr/subgraph.hpp"
#include "tests/expr/modular.hpp"
#include "tests/expr/random_expression.hpp"

namespace involute {
namespace {

using testing::Modular;
using testing::RandomExpressions;

/// A value for each leaf, different and the same on every run.
Modular residue_of(NodeId id)
{
    return Modular(std::int64_t(id) * 1000003 + 17).scrambled(99);
}

TEST(Derivatives, OfEveryFunctionAgreeWithDifferenceQuotients)
{
    // (f(x+h) - f(x-h))/2h with h = 1e-10 is wrong by h² f'''/6 ~ 1e-20 and by rounding ~ 1e-23.
    const Quad h("1e-10"), tolerance("1e-18");
    for (std::size_t id = 0; id < functions().size(); ++id) {
        const Function& f = functions()[id];
        Graph g;
        const NodeId x = g.jet(0, 0), y = g.jet(1, 0);
        const NodeId e = g.call(FunctionId(id), x, y);
        for (const auto& [at_x, at_y] : {std::pair("0.3", "0.7"), std::pair("0.6", "-0.2")}) {
            const Quad a = Quad(at_x) + (f.name == "acosh" ? 1 : 0), b(at_y);
            const auto value = [&](const Quad& u, const Quad& v, NodeId of) {
                return evaluate<Quad>(g, of, [&](NodeId leaf) { return leaf == x ? u : v; });
            };
            const Quad by_x = (value(a + h, b, e) - value(a - h, b, e)) / (2 * h);
            const Quad by_y = (value(a, b + h, e) - value(a, b - h, e)) / (2 * h);
            EXPECT_LT(abs(value(a, b, differentiate(g, e, x)) - by_x), tolerance) << f.name;
            EXPECT_LT(abs(value(a, b, differentiate(g, e, y)) - by_y), tolerance) << f.name;
        }
    }
}

TEST(Derivatives, OfPowersAgreeWithDifferenceQuotients)
{
    Graph g;
    const NodeId x = g.jet(0, 0), y = g.jet(1, 0);
    const Quad h("1e-10"), a("1.3"), b("0.7"), tolerance("1e-18");
    const NodeId powers[] = {g.power(x, y), g.power(x, g.constant(Quad("2.5"))),
                             g.power(g.constant(3), y), g.integer_power(x, -4)};
    for (const NodeId e : powers) {
        const auto value = [&](const Quad& u, const Quad& v, NodeId of) {
            return evaluate<Quad>(g, of, [&](NodeId leaf) { return leaf == x ? u : v; });
        };
        const Quad by_x = (value(a + h, b, e) - value(a - h, b, e)) / (2 * h);
        const Quad by_y = (value(a, b + h, e) - value(a, b - h, e)) / (2 * h);
        EXPECT_LT(abs(value(a, b, differentiate(g, e, x)) - by_x), tolerance);
        EXPECT_LT(abs(value(a, b, differentiate(g, e, y)) - by_y), tolerance);
    }
}

TEST(Derivatives, AgreeWithDualNumbersExactly)
{
    Graph g;
    RandomExpressions random(g, 2, {.operations = 15, .choices = false, .exact = true});
    for (int i = 0; i < 1000; ++i) {
        const NodeId e = random();
        for (const NodeId by : leaves(g, e)) {
            const auto dual = evaluate<Dual<Modular>>(g, e, [&](NodeId id) {
                return Dual<Modular>(residue_of(id), Modular(id == by ? 1 : 0));
            });
            const auto symbolic = evaluate<Modular>(g, differentiate(g, e, by), residue_of);
            EXPECT_EQ(symbolic.n, dual.d.n) << print(g, e, {"t", {"x", "y", "z"}});
        }
    }
}

TEST(TotalDerivatives, AreTheTaylorCoefficientsAlongACurve)
{
    // y_u(t) = Σ c_k (t - t0)^k: the k-th derivative at t0 is k! c_k, both as jets and of e.
    constexpr std::size_t length = 4;
    const auto coefficient = [](NodeId unknown, std::size_t k) {
        return Modular(std::int64_t(1000 * unknown + k + 5)).scrambled(77);
    };
    const auto factorial = [](std::size_t k) {
        return Modular(k < 2 ? 1 : k == 2 ? 2 : k == 3 ? 6 : 24);
    };
    Graph g;
    RandomExpressions random(
        g, 3, {.operations = 10, .orders = 1, .choices = false, .powers = false, .exact = true});
    for (int i = 0; i < 500; ++i) {
        NodeId e = random();
        const auto series = evaluate<Series<Modular>>(g, e, [&](NodeId id) {
            if (g[id].op == Op::independent)
                return Series<Modular>::variable(Modular(123456), length);
            std::vector<Modular> c;
            for (std::size_t k = 0; k < length; ++k) c.push_back(coefficient(g[id].a, k));
            return Series<Modular>(c);
        });
        for (std::size_t k = 0; k < length; ++k) {
            const auto derivative = evaluate<Modular>(g, e, [&](NodeId id) {
                if (g[id].op == Op::independent) return Modular(123456);
                return factorial(g[id].b) * coefficient(g[id].a, g[id].b);
            });
            EXPECT_EQ(derivative.n, (factorial(k) * series[k]).n);
            e = total_derivative(g, e);
        }
    }
}

TEST(TotalDerivatives, RaiseEveryJet)
{
    Graph g;
    const NodeId x = g.jet(0, 0), t = g.independent();
    EXPECT_EQ(total_derivative(g, x), g.jet(0, 1));
    EXPECT_EQ(total_derivative(g, t), g.constant(1));
    EXPECT_EQ(total_derivative(g, g.constant(7)), g.constant(0));
    EXPECT_EQ(total_derivative(g, g.integer_power(x, 2)),
              g.multiply(g.constant(2), g.multiply(x, g.jet(0, 1))));
}

TEST(Substitution, ReplacesAllAtOnce)
{
    Graph g;
    const NodeId x = g.jet(0, 0), y = g.jet(1, 0);
    const NodeId e = g.subtract(x, g.multiply(g.constant(2), y));
    EXPECT_EQ(substitute(g, e, {x, y}, {y, x}), g.subtract(y, g.multiply(g.constant(2), x)));
    EXPECT_EQ(substitute(g, e, {}, {}), e);
    EXPECT_EQ(substitute(g, e, {x}, {g.multiply(g.constant(2), y)}), g.constant(0));
}

TEST(Leaves, AreListedOnceInAscendingOrder)
{
    Graph g;
    const NodeId y = g.jet(1, 0), t = g.independent(), x = g.jet(0, 0);
    const NodeId e = g.add(g.multiply(x, y), g.multiply(x, t));
    EXPECT_EQ(leaves(g, e), (std::vector<NodeId>{y, t, x}));
    EXPECT_EQ(leaves(g, {g.constant(1), y}), (std::vector<NodeId>{y}));
}

TEST(DeepExpressions, DoNotOverflowTheStack)
{
    Graph g;
    const NodeId x = g.jet(0, 0);
    NodeId e = x;
    const int depth = 200000;
    for (int i = 1; i < depth; ++i) e = g.add(g.multiply(e, x), g.jet(i % 7, i % 3));
    EXPECT_EQ(leaves(g, e).size(), 21u);
    EXPECT_NE(total_derivative(g, e), e);
    EXPECT_NE(substitute(g, e, {x}, {g.independent()}), e);
    EXPECT_GT(print(g, e, {"t", std::vector<std::string>(7, "u")}).size(), std::size_t(depth));
    evaluate<double>(g, e, [](NodeId) { return 0.5; });
}

TEST(WorkOnAnExpression, DependsOnTheSizeOfTheExpressionNotOfTheGraph)
{
    Graph g;
    const NodeId e = g.call(*find_function("sin"), g.multiply(g.jet(0, 0), g.jet(1, 0)));
    for (int i = 0; i < 100000; ++i) g.add(g.jet(2, i), g.independent());
    EXPECT_EQ(subgraph(g, {e}).visits.size(), 4u);
    const std::size_t before = g.size();
    differentiate(g, e, g.jet(0, 0));
    EXPECT_LE(g.size() - before, 8u);
}

TEST(ThirdDerivativesOfAChain, GrowWithItsLengthOnly)
{
    const auto nodes_for = [](int links) {
        Graph g;
        for (int i = 1; i < links; ++i) {
            NodeId e = g.integer_power(g.subtract(g.jet(i, 0), g.jet(i - 1, 0)), 2);
            for (int k = 0; k < 3; ++k) e = total_derivative(g, e);
        }
        return g.size();
    };
    EXPECT_LT(double(nodes_for(2000)), 2.1 * double(nodes_for(1000)));
}

}  // namespace
}  // namespace involute
