// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/redundant/exact_sums.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "involute/base/patience.hpp"
#include "involute/complete/redundant/modular_rows.hpp"
#include "involute/expr/formal.hpp"

namespace involute {

namespace {

using Number = PrimeField::Number;

// Side by side they make one row; an accident at all of them is refused by its proof.
constexpr int points = 3;
constexpr int most_tries = 12;
// Fractions of up to 90 digits.
constexpr int most_primes = 11;

/// Sums modulo one prime: factors by row, by the row that is the sum.
using Modular = std::map<std::size_t, ModularRows::Sparse>;

class Search {
public:
    Search(const Graph& graph, const std::vector<ExpressionRow>& rows, std::size_t first)
        : rows_(rows), first_(first), taken_(that_can_cancel(rows)), formal_(graph, entries())
    {
    }

    std::vector<ExactSum> run()
    {
        if (std::ranges::none_of(taken_.begin() + std::ptrdiff_t(first_), taken_.end(),
                                 [](char taken) { return taken != 0; }))
            return {};
        std::vector<Modular> known;
        std::vector<ExactSum> found;
        for (int k = 0; k < most_primes; ++k) {
            primes_.push_back(PrimeField::prime(k));
            auto sums = modulo(k);
            if (!sums) return {};
            known.push_back(std::move(*sums));
            if (k == 0) continue;
            found = confirmed(known);
            if (found.size() == known.front().size()) break;
        }
        return found;
    }

private:
    std::vector<NodeId> entries()
    {
        std::vector<NodeId> nodes;
        std::unordered_map<std::uint32_t, std::uint32_t> place_of;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (!taken_[i]) continue;
            for (const auto& [place, node] : rows_[i]) {
                const auto [at, is_new] = place_of.try_emplace(place, places_);
                if (is_new) ++places_;
                where_.push_back(at->second);
                nodes.push_back(node);
            }
        }
        return nodes;
    }

    /// The entries at several points, one after the other.
    std::optional<std::vector<std::vector<Number>>> values(const PrimeField& field, int prime)
    {
        std::vector<std::vector<Number>> found;
        for (int tries = 0; tries < most_tries && int(found.size()) < points; ++tries)
            if (auto at = formal_(
                    {.field = field,
                     .seed = scrambled(1000 * std::uint64_t(prime) + 17 + std::uint64_t(tries))}))
                found.push_back(std::move(*at));
        if (int(found.size()) < points) return std::nullopt;
        return found;
    }

    std::optional<Modular> modulo(int prime)
    {
        const PrimeField field(primes_.back());
        const auto at = values(field, prime);
        if (!at) return std::nullopt;
        ModularRows elimination(field, std::size_t(places_) * points);
        std::vector<std::size_t> number_of;  // by row of the elimination
        Modular sums;
        std::size_t next = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (!taken_[i]) continue;
            if (i % 64 == 0) keep_patience();
            ModularRows::Sparse row;
            for (std::size_t e = 0; e < rows_[i].size(); ++e, ++next)
                for (std::uint32_t p = 0; p < std::uint32_t(points); ++p)
                    if (const Number x = (*at)[p][next]; x != 0)
                        row.push_back({where_[next] * std::uint32_t(points) + p, x});
            std::ranges::sort(row);
            number_of.push_back(i);
            auto sum = elimination.add(row);
            if (!sum || i < first_) continue;
            for (auto& [number, factor] : *sum) {
                number = std::uint32_t(number_of[number]);
                factor = field.residue(factor);
            }
            sums[i] = std::move(*sum);
        }
        return sums;
    }

    /// What all primes but the last give, where the last says the same.
    std::vector<ExactSum> confirmed(const std::vector<Modular>& known) const
    {
        std::vector<ExactSum> found;
        for (const auto& [row, sum] : known.front())
            if (auto exact = exactly(row, sum, known)) found.push_back(std::move(*exact));
        return found;
    }

    std::optional<ExactSum> exactly(std::size_t row, const ModularRows::Sparse& sum,
                                    const std::vector<Modular>& known) const
    {
        ExactSum exact{row, {}};
        const std::span<const std::uint64_t> but_last(primes_.data(), primes_.size() - 1);
        const PrimeField last(primes_.back());
        for (std::size_t e = 0; e < sum.size(); ++e) {
            std::vector<std::uint64_t> residues;
            for (const Modular& modular : known) {
                const auto at = modular.find(row);
                const bool same = at != modular.end() && at->second.size() == sum.size() &&
                                  at->second[e].first == sum[e].first;
                if (!same) return std::nullopt;
                residues.push_back(at->second[e].second);
            }
            const auto x = from_residues(std::span(residues).first(residues.size() - 1), but_last);
            if (!x) return std::nullopt;
            const Number below = last.number(x->denominator_modulo(last.modulus()));
            const Number above = last.number(x->numerator_modulo(last.modulus()));
            if (last.multiply(last.number(residues.back()), below) != above) return std::nullopt;
            exact.terms.push_back({sum[e].first, *x});
        }
        return exact;
    }

    const std::vector<ExpressionRow>& rows_;
    std::size_t first_ = 0;
    std::vector<char> taken_;
    std::uint32_t places_ = 0;
    std::vector<std::uint32_t> where_{};  // by entry of the rows taken
    Formal formal_;
    std::vector<std::uint64_t> primes_{};
};

}  // namespace

std::vector<char> that_can_cancel(const std::vector<ExpressionRow>& rows)
{
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> holders;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto& [place, node] : rows[i]) holders[place].push_back(std::uint32_t(i));
    std::unordered_map<std::uint32_t, std::size_t> count;
    for (const auto& [place, who] : holders) count[place] = who.size();
    std::vector<char> can(rows.size(), 1);
    std::vector<std::uint32_t> alone;
    const auto look = [&](std::uint32_t place) {
        if (count[place] != 1) return;
        for (const std::uint32_t i : holders[place])
            if (can[i]) can[i] = 0, alone.push_back(i);
    };
    for (const auto& [place, who] : holders) look(place);
    while (!alone.empty()) {
        const std::uint32_t i = alone.back();
        alone.pop_back();
        for (const auto& [place, node] : rows[i]) {
            --count[place];
            look(place);
        }
    }
    return can;
}

std::vector<ExactSum> exact_sums(const Graph& graph, const std::vector<ExpressionRow>& rows,
                                 std::size_t first)
{
    return Search(graph, rows, first).run();
}

}  // namespace involute
