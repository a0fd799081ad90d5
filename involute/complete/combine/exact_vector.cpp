// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/exact_vector.hpp"

#include <algorithm>

#include "involute/expr/formal.hpp"

namespace involute {

namespace {

// A vector that belongs to all of these belongs to the matrix.
constexpr int points = 3;
// Fractions with 30 times as many digits as a prime has.
constexpr int most_primes = 60;
constexpr int most_tries = 12;

using Number = PrimeField::Number;
using Rows = std::vector<std::vector<Number>>;

/// The matrix at random points modulo a prime, side by side; empty where it has no values.
Rows values_modulo(Formal& formal, std::size_t m, const PrimeField& field, std::uint64_t seed)
{
    Rows rows(m);
    int found = 0;
    for (int tries = 0; tries < most_tries && found < points; ++tries) {
        const auto values =
            formal({.field = field, .seed = scrambled(seed + std::uint64_t(tries))});
        if (!values) continue;
        const std::size_t columns = values->size() / m;
        for (std::size_t i = 0; i < m; ++i)
            rows[i].insert(rows[i].end(), values->begin() + std::ptrdiff_t(i * columns),
                           values->begin() + std::ptrdiff_t((i + 1) * columns));
        ++found;
    }
    return found == points ? rows : Rows{};
}

/// Reduced echelon form of the first `columns` columns; returns the rank.
std::size_t reduce(Rows& rows, std::size_t columns, const PrimeField& field)
{
    std::size_t rank = 0;
    for (std::size_t j = 0; j < columns && rank < rows.size(); ++j) {
        const auto pivot = std::find_if(rows.begin() + std::ptrdiff_t(rank), rows.end(),
                                        [&](const auto& row) { return row[j] != 0; });
        if (pivot == rows.end()) continue;
        std::swap(*pivot, rows[rank]);
        const Number inverse = *field.inverse(rows[rank][j]);
        for (Number& x : rows[rank]) x = field.multiply(x, inverse);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Number factor = rows[i][j];
            if (i == rank || factor == 0) continue;
            for (std::size_t k = j; k < rows[i].size(); ++k)
                rows[i][k] = field.subtract(rows[i][k], field.multiply(factor, rows[rank][k]));
        }
        ++rank;
    }
    return rank;
}

/// The left null space in reduced echelon form: the same whatever the prime, but for a few primes.
Rows null_space(Rows rows, const PrimeField& field)
{
    const std::size_t m = rows.size(), width = rows[0].size();
    for (std::size_t i = 0; i < m; ++i) {
        rows[i].resize(width + m, 0);
        rows[i][width + i] = field.one();
    }
    const std::size_t rank = reduce(rows, width, field);
    Rows space;
    for (std::size_t i = rank; i < m; ++i)
        space.emplace_back(rows[i].begin() + std::ptrdiff_t(width), rows[i].end());
    reduce(space, m, field);
    return space;
}

std::vector<char> pattern_of(const std::vector<Number>& vector)
{
    std::vector<char> pattern;
    for (const Number x : vector) pattern.push_back(x != 0);
    return pattern;
}

/// Residues of one vector modulo more and more primes.
class Residues {
public:
    explicit Residues(std::size_t m) : by_entry_(m) {}

    void add(const std::vector<Number>& vector, const PrimeField& field)
    {
        primes_.push_back(field.modulus());
        for (std::size_t i = 0; i < vector.size(); ++i)
            by_entry_[i].push_back(field.residue(vector[i]));
    }

    /// The fractions that all primes but the last give, if they have the residues of the last too.
    std::optional<std::vector<Rational>> confirmed() const
    {
        const std::size_t k = primes_.size();
        if (k < 2) return std::nullopt;
        const PrimeField last(primes_.back());
        std::vector<Rational> found;
        for (const auto& residues : by_entry_) {
            const auto x =
                from_residues(std::span(residues).first(k - 1), std::span(primes_).first(k - 1));
            if (!x) return std::nullopt;
            const Number below = last.number(x->denominator_modulo(last.modulus()));
            const Number above = last.number(x->numerator_modulo(last.modulus()));
            if (last.multiply(last.number(residues.back()), below) != above) return std::nullopt;
            found.push_back(*x);
        }
        return found;
    }

private:
    std::vector<std::uint64_t> primes_{};
    std::vector<std::vector<std::uint64_t>> by_entry_;
};

}  // namespace

std::optional<std::vector<Rational>> exact_null_vector(const Graph& graph,
                                                       const ExpressionMatrix& A)
{
    const std::size_t m = A.size();
    std::vector<NodeId> entries;
    for (const auto& row : A) entries.insert(entries.end(), row.begin(), row.end());
    Formal formal(graph, entries);
    Residues residues(m);
    std::vector<char> pattern;
    for (int k = 0; k < most_primes; ++k) {
        const PrimeField field(PrimeField::prime(k));
        Rows rows = values_modulo(formal, m, field, 1000 * std::uint64_t(k));
        if (rows.empty()) return std::nullopt;
        const Rows space = null_space(std::move(rows), field);
        if (space.empty()) return std::nullopt;
        if (k == 0) {
            const auto entries_of = [](const auto& v) { return std::ranges::count(v, Number(0)); };
            pattern = pattern_of(*std::ranges::max_element(space, {}, entries_of));
        }
        const auto same = std::ranges::find_if(
            space, [&](const auto& vector) { return pattern_of(vector) == pattern; });
        if (same == space.end()) continue;  // an unlucky prime
        residues.add(*same, field);
        if (const auto found = residues.confirmed()) return found;
    }
    return std::nullopt;
}

}  // namespace involute
