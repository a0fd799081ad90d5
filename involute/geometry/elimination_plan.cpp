// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/elimination_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "involute/base/state_limits.hpp"

namespace involute {
namespace {

// A pivot is at least this part of the largest number in its column.
constexpr double threshold = 0.1;

template <class S>
S size_of(const S& x)
{
    using std::abs;
    return abs(x);
}
template <class S>
S size_of(const std::complex<S>& x)
{
    using std::abs;
    return abs(x.real()) + abs(x.imag());
}

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
            if (!(part > S(0)) || part < S(threshold) * whole) continue;
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

EliminationPlan::EliminationPlan(int size, std::vector<SparseEntry> entries)
    : size_(size), entries_(std::move(entries)), slot_(entries_.size())
{
}

template <class T>
bool EliminationPlan::choose(const std::vector<T>& values)
{
    Active<T> active(size_);
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const std::size_t at = active.at(entries_[e].row, entries_[e].column);
        active.values[at] += values[e];
        active.present[at] = 1;
    }
    std::vector<int> rows, columns;
    for (int k = 0; k < size_; ++k) {
        const auto [row, column] = active.best();
        if (row < 0) return false;
        rows.push_back(row);
        columns.push_back(column);
        active.eliminate(row, column);
    }
    rows_ = std::move(rows);
    columns_ = std::move(columns);
    work_out();
    return true;
}

/// What is nonzero in L and U by the order alone, and where every product goes.
void EliminationPlan::work_out()
{
    const auto n = std::size_t(size_);
    std::vector<int> step_of_row(n), step_of_column(n);
    for (int k = 0; k < size_; ++k) {
        step_of_row[std::size_t(rows_[std::size_t(k)])] = k;
        step_of_column[std::size_t(columns_[std::size_t(k)])] = k;
    }
    std::vector<char> present(n * n, 0);  // in the order of elimination
    const auto at = [n](int i, int j) { return std::size_t(i) * n + std::size_t(j); };
    for (const SparseEntry& e : entries_)
        present[at(step_of_row[std::size_t(e.row)], step_of_column[std::size_t(e.column)])] = 1;
    for (int k = 0; k < size_; ++k) {
        present[at(k, k)] = 1;
        for (int i = k + 1; i < size_; ++i)
            if (present[at(i, k)])
                for (int j = k + 1; j < size_; ++j) present[at(i, j)] |= present[at(k, j)];
    }
    first_.assign(1, 0);
    pivot_.clear();
    step_.clear();
    std::vector<int> place(n * n, -1);
    for (int i = 0; i < size_; ++i) {
        for (int j = 0; j < size_; ++j) {
            if (!present[at(i, j)]) continue;
            if (i == j) pivot_.push_back(int(step_.size()));
            place[at(i, j)] = int(step_.size());
            step_.push_back(j);
        }
        first_.push_back(int(step_.size()));
    }
    for (std::size_t e = 0; e < entries_.size(); ++e)
        slot_[e] = place[at(step_of_row[std::size_t(entries_[e].row)],
                            step_of_column[std::size_t(entries_[e].column)])];
    targets_.clear();
    for (int i = 0; i < size_; ++i)
        for (int l = first_[std::size_t(i)]; l < pivot_[std::size_t(i)]; ++l) {
            const int k = step_[std::size_t(l)];
            for (int u = pivot_[std::size_t(k)] + 1; u < first_[std::size_t(k) + 1]; ++u)
                targets_.push_back(place[at(i, step_[std::size_t(u)])]);
        }
    std::vector<int> order = rows_;
    order.insert(order.end(), columns_.begin(), columns_.end());
    const auto found = std::ranges::find(orders_, order);
    version_ = int(found - orders_.begin());
    if (found == orders_.end()) orders_.push_back(std::move(order));
}

void EliminationPlan::visit_state(State& state)
{
    std::vector<int> rows = rows_, columns = columns_;
    state("rows of pivots", rows);
    state("columns of pivots", columns);
    if (!state.restoring()) return;
    std::vector<int> all(std::size_t(size_), 0);
    std::iota(all.begin(), all.end(), 0);
    require(state, rows.empty() || std::ranges::is_permutation(rows, all), "rows of pivots");
    require(state, columns.size() == rows.size(), "columns of pivots");
    require(state, rows.empty() || std::ranges::is_permutation(columns, all), "columns of pivots");
    rows_ = std::move(rows);
    columns_ = std::move(columns);
    if (!rows_.empty()) work_out();
}

template bool EliminationPlan::choose(const std::vector<std::complex<double>>&);
template bool EliminationPlan::choose(const std::vector<std::complex<Quad>>&);

}  // namespace involute
