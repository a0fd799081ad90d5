// SPDX-License-Identifier: Apache-2.0
// The compiled elimination against Eigen's factorisation with full pivoting.
//
// Tolerance: Gaussian elimination in an order with growth factor rho has a relative error below
// about 3 n eps rho cond(A) (Higham, Accuracy and Stability, 9.3). Threshold pivoting keeps rho far
// below the 1e3 allowed here; a wrong step would be off by 1.
#include "involute/geometry/elimination.hpp"
#include "involute/base/dense.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "involute/expr/interpreter.hpp"
#include "involute/expr/native.hpp"
#include "tests/expr/same_bits.hpp"
#include "tests/geometry/random_matrix.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

struct Solved {
    Eigen::VectorXd solution{};
    std::vector<double> pivots{};
    std::size_t instructions = 0;
    std::vector<double> raw{};
};

/// (entries, rhs) ↦ (solution, pivots) as a tape.
Tape write(int size, const std::vector<SparseEntry>& entries, const PivotOrder& order,
           std::size_t& instructions)
{
    const Graph graph;
    const auto count = std::uint32_t(entries.size());
    TapeBuilder tape(graph, count + std::uint32_t(size));
    std::vector<SlotEntry> slots;
    for (std::uint32_t e = 0; e < count; ++e)
        slots.push_back({entries[e].row, entries[e].column, tape.input(e)});
    const Elimination elimination(tape, size, slots, order);
    std::vector<Slot> rhs;
    for (int i = 0; i < size; ++i) rhs.push_back(tape.input(count + std::uint32_t(i)));
    for (const Slot v : elimination.solve(tape, rhs)) tape.output(v);
    for (const Slot v : elimination.pivots()) tape.output(v);
    instructions = tape.size();
    return tape.finish();
}

Solved run(const RandomMatrix& a, const PivotOrder& order, const Eigen::VectorXd& rhs)
{
    Solved result;
    const Tape tape = write(a.size, a.entries, order, result.instructions);
    std::vector<double> in = a.values;
    in.insert(in.end(), rhs.begin(), rhs.end());
    const Interpreter<double> interpreter(tape);
    std::vector<double> work(interpreter.work_size());
    result.raw.resize(interpreter.outputs());
    interpreter.prepare(work.data());
    interpreter.run(in.data(), result.raw.data(), work.data());
    result.solution = Eigen::Map<const Eigen::VectorXd>(result.raw.data(), a.size);
    result.pivots.assign(result.raw.begin() + a.size, result.raw.end());
    return result;
}

bool determinant_is_negative(const PivotOrder& order, const std::vector<double>& pivots)
{
    bool negative = order.negative;
    for (const double pivot : pivots) negative ^= pivot < 0;
    return negative;
}

TEST(Elimination, SolvesRandomSparseSystemsToRoundOff)
{
    std::mt19937 random(1);
    for (int round = 0; round < 120; ++round) {
        const int size = 1 + round % 40;
        const RandomMatrix a = random_matrix(size, 0.5 + round % 5, random);
        const Eigen::MatrixXd dense = a.dense();
        const double kappa = condition(dense);
        if (kappa > 1e8) continue;
        const Eigen::VectorXd rhs = random_vector(size, random);
        const Solved solved = run(a, choose_pivots(a.sampled()), rhs);
        const Eigen::VectorXd exact = FullLu<double>(dense).solve(rhs);
        EXPECT_LE((solved.solution - exact).norm(), 3e3 * size * eps * kappa * exact.norm())
            << "size " << size << ", round " << round;
    }
}

TEST(Elimination, HasTheSignOfTheDeterminant)
{
    std::mt19937 random(2);
    int negative = 0;
    for (int round = 0; round < 150; ++round) {
        const RandomMatrix a = random_matrix(1 + round % 12, round % 4, random);
        const Eigen::MatrixXd dense = a.dense();
        if (condition(dense) > 1e8) continue;
        const PivotOrder order = choose_pivots(a.sampled());
        const Solved solved = run(a, order, random_vector(a.size, random));
        const bool expected = FullLu<double>(dense).determinant() < 0;
        EXPECT_EQ(determinant_is_negative(order, solved.pivots), expected) << "round " << round;
        negative += expected;
    }
    EXPECT_GT(negative, 30);  // both signs were met
    EXPECT_LT(negative, 120);
}

TEST(Elimination, KnowsOddPermutationsFromEvenOnes)
{
    // The matrix of a permutation: determinant = its sign, here by counting inversions.
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
        const int size = 1 + round % 9;
        const std::vector<int> image = random_permutation(size, random);
        RandomMatrix a{.size = size};
        int inversions = 0;
        for (int i = 0; i < size; ++i) {
            a.entries.push_back({i, image[i]});
            a.values.push_back(1);
            for (int k = 0; k < i; ++k) inversions += image[k] > image[i];
        }
        EXPECT_EQ(choose_pivots(a.sampled()).negative, inversions % 2 == 1);
    }
}

TEST(Elimination, TakesEveryRowAndEveryColumnOnce)
{
    std::mt19937 random(4);
    for (int round = 0; round < 30; ++round) {
        const int size = 1 + round;
        const PivotOrder order = choose_pivots(random_matrix(size, 2, random).sampled());
        std::vector<int> rows = order.rows, columns = order.columns, all(size);
        std::iota(all.begin(), all.end(), 0);
        std::sort(rows.begin(), rows.end());
        std::sort(columns.begin(), columns.end());
        EXPECT_EQ(rows, all);
        EXPECT_EQ(columns, all);
    }
}

TEST(Elimination, SurvivesBadlyScaledRowsAndColumns)
{
    // D1 A D2 with powers of two: scaling itself rounds nothing, so the solution scaled back
    // must be as good as that of A, up to the growth allowed above.
    std::mt19937 random(5);
    std::uniform_int_distribution<int> power(-20, 20);
    for (int round = 0; round < 60; ++round) {
        const int size = 2 + round % 20;
        const RandomMatrix a = random_matrix(size, 3, random);
        const double kappa = condition(a.dense());
        if (kappa > 1e6) continue;
        const Eigen::VectorXd rhs = random_vector(size, random);
        Eigen::VectorXd rows(size), columns(size);
        for (double& s : rows) s = std::ldexp(1.0, power(random));
        for (double& s : columns) s = std::ldexp(1.0, power(random));
        RandomMatrix scaled = a;
        for (std::size_t e = 0; e < a.entries.size(); ++e)
            scaled.values[e] *= rows[a.entries[e].row] * columns[a.entries[e].column];
        const Solved solved = run(scaled, choose_pivots(scaled.sampled()), rhs.cwiseProduct(rows));
        const Eigen::VectorXd exact = FullLu<double>(a.dense()).solve(rhs);
        EXPECT_LE((solved.solution.cwiseProduct(columns) - exact).norm(),
                  3e3 * size * eps * kappa * exact.norm())
            << "round " << round;
    }
}

TEST(Elimination, AvoidsAPivotThatVanishesAtOneSample)
{
    // (0,0) is as large as any other entry at the first sample and zero at the second.
    const SampledMatrix matrix{2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {{1, 1, 1, 3}, {0, 1, 1, 3}}};
    const PivotOrder order = choose_pivots(matrix);
    EXPECT_FALSE(order.rows[0] == 0 && order.columns[0] == 0);
}

TEST(Elimination, IsGoodAtEverySampleItWasChosenFor)
{
    std::mt19937 random(6);
    for (int round = 0; round < 40; ++round) {
        const RandomMatrix first = random_matrix(3 + round % 15, 2, random);
        SampledMatrix samples = first.sampled();
        std::normal_distribution<double> normal;
        for (int s = 0; s < 3; ++s) {
            std::vector<double> values = first.values;
            for (double& v : values) v *= 1 + 0.2 * normal(random);
            samples.values.push_back(values);
        }
        const PivotOrder order = choose_pivots(samples);
        for (const std::vector<double>& values : samples.values) {
            const RandomMatrix a{first.size, first.entries, values};
            const double kappa = condition(a.dense());
            if (kappa > 1e5) continue;
            const Eigen::VectorXd rhs = random_vector(a.size, random);
            const Eigen::VectorXd exact = FullLu<double>(a.dense()).solve(rhs);
            EXPECT_LE((run(a, order, rhs).solution - exact).norm(),
                      3e3 * a.size * eps * kappa * exact.norm())
                << "round " << round;
        }
    }
}

TEST(Elimination, FillsNothingInOnAnArrow)
{
    // Dense first row and column, diagonal: in the right order the work is linear in n, in the
    // order of the rows it would be cubic. Per unknown: a reciprocal, a factor, an update, and
    // five operations of the two substitutions.
    constexpr int size = 300;
    RandomMatrix a{.size = size};
    for (int i = 0; i < size; ++i) {
        a.entries.push_back({i, i});
        a.values.push_back(i == 0 ? 2.0 * size : 2);
        if (i == 0) continue;
        a.entries.push_back({0, i});
        a.values.push_back(1);
        a.entries.push_back({i, 0});
        a.values.push_back(1);
    }
    std::mt19937 random(7);
    const Solved solved = run(a, choose_pivots(a.sampled()), random_vector(size, random));
    EXPECT_LE(solved.instructions, 12u * size);
}

TEST(Elimination, IsLinearInTheLengthOfABandedChain)
{
    const auto instructions = [](int size) {
        RandomMatrix a{.size = size};
        for (int i = 0; i < size; ++i)
            for (int j = std::max(0, i - 1); j <= std::min(size - 1, i + 1); ++j) {
                a.entries.push_back({i, j});
                a.values.push_back(i == j ? 3 : 1);
            }
        std::mt19937 random(8);
        return run(a, choose_pivots(a.sampled()), random_vector(size, random)).instructions;
    };
    EXPECT_LE(double(instructions(400)), 2.3 * double(instructions(200)));
}

TEST(Elimination, GivesTheSameBitsInterpretedAndAsNativeCode)
{
    std::mt19937 random(9);
    for (int round = 0; round < 10; ++round) {
        const RandomMatrix a = random_matrix(4 + 3 * round, 3, random);
        const Eigen::VectorXd rhs = random_vector(a.size, random);
        const PivotOrder order = choose_pivots(a.sampled());
        std::size_t instructions = 0;
        const Native native(write(a.size, a.entries, order, instructions));
        if (!native) GTEST_SKIP() << "no native code on this machine";
        std::vector<double> in = a.values, out(std::size_t(2 * a.size)), work(native.work_size());
        in.insert(in.end(), rhs.begin(), rhs.end());
        native.run(in.data(), out.data(), work.data());
        EXPECT_TRUE(testing::same_bits(out, run(a, order, rhs).raw));
    }
}

TEST(Elimination, CostsNothingForZerosOfTheRightSide)
{
    // A right side with one nonzero in a diagonal matrix: one multiplication.
    const Graph graph;
    TapeBuilder tape(graph, 4);
    std::vector<SlotEntry> entries;
    PivotOrder order;
    for (int i = 0; i < 3; ++i) {
        entries.push_back({i, i, tape.input(std::uint32_t(i))});
        order.rows.push_back(i);
        order.columns.push_back(i);
    }
    const Elimination elimination(tape, 3, entries, order);
    const std::size_t before = tape.size();
    const Slot zero = tape.constant(0);
    const std::vector<Slot> v = elimination.solve(tape, {zero, tape.input(3), zero});
    EXPECT_EQ(tape.size(), before + 1);
    EXPECT_TRUE(tape.is_zero(v[0]));
    EXPECT_TRUE(tape.is_zero(v[2]));
}

}  // namespace
}  // namespace involute::test
