// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/signature.hpp"

#include <gtest/gtest.h>

#include "involute/model/read.hpp"

namespace involute::test {
namespace {

using Row = std::vector<std::pair<int, int>>;

struct Read {
    System system;
    TrueSignature known;

    explicit Read(const std::string& text) : system(read_system(text))
    {
        std::vector<NodeId> equations;
        for (const Equation& equation : system.equations) equations.push_back(equation.f);
        Probe probe(system);
        known = true_signature(system.graph, equations, probe);
    }
    std::string equation(int i) const
    {
        return print(system.graph, known.equations[i], system.names);
    }
};

TEST(Signature, ListsTheHighestDerivativeOfEachUnknown)
{
    const Read r("var a, b, c\nc''' + a'*c' + a = 0\na*b = 1\nb = 0\n");
    EXPECT_EQ(r.known.sigma, (Signature{{{0, 1}, {2, 3}}, {{0, 0}, {1, 0}}, {{1, 0}}}));
}

TEST(Signature, CancelledDerivativeIsRemovedFromTheEquation)
{
    const Read r("var x, y\nx' + y' - x' = y\nx = 1\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{1, 1}}));
    EXPECT_EQ(r.equation(0), "y' - y");
}

TEST(Signature, FalseDependenceIsFollowedDownward)
{
    // Neither x'' nor x' survives; x does.
    const Read r("var x, y\n(x'' + y) - x'' + (x' + x) - x' = 1\ny = 2\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{0, 0}, {1, 0}}));
}

TEST(Signature, IdentitiesOfFunctionsAreSeen)
{
    const Read r(R"(var x, y
(sin(x')^2 + cos(x')^2)*y = x
(x' + y)^2 - x'^2 - 2*x'*y = x
exp(x')*exp(-x')*y' = x
)");
    EXPECT_EQ(r.known.sigma[0], (Row{{0, 0}, {1, 0}}));
    EXPECT_EQ(r.known.sigma[1], (Row{{0, 0}, {1, 0}}));
    EXPECT_EQ(r.known.sigma[2], (Row{{0, 0}, {1, 1}}));
}

TEST(Signature, ValueOneIsTakenWhereZeroIsOutsideTheDomain)
{
    // (x'^2 + x')/x' - x' = 1 for every x' but 0.
    const Read r("var x, y\n(x'^2 + x')/x' - x' + y = 0\nx = 1\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{1, 0}}));
    EXPECT_EQ(r.equation(0), "y + 1");
}

TEST(Signature, SmallParametersAreNotZero)
{
    // A singular perturbation far below the round-off of the other terms in double.
    const Read r("var x, y\n1e-18*x' = x + 1e3*y\ny = 1e-20*x'\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{0, 1}, {1, 0}}));
    EXPECT_EQ(r.known.sigma[1], (Row{{0, 1}, {1, 0}}));
}

TEST(Signature, PiecewiseConstantDependenceIsKept)
{
    const Read r("var v, F\nF = 3*sign(v)\nF = max(v', 0)\nstart v = 1, v' = -5\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{0, 0}, {1, 0}}));
    EXPECT_EQ(r.known.sigma[1], (Row{{0, 1}, {1, 0}}));
}

TEST(Signature, ExponentialsOfVoltagesAreTriedNearTheStart)
{
    // exp(v/0.026) at v = 40 has no double; near the start it is harmless.
    const Read r("var v, w\nv' + 1e-6*(exp(v/0.026) - 1) + w - w = 0\nw = v\nstart v = 0.3\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{0, 1}}));
}

TEST(Signature, WithoutAnyFiniteValueIsThatOfTheText)
{
    const Read r("var x, y\nx' + sqrt(-1 - y^2) = 0\ny = 1\n");
    EXPECT_EQ(r.known.sigma[0], (Row{{0, 1}, {1, 0}}));
}

}  // namespace
}  // namespace involute::test
