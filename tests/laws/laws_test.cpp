// SPDX-License-Identifier: Apache-2.0
// However a system is written, its solution is the same: random systems whose terms wake up on the
// way, in twelve forms, against an integrator that shares nothing with the library. The long
// version is tests/nightly/laws_test.cpp.
#include "tests/laws/laws.hpp"

namespace involute::testing {
namespace {

constexpr int count = 20;  // of each law: 240 in all

TEST(Laws, ExplicitSystemsHaveTheSolutionOfAnotherIntegrator)
{
    expect_law([](const RandomSystem& s, Dice&) { return plain(s); }, 1000, count);
}

TEST(Laws, RatesGivenAsCodeHaveTheSolutionOfAnotherIntegrator)
{
    expect_law(with_lets, 1000, count, run_of_code);
}

TEST(Laws, NamingAnExpressionIsDeclaringAnUnknownForIt)
{
    expect_law(with_lets, 2000, count);
}

TEST(Laws, ShiftedUnknownsMoveTheSameWay)
{
    expect_law(shifted, 3000, count);
}

TEST(Laws, OtherUnitsChangeNothing)
{
    expect_law(scaled, 4000, count);
}

TEST(Laws, ReorderedUnknownsAndEquationsChangeNothing)
{
    expect_law(reordered, 5000, count);
}

TEST(Laws, MultipliedEquationsSayTheSame)
{
    expect_law(equations_scaled, 6000, count);
}

TEST(Laws, EquationsMixedByARegularMatrixSayTheSame)
{
    expect_law(mixed, 7000, count);
}

TEST(Laws, TheDerivativeOfAnEquationAddsNothing)
{
    expect_law(with_a_derivative_as_equation, 8000, count);
}

TEST(Laws, TheDerivativeOfOneEquationMayBeAddedToAnother)
{
    expect_law(with_a_derivative_added, 9000, count);
}

TEST(Laws, TimeMayStartAnywhere)
{
    expect_law(time_shifted, 10000, count);
}

TEST(Laws, ImplicitEquationsHaveTheSolutionOfExplicitOnes)
{
    expect_law(implicit, 11000, count);
}

}  // namespace
}  // namespace involute::testing
