// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "involute/base/sparse_order.hpp"
#include "involute/geometry/elimination_order.hpp"
#include "involute/geometry/pivot_size.hpp"

namespace involute {
namespace {

/// A matrix by its columns; an entry may be there more than once.
template <class T>
struct Columns {
    std::vector<int> first, rows;
    std::vector<T> values;

    Columns(int size, std::span<const SparseEntry> entries, std::span<const T> given)
        : first(std::size_t(size) + 1, 0), rows(entries.size()), values(entries.size())
    {
        for (const SparseEntry& e : entries) ++first[std::size_t(e.column) + 1];
        for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
        std::vector<int> next(first.begin(), first.end() - 1);
        for (std::size_t e = 0; e < entries.size(); ++e) {
            const auto to = std::size_t(next[std::size_t(entries[e].column)]++);
            rows[to] = entries[e].row;
            values[to] = given[e];
        }
    }
};

/// Columns are eliminated one after the other: what the earlier ones make of a column is known
/// when its pivot is chosen.
template <class T>
class Elimination {
public:
    Elimination(int size, std::span<const SparseEntry> entries, std::span<const T> values)
        : a_(size, entries, values),
          in_row_(std::size_t(size), 0),
          step_of_row_(std::size_t(size), -1),
          met_by_(std::size_t(size), -1),
          x_(std::size_t(size)),
          first_below_{0}
    {
        for (const SparseEntry& e : entries) ++in_row_[std::size_t(e.row)];
    }

    /// False: the column has no pivot.
    bool eliminate(int column);
    const std::vector<int>& rows() const { return rows_; }

private:
    using S = decltype(size_of(T()));
    struct Multiplier {
        int row;
        T factor;
    };

    void meet(int row, int column);
    int best(int column) const;

    Columns<T> a_;
    std::vector<int> in_row_, step_of_row_, met_by_;
    std::vector<T> x_;  // the column, by row
    std::vector<int> rows_, open_;
    std::priority_queue<int, std::vector<int>, std::greater<>> earlier_;
    std::vector<int> first_below_;
    std::vector<Multiplier> below_;  // L by columns
};

template <class T>
void Elimination<T>::meet(int row, int column)
{
    const auto r = std::size_t(row);
    if (std::exchange(met_by_[r], column) == column) return;
    x_[r] = T(0);
    if (step_of_row_[r] < 0)
        open_.push_back(row);
    else
        earlier_.push(step_of_row_[r]);
}

template <class T>
int Elimination<T>::best(int column) const
{
    S largest(0);
    for (const int row : open_) largest = std::max<S>(largest, size_of(x_[std::size_t(row)]));
    if (!(largest > S(0))) return -1;
    const auto serves = [&](int row) {
        return size_of(x_[std::size_t(row)]) >= S(pivot_threshold) * largest;
    };
    int found = -1;
    for (const int row : open_) {
        if (!serves(row)) continue;
        if (row == column) return row;  // orders by the diagonal count on it
        if (found < 0 || in_row_[std::size_t(row)] < in_row_[std::size_t(found)]) found = row;
    }
    return found;
}

template <class T>
bool Elimination<T>::eliminate(int column)
{
    open_.clear();
    for (int k = a_.first[std::size_t(column)]; k < a_.first[std::size_t(column) + 1]; ++k) {
        const int row = a_.rows[std::size_t(k)];
        meet(row, column);
        x_[std::size_t(row)] += a_.values[std::size_t(k)];
    }
    for (; !earlier_.empty(); earlier_.pop()) {
        const auto step = std::size_t(earlier_.top());
        const T top = x_[std::size_t(rows_[step])];
        if (top == T(0)) continue;
        // These rows were chosen later than this step, or not yet: the queue stays in order.
        for (int l = first_below_[step]; l < first_below_[step + 1]; ++l) {
            const Multiplier& m = below_[std::size_t(l)];
            meet(m.row, column);
            x_[std::size_t(m.row)] -= m.factor * top;
        }
    }
    const int pivot = best(column);
    if (pivot < 0) return false;
    for (const int row : open_)
        if (row != pivot) below_.push_back({row, x_[std::size_t(row)] / x_[std::size_t(pivot)]});
    first_below_.push_back(int(below_.size()));
    step_of_row_[std::size_t(pivot)] = int(rows_.size());
    rows_.push_back(pivot);
    return true;
}

/// Whether every number on the diagonal is large enough in its column to be the pivot there.
template <class T>
bool has_diagonal(int size, std::span<const SparseEntry> entries, std::span<const T> values)
{
    using S = decltype(size_of(T()));
    std::vector<S> largest(std::size_t(size), S(0)), own(largest);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = entries[e];
        const S here = size_of(values[e]);
        largest[std::size_t(column)] = std::max<S>(largest[std::size_t(column)], here);
        if (row == column) own[std::size_t(column)] += here;
    }
    for (std::size_t c = 0; c < own.size(); ++c)
        if (!(own[c] > S(0)) || own[c] < S(pivot_threshold) * largest[c]) return false;
    return true;
}

}  // namespace

template <class T>
std::optional<EliminationOrder> order_by_columns(int size, std::span<const SparseEntry> entries,
                                                 std::span<const T> values)
{
    EliminationOrder order;
    order.columns = has_diagonal(size, entries, values) ? diagonal_order(size, entries)
                                                        : column_order(size, entries);
    Elimination<T> elimination(size, entries, values);
    for (const int column : order.columns)
        if (!elimination.eliminate(column)) return std::nullopt;
    order.rows = elimination.rows();
    return order;
}

template std::optional<EliminationOrder> order_by_columns(int, std::span<const SparseEntry>,
                                                          std::span<const double>);
template std::optional<EliminationOrder> order_by_columns(int, std::span<const SparseEntry>,
                                                          std::span<const std::complex<double>>);
template std::optional<EliminationOrder> order_by_columns(int, std::span<const SparseEntry>,
                                                          std::span<const std::complex<Quad>>);

}  // namespace involute
