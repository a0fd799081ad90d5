// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/redundant/modular_rows.hpp"

#include <algorithm>
#include <functional>

namespace involute {

ModularRows::ModularRows(const PrimeField& field, std::size_t columns)
    : field_(field),
      pivot_of_(columns, -1),
      used_(columns, 0),
      value_(columns, 0),
      is_set_(columns, 0)
{
}

void ModularRows::set(std::uint32_t column, Number value)
{
    value_[column] = value;
    if (is_set_[column]) return;
    is_set_[column] = 1;
    columns_.push_back(column);
    if (pivot_of_[column] < 0) return;
    next_.push_back(pivot_of_[column]);
    std::ranges::push_heap(next_, std::greater<>());
}

// A row kept contains no pivots of those before it: subtracting it brings in later ones alone.
std::optional<ModularRows::Sparse> ModularRows::add(const Sparse& row)
{
    for (const std::uint32_t column : columns_) is_set_[column] = 0;
    columns_.clear();
    next_.clear();
    for (const auto& [column, value] : row) set(column, value);
    Kept made;
    made.number = added_++;
    while (!next_.empty()) {
        std::ranges::pop_heap(next_, std::greater<>());
        const std::int32_t k = next_.back();
        next_.pop_back();
        const Kept& other = kept_[std::size_t(k)];
        const Number factor = value_[other.pivot];
        if (factor == 0) continue;
        made.subtracted.push_back({std::uint32_t(k), factor});
        for (const auto& [column, x] : other.reduced) {
            const Number before = is_set_[column] ? value_[column] : field_.zero();
            set(column, field_.subtract(before, field_.multiply(factor, x)));
        }
    }
    std::erase_if(columns_, [&](std::uint32_t column) {
        if (value_[column] == 0) is_set_[column] = 0;
        return value_[column] == 0;
    });
    if (columns_.empty()) return in_given_rows(made.subtracted);

    // The column that fewest rows have keeps the others short.
    made.pivot = *std::ranges::min_element(
        columns_, {}, [&](std::uint32_t column) { return std::pair(used_[column], column); });
    made.inverse = *field_.inverse(value_[made.pivot]);
    for (const std::uint32_t column : columns_) {
        made.reduced.push_back({column, field_.multiply(value_[column], made.inverse)});
        ++used_[column];
    }
    pivot_of_[made.pivot] = std::int32_t(kept_.size());
    kept_.push_back(std::move(made));
    return std::nullopt;
}

ModularRows::Sparse ModularRows::in_given_rows(const Sparse& in_reduced)
{
    std::vector<Number> factors(kept_.size(), 0);
    for (const auto& [k, factor] : in_reduced) factors[k] = factor;
    Sparse found;
    for (std::size_t k = kept_.size(); k-- > 0;) {
        if (factors[k] == 0) continue;
        const Kept& row = kept_[k];
        const Number factor = field_.multiply(factors[k], row.inverse);
        found.push_back({row.number, factor});
        for (const auto& [other, x] : row.subtracted)
            factors[other] = field_.subtract(factors[other], field_.multiply(factor, x));
    }
    std::ranges::reverse(found);
    return found;
}

}  // namespace involute
