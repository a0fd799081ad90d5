// SPDX-License-Identifier: Apache-2.0
// Rows that are sums of others, modulo a prime and with fractions as factors. What is expected is
// how the rows were made, and ranks by an elimination of the test's own.
#include "involute/complete/redundant/exact_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "involute/complete/redundant/modular_rows.hpp"
#include "involute/expr/functions.hpp"

namespace involute::test {
namespace {

using Residues = std::vector<std::uint64_t>;

/// By doubling: nothing of the library's arithmetic.
std::uint64_t product(std::uint64_t a, std::uint64_t b, std::uint64_t prime)
{
    std::uint64_t result = 0;  // primes have 61 bits: sums of two fit
    for (; b > 0; b >>= 1, a = 2 * a % prime)
        if (b & 1) result = (result + a) % prime;
    return result;
}

/// Rows added one by one to an elimination in dense rows of residues.
class DenseRank {
public:
    explicit DenseRank(std::uint64_t prime) : prime_(prime) {}

    bool adds(Residues row)
    {
        for (const auto& [pivot, kept] : kept_) subtract(row, kept, row[pivot]);
        const auto at = std::ranges::find_if(row, [](std::uint64_t x) { return x != 0; });
        if (at == row.end()) return false;
        const auto pivot = std::size_t(at - row.begin());
        const std::uint64_t inverse = power(*at, prime_ - 2);  // Fermat
        for (std::uint64_t& x : row) x = times(x, inverse);
        kept_.emplace_back(pivot, std::move(row));
        return true;
    }

private:
    std::uint64_t times(std::uint64_t a, std::uint64_t b) const { return product(a, b, prime_); }
    std::uint64_t power(std::uint64_t a, std::uint64_t exponent) const
    {
        std::uint64_t result = 1;
        for (; exponent > 0; exponent >>= 1, a = times(a, a))
            if (exponent & 1) result = times(result, a);
        return result;
    }
    void subtract(Residues& row, const Residues& other, std::uint64_t factor) const
    {
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] = (row[j] + prime_ - times(factor, other[j])) % prime_;
    }

    std::uint64_t prime_;
    std::vector<std::pair<std::size_t, Residues>> kept_{};
};

TEST(ModularRows, TellTheSumsFromTheRestAndTheirFactors)
{
    const PrimeField field(PrimeField::prime(2));
    std::mt19937_64 random(5);
    for (int round = 0; round < 20; ++round) {
        const std::size_t columns = 3 + random() % 30, count = 2 * columns;
        ModularRows rows(field, columns);
        DenseRank rank(field.modulus());
        std::vector<Residues> given;
        std::vector<char> independent;
        for (std::size_t i = 0; i < count; ++i) {
            Residues row(columns, 0);
            for (int k = 0; k < 3; ++k) row[random() % columns] = random() % 5;
            if (i > 2 && i % 3 == 0)  // twice a row before, and a third one
                for (std::size_t j = 0; j < columns; ++j)
                    row[j] = (2 * given[i - 1][j] + given[i / 2][j]) % field.modulus();
            ModularRows::Sparse sparse;
            for (std::uint32_t j = 0; j < columns; ++j)
                if (row[j] != 0) sparse.push_back({j, field.number(row[j])});
            const auto sum = rows.add(sparse);
            const bool adds = rank.adds(row);
            ASSERT_EQ(!sum.has_value(), adds) << "round " << round << ", row " << i;
            independent.push_back(adds);
            given.push_back(row);
            if (!sum) continue;
            Residues made(columns, 0);
            for (const auto& [number, factor] : *sum) {
                ASSERT_LT(number, i);
                EXPECT_TRUE(independent[number]);
                for (std::size_t j = 0; j < columns; ++j)
                    made[j] = (made[j] +
                               product(field.residue(factor), given[number][j], field.modulus())) %
                              field.modulus();
            }
            EXPECT_EQ(made, row);
        }
    }
}

struct Sums : ::testing::Test {
    Graph g;
    NodeId x = g.jet(0, 0), y = g.jet(1, 0), t = g.independent();
    NodeId sine = g.call(sin_function(), x);

    NodeId times(const Rational& factor, NodeId e)
    {
        return g.multiply(g.exact_constant(factor), e);
    }
    /// Σ factor · row
    ExpressionRow made_of(const std::vector<ExpressionRow>& rows,
                          const std::vector<Rational>& factors)
    {
        std::map<std::uint32_t, NodeId> sum;
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (const auto& [place, node] : rows[i]) {
                const NodeId part = times(factors[i], node);
                const auto [at, is_new] = sum.try_emplace(place, part);
                if (!is_new) at->second = g.add(at->second, part);
            }
        return {sum.begin(), sum.end()};
    }
    void expect_sum(const ExactSum& sum, std::size_t of, const std::vector<Rational>& factors)
    {
        EXPECT_EQ(sum.of, of);
        std::vector<Rational> found(factors.size(), Rational(0));
        for (const auto& [row, factor] : sum.terms) found.at(row) = factor;
        EXPECT_EQ(found, factors);
    }
    std::vector<ExpressionRow> two_rows() { return {{{0, x}, {1, sine}}, {{0, y}, {2, t}}}; }
};

TEST_F(Sums, HaveTheFactorsThatTheyWereMadeWith)
{
    std::vector<ExpressionRow> rows = two_rows();
    const std::vector<Rational> factors{Rational(2, 3), Rational(-5, 7)};
    rows.push_back(made_of(rows, factors));
    const auto found = exact_sums(g, rows);
    ASSERT_EQ(found.size(), 1u);
    expect_sum(found.front(), 2, factors);
}

TEST_F(Sums, HaveFractionsOfManyDigits)
{
    std::vector<ExpressionRow> rows = two_rows();
    const std::vector<Rational> factors{*rational_of("12345678901234567890123.456789012345678901"),
                                        *rational_of("-3.14159265358979323846264338327950288e-7")};
    rows.push_back(made_of(rows, factors));
    const auto found = exact_sums(g, rows);
    ASSERT_EQ(found.size(), 1u);
    expect_sum(found.front(), 2, factors);
}

TEST_F(Sums, AreNotThereWhereFactorsAreFunctionsOrRoots)
{
    for (const NodeId factor : {y, g.call(sqrt_function(), g.constant(2))}) {
        std::vector<ExpressionRow> rows = two_rows();
        ExpressionRow row;
        for (const auto& [place, node] : rows[0]) row.push_back({place, g.multiply(factor, node)});
        rows.push_back(row);
        EXPECT_TRUE(exact_sums(g, rows).empty());
    }
}

TEST_F(Sums, AreNotThereWhereADigitFarBehindDiffers)
{
    std::vector<ExpressionRow> rows = two_rows();
    ExpressionRow row = rows[0];
    row[1].second = times(*rational_of("1.000000000000000000000000000001"), sine);
    rows.push_back(row);
    EXPECT_TRUE(exact_sums(g, rows).empty());
}

TEST_F(Sums, AreLookedForFromARowOnAndOneForEachDependentRow)
{
    std::vector<ExpressionRow> rows = two_rows();
    rows.push_back(made_of(rows, {Rational(1), Rational(1)}));
    rows.push_back(made_of({rows[0], rows[1]}, {Rational(0), Rational(4)}));
    EXPECT_EQ(exact_sums(g, rows).size(), 2u);
    const auto later = exact_sums(g, rows, 3);
    ASSERT_EQ(later.size(), 1u);
    expect_sum(later.front(), 3, {Rational(0), Rational(4), Rational(0), Rational(0)});
}

// sin(2u) = 2 sin(u) cos(u) is not known to be: sums are of what is written, or are proved later.
TEST_F(Sums, AreIdentitiesOfOneFunctionOfOneArgument)
{
    const NodeId cosine = g.call(cos_function(), x), one = g.constant(1);
    const NodeId squares = g.add(g.multiply(sine, sine), g.multiply(cosine, cosine));
    const std::vector<ExpressionRow> rows{{{0, one}}, {{0, squares}}};
    const auto found = exact_sums(g, rows);
    ASSERT_EQ(found.size(), 1u);
    expect_sum(found.front(), 1, {Rational(1), Rational(0)});
}

TEST_F(Sums, CannotContainRowsWithAPlaceOfTheirOwn)
{
    // The last place is only in row 2; without row 2, place 3 is only in row 1.
    const std::vector<ExpressionRow> rows{
        {{0, x}, {1, x}}, {{0, x}, {3, x}}, {{3, x}, {4, x}}, {{0, x}, {1, x}}};
    EXPECT_EQ(that_can_cancel(rows), (std::vector<char>{1, 0, 0, 1}));
    EXPECT_EQ(that_can_cancel({{}, {{7, x}}}), (std::vector<char>{1, 0}));
}

}  // namespace
}  // namespace involute::test
