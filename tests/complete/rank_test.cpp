// SPDX-License-Identifier: Apache-2.0
// Ranks of badly scaled matrices. Masses beside stiffnesses: after rows are brought to size 1 by
// their largest entries, what stands before the highest derivatives may be as small as rounding.
#include "involute/complete/structural/rank.hpp"

#include <gtest/gtest.h>

#include "involute/complete/array/verdict_points.hpp"

namespace involute {
namespace {

const std::vector<int> highest_then_others{0, 0, 1, 1};

/// [M K] with stiffnesses 1e15 times as large as masses.
MatrixOf<Quad> masses_and_stiffnesses(const MatrixOf<Quad>& M)
{
    MatrixOf<Quad> A = MatrixOf<Quad>::Identity(2, 4);
    A << M * Quad(1e-15), MatrixOf<Quad>::Identity(2, 2);
    return A;
}

MatrixOf<Quad> matrix(double a, double b, double c, double d)
{
    MatrixOf<Quad> M(2, 2);
    M << Quad(a), Quad(b), Quad(c), Quad(d);
    return M;
}

// det = 3.
const MatrixOf<Quad> regular = matrix(2, 1, 1, 2);

TEST(StagedRank, CountsEntriesThatAreSmallBesideOthersOfTheirRow)
{
    const auto found = staged_rank(masses_and_stiffnesses(regular), MatrixOf<double>::Ones(2, 4),
                                   highest_then_others, 2);
    EXPECT_EQ(found.ranks, (std::vector<int>{2, 0}));
    EXPECT_GE(found.gap, clear_gap);
}

// x*y = 0 and x + y = 0 meet in a double zero, where their Jacobian has rank 1. At (s, -s) it has
// rank 2, a last pivot of 2*s, and the residual is s^2.
TEST(ArrayRanks, TellOfAZeroOnlyWhereTheirPivotsAreFarAboveTheWayToIt)
{
    for (const double s : {1e-3, 1e-6, 1e-9, 1e-12}) {
        const auto found = staged_rank(matrix(-s, s, 1, 1), std::vector<int>{0, 0}, 1);
        EXPECT_NEAR(found.least / (2 * s), 1, 1e-12);
        const ArrayRanks ranks{.full = 2, .least = found.least};
        EXPECT_FALSE(tell_of_zero(ranks, {.residual = s * s})) << s;
        EXPECT_TRUE(tell_of_zero(ranks, {.residual = s * s / 1e4})) << s;
    }
    // All digits of binary128 are there.
    EXPECT_TRUE(tell_of_zero({.full = 2, .least = 1e-20}, {.residual = 1e-33}));
}

TEST(StagedRank, TakesThemForZeroWhereLargerNumbersHaveCancelled)
{
    // Sums of numbers of size 1, of which rounding to 16 digits left 1e-15.
    MatrixOf<double> sums = MatrixOf<double>::Ones(2, 4);
    sums.leftCols(2).setConstant(1e15);
    const auto found = staged_rank(masses_and_stiffnesses(regular), sums, highest_then_others, 2);
    EXPECT_EQ(found.ranks, (std::vector<int>{0, 2}));
    EXPECT_GE(found.gap, clear_gap);
}

TEST(StagedRank, SeesThatSmallRowsAreDependentUpToRounding)
{
    // (1 2) and (3 6), one of them off by 1e-16.
    const auto found = staged_rank(masses_and_stiffnesses(matrix(1, 2, 3, 6 + 8.9e-16)),
                                   MatrixOf<double>::Ones(2, 4), highest_then_others, 2);
    EXPECT_EQ(found.ranks, (std::vector<int>{1, 1}));
    EXPECT_GE(found.gap, clear_gap);
}

}  // namespace
}  // namespace involute
