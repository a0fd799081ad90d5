// SPDX-License-Identifier: Apache-2.0
// parse ∘ print is the identity: the text of every node reads back as the same node, but for what
// its constants remember beside their values.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/model/read.hpp"
#include "tests/expr/same_shape.hpp"

namespace involute {
namespace {

void expect_reads_back(System& s, NodeId e)
{
    const std::string text = print(s.graph, e, s.names);
    const NodeId back = parse_expression(s, text);
    EXPECT_TRUE(testing::SameShape(s.graph)(back, e)) << text << "\nread back as\n"
                                                      << print(s.graph, back, s.names);
}

class RandomExpression {
public:
    RandomExpression(System& system, unsigned seed) : s_(system), random_(seed) {}

    NodeId operator()(int depth)
    {
        if (depth == 0) return leaf();
        Graph& g = s_.graph;
        const NodeId a = (*this)(depth - 1), b = (*this)(int(random_() % unsigned(depth)));
        switch (random_() % 8) {
            case 0:
                return g.add(a, b);
            case 1:
                return g.subtract(a, b);
            case 2:
                return g.multiply(a, b);
            case 3:
                return g.is_constant(b) ? g.negate(a) : g.divide(a, b);
            case 4:
                return g.negate(a);
            case 5:
                return g.integer_power(g.is_constant(a) ? leaf() : a, 2 + int(random_() % 3));
            case 6:
                return g.is_constant(a) || g.is_constant(b) ? a : g.power(a, b);
            default:
                return function(a, b);
        }
    }

private:
    NodeId leaf()
    {
        Graph& g = s_.graph;
        switch (random_() % 6) {
            case 0:
                return g.constant(Quad(int(random_() % 7)) - 3);
            case 1:
                return g.constant(Quad(int(random_() % 1000) - 500) / 7);
            case 2:
                return g.independent();
            default:
                return g.jet(int(random_() % unsigned(s_.unknowns())), int(random_() % 7));
        }
    }

    NodeId function(NodeId a, NodeId b)
    {
        const auto id = FunctionId(random_() % functions().size());
        if (s_.graph.is_constant(a)) a = s_.graph.jet(0, 0);
        return functions()[id].arity == 1 ? s_.graph.call(id, a) : s_.graph.call(id, a, b);
    }

    System& s_;
    std::mt19937 random_;
};

TEST(PrintAndParse, AreInverseOnRandomExpressions)
{
    System s = read_system("var x, y, lambda, p[0..2], q[1..2, -1..1]\nx' = y\n");
    RandomExpression random(s, 20);
    for (int i = 0; i < 3000 && !testing::Test::HasFailure(); ++i)
        expect_reads_back(s, random(1 + i % 5));
}

TEST(PrintAndParse, AreInverseOnEveryModelAndItsDerivatives)
{
    for (const auto& entry : std::filesystem::directory_iterator(INVOLUTE_MODELS)) {
        if (entry.path().extension() != ".ode") continue;
        std::ifstream file(entry.path());
        std::ostringstream text;
        text << file.rdbuf();
        System s = read_system(text.str(), entry.path().filename());
        for (std::size_t i = 0; i < s.equations.size(); ++i) {
            NodeId e = s.equations[i].f;
            for (int order = 0; order < 3; ++order, e = total_derivative(s.graph, e))
                expect_reads_back(s, e);
        }
        for (const Invariant& invariant : s.invariants) expect_reads_back(s, invariant.expression);
    }
}

}  // namespace
}  // namespace involute
