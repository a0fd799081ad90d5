// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/index.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/model/read.hpp"
#include "tests/complete/systems.hpp"

namespace involute::test {
namespace {

IndexResult index_of(const std::string& text, const std::vector<double>& point)
{
    System system = read_system(text);
    const Structure structure = find_structure(system);
    EXPECT_EQ(structure.code, Outcome::complete) << structure.message;
    std::size_t size = 1;
    for (int d : structure.d) size += std::size_t(d) + 1;
    EXPECT_EQ(point.size(), size);
    return differential_index(system, structure, point);
}

void expect_index(const IndexResult& found, int index)
{
    EXPECT_EQ(found.index, index);
    EXPECT_FALSE(found.is_bound);
}

TEST(Index, OfARegularOdeIsZero)
{
    expect_index(index_of("var x\nx'' = -x\n", {0, 1, 0, -1}), 0);
    expect_index(index_of("var x, y\nx' + y' = 1\nx' - y' = x\n", {0, 1, 1, 2, 0}), 0);
}

TEST(Index, OfAnAlgebraicEquationIsOne)
{
    expect_index(index_of("var x, z\nx' = z\nz = -x\n", {0, 1, -1, -1}), 1);
}

TEST(Index, OfThePendulumIsThree)
{
    // x = (0.6, -0.8), v = (0.8, 0.6), lambda = |v|² - y = 1.8.
    const double l = 1.8;
    expect_index(index_of(pendulum, {0, 0.6, 0.8, -0.6 * l, -0.8, 0.6, 0.8 * l - 1, l}), 3);
}

TEST(Index, OfThePendulumAtRestIsThreeAsWell)
{
    expect_index(index_of(pendulum, {0, 1, 0, 0, 0, 0, -1, 0}), 3);
}

TEST(Index, OfTheStiffPendulumIsOne)
{
    // r = 0.85, lambda = (1 - 1/r)/eps², lambda' = 0 at rest; the point ends with lambda, lambda'.
    const double l = (1 - 1 / 0.85) * 1e4;
    expect_index(index_of(stiff_pendulum, {0, 0.85, 0, -0.85 * l, 0, 0, -1, l, 0}), 1);
}

TEST(Index, OfTheDischargeProblemIsTwo)
{
    // From x, y1, y2 the rest follows (Tuomela, Arponen 7.3); rough values are made consistent.
    const double f = 5 * std::tanh(-10.0) + 15, y1 = 0.25, y2 = 0.25;
    const double y4 = std::sqrt(2458.18 - f * f / 1.44 / (y1 * y1));
    const double y5 = f;
    const double y3 = 0.001 * y4 * y5 * y5 - 0.075 * y4 * y5 + 3.35 * y4;
    expect_index(index_of(discharge, {0, y1, 0, 0, y2, 0, y3, 0, y4, 0, 0, y5, 0}), 2);
}

TEST(Index, OfTheCoupledPendulaIsFive)
{
    // Positions on their circles, the rest rough: the point is made consistent.
    const double l = 1.5, r = 1 + 0.1 * l;
    expect_index(index_of(coupled_pendula, {0, 0.6, 0.08, 0,       0, 0, 0.8,     -0.06, 0, 0,  0,
                                            l, 0,   0,    0.6 * r, 0, 0, 0.8 * r, 0,     0, 0.3}),
                 5);
}

TEST(Index, OfReissigsExampleIsOneAlthoughTheStructureSaysThree)
{
    // Any values: the constraints are linear, and the point is made consistent.
    expect_index(index_of(reissig, std::vector<double>(1 + 1 + 2 + 2 + 3 + 3, 0.5)), 1);
}

TEST(Index, OfADifferentiationChainIsItsLength)
{
    for (int n : {2, 3, 5, 8}) {
        std::vector<double> point{0};
        for (int j = 0; j < n; ++j)
            for (int l = 0; l < n - j; ++l) point.push_back(std::pow(2.0, j + l));
        expect_index(index_of(differentiation_chain_text(n), point), n);
    }
}

TEST(Index, OfLargeSystemsIsTheStructuralBound)
{
    const int n = 20;
    const std::vector<double> point(1 + n * (n + 1) / 2, 0.0);
    const IndexResult found = index_of(differentiation_chain_text(n), point);
    EXPECT_EQ(found.index, n);
    EXPECT_TRUE(found.is_bound);
}

TEST(Index, DoesNotDependOnUnits)
{
    // Lengths in 1e-6, time in 1e3: x'' = -lambda x with x of size 1e6 and t of size 1e-3.
    const std::string text = R"(
param m = 1e6, g = 1e12
var x, y, lambda
x'' + lambda*x = 0
1e-7*(y'' + lambda*y + g) = 0
1e9*(x^2 + y^2) = 1e9*m^2
)";
    const double l = 1.8e6, m = 1e6, w = 1e3;
    expect_index(index_of(text, {0, 0.6 * m, 0.8 * m * w, -0.6 * m * l, -0.8 * m, 0.6 * m * w,
                                 0.8 * m * l - 1e12, l}),
                 3);
}

}  // namespace
}  // namespace involute::test
