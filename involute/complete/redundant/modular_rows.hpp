// SPDX-License-Identifier: Apache-2.0
// Sparse rows modulo a prime, one after the other: which of them are sums of earlier ones, and with
// which factors. Nothing is rounded, so that nothing has to be told from zero.
//
//     ModularRows rows(field, columns);
//     if (const auto sum = rows.add(row)) ...   // row = Σ factor · (row number `sum->at`)
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "involute/base/prime_field.hpp"

namespace involute {

class ModularRows {
public:
    using Number = PrimeField::Number;
    /// (place, value), the places ascending, each once.
    using Sparse = std::vector<std::pair<std::uint32_t, Number>>;

    ModularRows(const PrimeField& field, std::size_t columns);

    /// Numbers the row, from 0. Nothing where it is independent of all before it; else the factors
    /// of independent ones, by number, whose sum it is.
    std::optional<Sparse> add(const Sparse& row);

private:
    struct Kept {
        Sparse reduced{};  // without pivots of rows before it, its own pivot being 1
        std::uint32_t pivot = 0;
        Number inverse{};     // reduced = inverse · (row - Σ factor · reduced of another)
        Sparse subtracted{};  // by place among those kept
        std::uint32_t number = 0;
    };

    void set(std::uint32_t column, Number value);
    Sparse in_given_rows(const Sparse& in_reduced);

    const PrimeField& field_;
    std::vector<Kept> kept_{};
    std::vector<std::int32_t> pivot_of_;  // by column: the row kept that has it; -1: none
    std::vector<std::uint32_t> used_;     // by column: in how many rows kept it stands
    std::vector<Number> value_;           // of the row at hand, by column
    std::vector<char> is_set_;
    std::vector<std::uint32_t> columns_{};  // that are set
    std::vector<std::int32_t> next_{};      // a heap of rows to subtract, the first kept on top
    std::uint32_t added_ = 0;
};

}  // namespace involute
