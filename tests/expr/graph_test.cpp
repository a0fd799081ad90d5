// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/graph.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/expr/evaluate.hpp"
#include "tests/expr/modular.hpp"
#include "tests/expr/random_expression.hpp"

namespace involute {
namespace {

using testing::Modular;
using testing::RandomExpressions;

struct GraphTest : ::testing::Test {
    Graph g;
    NodeId x = g.jet(0, 0), y = g.jet(1, 0), t = g.independent();
    NodeId c(const Quad& value) { return g.constant(value); }
    NodeId f(std::string_view name, NodeId a) { return g.call(*find_function(name), a); }
};

TEST_F(GraphTest, EqualExpressionsAreTheSameNode)
{
    EXPECT_EQ(g.add(x, y), g.add(y, x));
    EXPECT_EQ(g.multiply(x, y), g.multiply(y, x));
    EXPECT_EQ(f("sin", g.add(x, t)), f("sin", g.add(t, x)));
    EXPECT_EQ(g.jet(1, 2), g.jet(1, 2));
    EXPECT_NE(g.jet(1, 2), g.jet(2, 1));
    EXPECT_NE(g.subtract(x, y), g.subtract(y, x));
    EXPECT_EQ(c(Quad(1) / 3), c(Quad(1) / 3));
    EXPECT_EQ(c(0), c(-Quad(0)));
}

TEST_F(GraphTest, IdentitiesOfSumsHold)
{
    EXPECT_EQ(g.add(x, c(0)), x);
    EXPECT_EQ(g.subtract(x, c(0)), x);
    EXPECT_EQ(g.subtract(c(0), x), g.negate(x));
    EXPECT_EQ(g.subtract(x, x), c(0));
    EXPECT_EQ(g.add(x, x), g.multiply(c(2), x));
    EXPECT_EQ(g.add(x, g.negate(x)), c(0));
    EXPECT_EQ(g.add(g.multiply(c(2), x), g.multiply(c(3), x)), g.multiply(c(5), x));
    EXPECT_EQ(g.add(x, g.negate(y)), g.subtract(x, y));
    EXPECT_EQ(g.add(x, g.multiply(c(-2), y)), g.subtract(x, g.multiply(c(2), y)));
    EXPECT_EQ(g.subtract(x, g.negate(y)), g.add(x, y));
    EXPECT_EQ(g.negate(g.subtract(x, y)), g.subtract(y, x));
    EXPECT_EQ(g.negate(g.negate(x)), x);
}

TEST_F(GraphTest, IdentitiesOfProductsHold)
{
    EXPECT_EQ(g.multiply(x, c(0)), c(0));
    EXPECT_EQ(g.multiply(x, c(1)), x);
    EXPECT_EQ(g.multiply(c(-1), x), g.negate(x));
    EXPECT_EQ(g.multiply(x, x), g.integer_power(x, 2));
    EXPECT_EQ(g.multiply(g.integer_power(x, 3), x), g.integer_power(x, 4));
    EXPECT_EQ(g.multiply(g.negate(x), g.negate(y)), g.multiply(x, y));
    EXPECT_EQ(g.multiply(c(2), g.multiply(c(3), x)), g.multiply(c(6), x));
    EXPECT_EQ(g.multiply(x, g.multiply(c(3), y)), g.multiply(c(3), g.multiply(x, y)));
    EXPECT_EQ(g.divide(x, x), c(1));
    EXPECT_EQ(g.divide(c(0), x), c(0));
    EXPECT_EQ(g.divide(c(0), g.call(*find_function("sqrt"), c(2))), c(0));
    EXPECT_EQ(g.divide(g.multiply(c(2), x), c(2)), x);
    EXPECT_EQ(g.divide(g.multiply(c(2), x), c(4)), g.divide(x, c(2)));
    EXPECT_EQ(g.divide(g.divide(x, y), t), g.divide(x, g.multiply(y, t)));
    EXPECT_EQ(g.divide(x, g.divide(y, t)), g.divide(g.multiply(x, t), y));
    EXPECT_EQ(g.divide(x, g.negate(y)), g.negate(g.divide(x, y)));
}

TEST_F(GraphTest, IdentitiesOfPowersHold)
{
    EXPECT_EQ(g.integer_power(x, 0), c(1));
    EXPECT_EQ(g.integer_power(x, 1), x);
    EXPECT_EQ(g.integer_power(x, -1), g.divide(c(1), x));
    EXPECT_EQ(g.power(x, c(3)), g.integer_power(x, 3));
    EXPECT_EQ(g.power(x, c(Quad(0.5))), f("sqrt", x));
    EXPECT_EQ(g.integer_power(g.integer_power(x, 2), 3), g.integer_power(x, 6));
    EXPECT_EQ(g.integer_power(g.negate(x), 2), g.integer_power(x, 2));
    EXPECT_EQ(g.integer_power(g.negate(x), 3), g.negate(g.integer_power(x, 3)));
    EXPECT_EQ(g.divide(g.integer_power(x, 5), g.integer_power(x, 2)), g.integer_power(x, 3));
    EXPECT_EQ(g.divide(x, g.integer_power(x, 3)), g.integer_power(x, -2));
}

TEST_F(GraphTest, ConstantsAreFoldedWithThirtyThreeDigits)
{
    EXPECT_EQ(g.value(g.divide(c(1), c(3))), Quad("0.333333333333333333333333333333333333"));
    EXPECT_EQ(f("exp", c(0)), c(1));
    // Abramowitz, Stegun, table 1.1
    const Quad e("2.71828182845904523536028747135266249775724709");
    EXPECT_LT(abs(g.value(f("exp", c(1))) - e), 4 * unit_roundoff<Quad>());
    EXPECT_EQ(g.integer_power(c(2), 100), c(Quad("1267650600228229401496703205376")));
}

TEST_F(GraphTest, FractionsAreFoldedWithoutRounding)
{
    const NodeId tenth = g.exact_constant({1, 10}), fifth = g.exact_constant({2, 10});
    EXPECT_EQ(g.add(tenth, fifth), g.exact_constant({3, 10}));
    EXPECT_EQ(g.multiply(g.divide(c(1), c(3)), c(3)), c(1));
    EXPECT_EQ(g.fraction(tenth), Rational(1, 10));
    EXPECT_NE(tenth, c(g.value(tenth)));  // the Quad nearest to 1/10 is another number
    EXPECT_EQ(g.exact_constant({5, 2}), c(Quad(2.5)));
}

TEST_F(GraphTest, ConstantsThatAreNoFractionsRememberHowTheyWereComputed)
{
    const NodeId root = f("sqrt", c(2)), square = g.integer_power(root, 2);
    EXPECT_FALSE(g.fraction(root));
    EXPECT_EQ(g.origin(root).op, Op::call);
    EXPECT_EQ(g.origin(root).a, c(2));
    EXPECT_FALSE(g.fraction(square));
    EXPECT_LT(abs(g.value(square) - 2), 4 * unit_roundoff<Quad>());
    EXPECT_EQ(f("sqrt", c(4)), c(2));
    EXPECT_EQ(f("sign", c(-7)), c(-1));
    // Too small for a Quad, and yet not 0.
    EXPECT_FALSE(g.is_constant(f("exp", c(-1000000)), 0));
}

TEST_F(GraphTest, NumbersThatAreProvedToCancelAreZero)
{
    const NodeId root = f("sqrt", c(2)), pi = g.constant(NamedConstant::pi);
    EXPECT_EQ(g.subtract(g.integer_power(root, 2), c(2)), c(0));
    EXPECT_EQ(g.subtract(g.multiply(f("exp", c(1)), f("exp", c(-1))), c(1)), c(0));
    EXPECT_EQ(f("sin", pi), c(0));
    EXPECT_EQ(f("sin", g.divide(pi, c(-2))), c(-1));
    EXPECT_EQ(f("cos", g.multiply(c(Quad(1e30)), pi)), c(1));
    // sin(40 pi/81), by its distance from a right angle: cos(pi/162)
    EXPECT_NEAR(to_double(g.value(f("sin", g.divide(g.multiply(c(40), pi), c(81))))),
                std::cos(std::acos(-1.0) / 162), 1e-15);
    EXPECT_EQ(f("cos", g.divide(g.multiply(c(3), pi), c(2))), c(0));
}

TEST_F(GraphTest, SignsAndFloorsOfIrrationalNumbersAreIntegers)
{
    // cos(255/88) + 1/7 is about -0.83: what is added to its sign may be 0
    const NodeId number = g.add(f("cos", g.divide(c(255), c(88))), g.divide(c(1), c(7)));
    EXPECT_EQ(f("sign", number), c(-1));
    EXPECT_EQ(g.add(c(1), f("sign", number)), c(0));
    EXPECT_EQ(f("floor", g.multiply(c(10), f("sqrt", c(2)))), c(14));
}

TEST_F(GraphTest, ConstantsThatAreNotFiniteAreNotFolded)
{
    EXPECT_FALSE(g.is_constant(g.divide(c(1), c(0))));
    EXPECT_FALSE(g.is_constant(f("log", c(0))));
    EXPECT_FALSE(g.is_constant(f("sqrt", c(-1))));
    EXPECT_FALSE(g.is_constant(g.integer_power(c(10), 100000)));
}

TEST_F(GraphTest, ACopyKeepsEveryNode)
{
    const NodeId e = g.add(f("sin", x), y);
    Graph copy = g;
    EXPECT_EQ(copy[e], g[e]);
    EXPECT_EQ(copy.add(copy.call(*find_function("sin"), x), y), e);
}

/// The expression built again from its leaves.
NodeId rebuilt(Graph& g, NodeId e)
{
    std::vector<NodeId> now;
    const Subgraph part = subgraph(g, {e});
    for (const Visit& visit : part.visits) {
        const Node node = g[visit.id];
        const int operands = operand_count(node);
        const NodeId a = operands > 0 ? now[visit.a] : 0;
        const NodeId b = operands > 1 ? now[visit.b] : 0;
        switch (node.op) {
            case Op::add:
                now.push_back(g.add(a, b));
                break;
            case Op::subtract:
                now.push_back(g.subtract(a, b));
                break;
            case Op::multiply:
                now.push_back(g.multiply(a, b));
                break;
            case Op::divide:
                now.push_back(g.divide(a, b));
                break;
            case Op::negate:
                now.push_back(g.negate(a));
                break;
            case Op::power:
                now.push_back(g.power(a, b));
                break;
            case Op::integer_power:
                now.push_back(g.integer_power(a, node.exponent));
                break;
            case Op::call:
                now.push_back(g.call(node.function, a, b));
                break;
            default:
                now.push_back(visit.id);
        }
    }
    return now[part.roots[0]];
}

TEST_F(GraphTest, BuildingAnExpressionAgainGivesTheSameNode)
{
    RandomExpressions random(g, 1, {.operations = 20});
    for (int i = 0; i < 3000; ++i) {
        const NodeId e = random();
        EXPECT_EQ(rebuilt(g, e), e);
    }
}

/// Random expressions whose values modulo a prime are computed along with them, before any
/// rewriting can act.
class Twins {
public:
    Twins(Graph& graph, unsigned seed) : g_(graph), random_(seed)
    {
        for (int u = 0; u < 4; ++u) push(g_.jet(u, 0), Modular(std::int64_t(random_())));
        for (int k : {-3, -2, 2, 4}) push(g_.constant(k), Modular(k));
    }

    void step()
    {
        const std::size_t i = random_() % nodes_.size(), j = random_() % nodes_.size();
        const NodeId a = nodes_[i], b = nodes_[j];
        const Modular u = values_[i], v = values_[j];
        const int n = int(random_() % 5) + 1;
        switch (random_() % 7) {
            case 0:
                return push(g_.add(a, b), u + v);
            case 1:
                return push(g_.subtract(a, b), u - v);
            case 2:
                return push(g_.multiply(a, b), u * v);
            case 3:
                if (g_.is_constant(b)) return;
                return push(g_.divide(a, b), u / v);
            case 4:
                return push(g_.negate(a), -u);
            case 5:
                if (g_.is_constant(a)) return;
                return push(g_.integer_power(a, -n), Modular(1) / integer_power_value(u, n));
            default:
                if (g_.is_constant(a)) return;
                return push(g_.divide(a, g_.constant(-n)), u / Modular(-n));
        }
    }

    std::size_t size() const { return nodes_.size(); }
    NodeId node(std::size_t i) const { return nodes_[i]; }
    Modular value(std::size_t i) const { return values_[i]; }
    Modular leaf(NodeId id) const { return values_[g_[id].a]; }

private:
    void push(NodeId node, Modular value)
    {
        // A zero must not become a divisor, and constants stay small enough to fold exactly.
        if (value == 0 || g_.is_constant(node)) return keep_leaf(node, value);
        nodes_.push_back(node);
        values_.push_back(value);
    }
    void keep_leaf(NodeId node, Modular value)
    {
        if (nodes_.size() >= 8) return;
        nodes_.push_back(node);
        values_.push_back(value);
    }

    Graph& g_;
    std::mt19937 random_;
    std::vector<NodeId> nodes_{};
    std::vector<Modular> values_{};
};

TEST(GraphRewriting, KeepsTheValueExactly)
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        Graph g;
        Twins twins(g, seed);
        for (int i = 0; i < 60; ++i) twins.step();
        for (std::size_t i = 0; i < twins.size(); ++i) {
            const auto leaf = [&](NodeId id) { return twins.leaf(id); };
            EXPECT_EQ(evaluate<Modular>(g, twins.node(i), leaf).n, twins.value(i).n)
                << "seed " << seed << ", expression " << i;
        }
    }
}

}  // namespace
}  // namespace involute
