// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/elimination_order.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "involute/geometry/pivot_size.hpp"

namespace involute {
namespace {

/// A matrix while it is eliminated: its numbers, and where they can differ from zero.
template <class T>
struct Active {
    int size;
    std::vector<T> values;
    std::vector<char> present;
    std::vector<char> row_gone, column_gone;

    explicit Active(int n)
        : size(n),
          values(std::size_t(n) * std::size_t(n), T(0)),
          present(values.size(), 0),
          row_gone(std::size_t(n), 0),
          column_gone(row_gone)
    {
    }
    std::size_t at(int i, int j) const
    {
        return std::size_t(i) * std::size_t(size) + std::size_t(j);
    }
    bool is_active(int i, int j) const { return !row_gone[std::size_t(i)] && present[at(i, j)]; }

    /// The best pivot as (row, column), or row -1 where no column has one.
    std::pair<int, int> best() const;
    void eliminate(int row, int column);
};

template <class T>
std::pair<int, int> Active<T>::best() const
{
    using S = decltype(size_of(T()));
    std::vector<int> in_row(std::size_t(size), 0), in_column(in_row);
    std::vector<S> largest(std::size_t(size), S(0));
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            if (column_gone[std::size_t(j)] || !is_active(i, j)) continue;
            ++in_row[std::size_t(i)];
            ++in_column[std::size_t(j)];
            largest[std::size_t(j)] =
                std::max<S>(largest[std::size_t(j)], size_of(values[at(i, j)]));
        }
    std::pair<int, int> found{-1, -1};
    long least = std::numeric_limits<long>::max();
    S quality(0);
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            if (column_gone[std::size_t(j)] || !is_active(i, j)) continue;
            const S whole = largest[std::size_t(j)], part = size_of(values[at(i, j)]);
            if (!(part > S(0)) || part < S(pivot_threshold) * whole) continue;
            const long cost =
                long(in_row[std::size_t(i)] - 1) * long(in_column[std::size_t(j)] - 1);
            if (cost > least || (cost == least && part <= quality * whole)) continue;
            least = cost;
            quality = part / whole;
            found = {i, j};
        }
    return found;
}

template <class T>
void Active<T>::eliminate(int row, int column)
{
    row_gone[std::size_t(row)] = column_gone[std::size_t(column)] = 1;
    for (int i = 0; i < size; ++i) {
        if (!is_active(i, column)) continue;
        const T factor = values[at(i, column)] / values[at(row, column)];
        for (int j = 0; j < size; ++j) {
            if (column_gone[std::size_t(j)] || !present[at(row, j)]) continue;
            present[at(i, j)] = 1;
            values[at(i, j)] -= factor * values[at(row, j)];
        }
    }
}

}  // namespace

template <class T>
std::optional<EliminationOrder> order_by_all_pivots(int size, std::span<const SparseEntry> entries,
                                                    std::span<const T> values)
{
    Active<T> active(size);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const std::size_t at = active.at(entries[e].row, entries[e].column);
        active.values[at] += values[e];
        active.present[at] = 1;
    }
    EliminationOrder order;
    for (int k = 0; k < size; ++k) {
        const auto [row, column] = active.best();
        if (row < 0) return std::nullopt;
        order.rows.push_back(row);
        order.columns.push_back(column);
        active.eliminate(row, column);
    }
    return order;
}

template <class T>
std::optional<EliminationOrder> elimination_order(int size, std::span<const SparseEntry> entries,
                                                  std::span<const T> values)
{
    return size <= looks_at_all_pivots_up_to ? order_by_all_pivots(size, entries, values)
                                             : order_by_columns(size, entries, values);
}

template std::optional<EliminationOrder> elimination_order(int, std::span<const SparseEntry>,
                                                           std::span<const double>);
template std::optional<EliminationOrder> elimination_order(int, std::span<const SparseEntry>,
                                                           std::span<const std::complex<double>>);
template std::optional<EliminationOrder> elimination_order(int, std::span<const SparseEntry>,
                                                           std::span<const std::complex<Quad>>);

}  // namespace involute
