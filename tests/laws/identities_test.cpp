// SPDX-License-Identifier: Apache-2.0
// Terms that are zero by an identity are no terms: the verdict is that of the system without them.
// (The counterpart of tests/laws/asleep_test.cpp: what is flat is struck out only if it is zero.)
#include "tests/laws/support.hpp"

namespace involute::testing {
namespace {

void expect_same_verdict(const std::string& with, const std::string& without)
{
    SCOPED_TRACE(with);
    const Analysis is = analyze(read_system(with)), was = analyze(read_system(without));
    ASSERT_EQ(int(was.status), int(Verdict::complete)) << was.message;
    EXPECT_EQ(int(is.status), int(Verdict::complete)) << is.message;
    EXPECT_EQ(is.index, was.index) << is.message;
    EXPECT_EQ(is.dimension, was.dimension) << is.message;
}

TEST(Identities, SineAndCosineOnACircleLeaveNoSecondDerivative)
{
    const std::string rest = "z' = 1\nstart y = 1, z = 0.3\n";
    expect_same_verdict("var y, z\n(sin(z)^2 + cos(z)^2 - 1)*y'' + y' = -y\n" + rest,
                        "var y, z\ny' = -y\n" + rest);
}

TEST(Identities, SineAndCosineLeaveNoDerivativeOfAnAlgebraicUnknown)
{
    const std::string rest = "z' = 1 + y\nstart z = 0.3\n";
    expect_same_verdict("var y, z\n(sin(z)^2 + cos(z)^2 - 1)*y'' + y = z\n" + rest,
                        "var y, z\ny = z\n" + rest);
}

TEST(Identities, DecimalFractionsAddUp)
{
    // 0.1 + 0.2 - 0.3 is 0, though not in binary numbers.
    const std::string rest = "z' = y\nstart z = 1\n";
    expect_same_verdict("var y, z\n0.1*y' + 0.2*y' - 0.3*y' + y = -z\n" + rest,
                        "var y, z\ny = -z\n" + rest);
}

TEST(Identities, TheSquareOfARootIsWhatItWas)
{
    const std::string rest = "z' = y\nstart z = 1\n";
    expect_same_verdict("param a = sqrt(2)\nvar y, z\n(a^2 - 2)*y' + y = -z\n" + rest,
                        "var y, z\ny = -z\n" + rest);
}

TEST(Identities, ADerivativeThatCancelsIsNotThere)
{
    // (x + y)' - x' = y'.
    const std::string rest = "x = sin(t)\nstart y = 1\n";
    expect_same_verdict("var x, y\n(x + y)' - x' = -y\n" + rest, "var x, y\ny' = -y\n" + rest);
}

TEST(Identities, SystemsWithThemHaveTheSolutionWithoutThem)
{
    const std::string rest = "z' = y\nstart z = 1\nsolve to 1\n";  // z = exp(-t)
    for (const char* term : {"0.1*y' + 0.2*y' - 0.3*y'", "(sin(z)^2 + cos(z)^2 - 1)*y''"})
        expect_ends("var y, z\n" + std::string(term) + " + y = -z\n" + rest,
                    {{"z", std::exp(-1.0)}, {"y", -std::exp(-1.0)}});
}

}  // namespace
}  // namespace involute::testing
