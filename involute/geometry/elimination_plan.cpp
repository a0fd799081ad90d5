// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/elimination_plan.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "involute/base/state_limits.hpp"
#include "involute/geometry/elimination_order.hpp"

namespace involute {

EliminationPlan::EliminationPlan(int size, std::vector<SparseEntry> entries)
    : size_(size), entries_(std::move(entries)), slot_(entries_.size())
{
}

template <class T>
bool EliminationPlan::choose(const std::vector<T>& values)
{
    auto order = elimination_order<T>(size_, entries_, values);
    if (!order) return false;
    rows_ = std::move(order->rows);
    columns_ = std::move(order->columns);
    work_out();
    return true;
}

void EliminationPlan::take(std::vector<int> rows, std::vector<int> columns)
{
    rows_ = std::move(rows);
    columns_ = std::move(columns);
    work_out();
}

/// What is nonzero in L and U by the order alone, row by row: what row i shares with an earlier
/// one, it gets all that lies right of that one's pivot.
void EliminationPlan::work_out()
{
    const auto n = std::size_t(size_);
    std::vector<int> step_of_row(n), step_of_column(n);
    for (int k = 0; k < size_; ++k) {
        step_of_row[std::size_t(rows_[std::size_t(k)])] = k;
        step_of_column[std::size_t(columns_[std::size_t(k)])] = k;
    }
    std::vector<std::vector<int>> given(n);  // in the order of elimination
    for (const SparseEntry& e : entries_)
        given[std::size_t(step_of_row[std::size_t(e.row)])].push_back(
            step_of_column[std::size_t(e.column)]);
    first_.assign(1, 0);
    pivot_.clear();
    step_.clear();
    std::vector<int> met_by(n, -1), right;
    std::priority_queue<int, std::vector<int>, std::greater<>> left;
    for (int i = 0; i < size_; ++i) {
        const auto meet = [&](int j) {
            if (std::exchange(met_by[std::size_t(j)], i) == i) return;
            if (j < i)
                left.push(j);
            else
                right.push_back(j);
        };
        right.clear();
        meet(i);
        for (const int j : given[std::size_t(i)]) meet(j);
        for (; !left.empty(); left.pop()) {
            const int k = left.top();
            step_.push_back(k);
            for (int u = pivot_[std::size_t(k)] + 1; u < first_[std::size_t(k) + 1]; ++u)
                meet(step_[std::size_t(u)]);
        }
        std::ranges::sort(right);
        pivot_.push_back(int(step_.size()));
        step_.insert(step_.end(), right.begin(), right.end());
        first_.push_back(int(step_.size()));
    }
    const auto place = [&](int i, int j) {
        const auto row = step_.begin() + first_[std::size_t(i)];
        return int(std::lower_bound(row, step_.begin() + first_[std::size_t(i) + 1], j) -
                   step_.begin());
    };
    for (std::size_t e = 0; e < entries_.size(); ++e)
        slot_[e] = place(step_of_row[std::size_t(entries_[e].row)],
                         step_of_column[std::size_t(entries_[e].column)]);
    list_targets();
    std::vector<int> order = rows_;
    order.insert(order.end(), columns_.begin(), columns_.end());
    const auto found = std::ranges::find(orders_, order);
    version_ = int(found - orders_.begin());
    if (found == orders_.end()) orders_.push_back(std::move(order));
}

void EliminationPlan::list_targets()
{
    targets_.clear();
    std::size_t products = 0;
    const auto right_of = [&](int k) {
        return first_[std::size_t(k) + 1] - pivot_[std::size_t(k)] - 1;
    };
    for (int i = 0; i < size_; ++i)
        for (int l = first_[std::size_t(i)]; l < pivot_[std::size_t(i)]; ++l)
            products += std::size_t(right_of(step_[std::size_t(l)]));
    listed_ = products <= longest_list * step_.size();
    if (!listed_) return;
    targets_.reserve(products);
    for (int i = 0; i < size_; ++i)
        for (int l = first_[std::size_t(i)]; l < pivot_[std::size_t(i)]; ++l) {
            const int k = step_[std::size_t(l)];
            // Steps in a row ascend, and those of row k are among those of row i.
            int to = l;
            for (int u = pivot_[std::size_t(k)] + 1; u < first_[std::size_t(k) + 1]; ++u) {
                while (step_[std::size_t(to)] != step_[std::size_t(u)]) ++to;
                targets_.push_back(to);
            }
        }
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
