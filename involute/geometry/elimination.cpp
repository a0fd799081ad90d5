// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/elimination.hpp"

#include <algorithm>
#include <map>

namespace involute {

Elimination::Elimination(TapeBuilder& tape, int size, const std::vector<SlotEntry>& entries,
                         const PivotOrder& order)
    : order_(order), upper_(size), lower_(size)
{
    std::vector<std::map<int, Slot>> rows(size);
    std::vector<std::vector<int>> column_rows(size);
    for (const SlotEntry& e : entries) {
        if (tape.is_zero(e.value)) continue;
        rows[e.row][e.column] = e.value;
        column_rows[e.column].push_back(e.row);
    }
    std::vector<char> gone(size, 0);
    const Slot one = tape.constant(1);
    const Slot zero = tape.constant(0);

    for (int k = 0; k < size; ++k) {
        const int row = order.rows[k], column = order.columns[k];
        gone[row] = 1;
        const auto at = rows[row].find(column);
        const Slot pivot = at == rows[row].end() ? zero : at->second;
        pivots_.push_back(pivot);
        reciprocals_.push_back(tape.divide(one, pivot));
        for (const auto& [c, value] : rows[row])
            if (c != column) upper_[k].push_back({c, value});

        for (const int r : column_rows[column]) {
            if (gone[r]) continue;
            const auto head = rows[r].find(column);
            if (head == rows[r].end()) continue;
            const Slot factor = tape.multiply(head->second, reciprocals_.back());
            rows[r].erase(head);
            lower_[k].push_back({r, factor});
            for (const auto& [c, value] : upper_[k]) {
                const Slot product = tape.multiply(factor, value);
                const auto cell = rows[r].find(c);
                if (cell == rows[r].end()) {
                    rows[r][c] = tape.negate(product);
                    column_rows[c].push_back(r);
                } else {
                    cell->second = tape.subtract(cell->second, product);
                }
            }
        }
        rows[row].clear();
    }
}

std::vector<Slot> Elimination::solve(TapeBuilder& tape, const std::vector<Slot>& rhs) const
{
    std::vector<Slot> b = rhs;
    for (std::size_t k = 0; k < pivots_.size(); ++k) {
        const Slot head = b[order_.rows[k]];
        if (tape.is_zero(head)) continue;
        for (const auto& [row, factor] : lower_[k])
            b[row] = tape.subtract(b[row], tape.multiply(factor, head));
    }
    std::vector<Slot> v(rhs.size(), tape.constant(0));
    for (std::size_t k = pivots_.size(); k-- > 0;) {
        Slot sum = b[order_.rows[k]];
        for (const auto& [column, value] : upper_[k])
            sum = tape.subtract(sum, tape.multiply(value, v[column]));
        v[order_.columns[k]] = tape.multiply(sum, reciprocals_[k]);
    }
    return v;
}

}  // namespace involute
