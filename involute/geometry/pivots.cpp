// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/pivots.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>

namespace involute {
namespace {

// An entry may be a pivot if it is at least this part of the largest in its row, everywhere. One
// that has the same sign at all samples cannot vanish between them and may be smaller.
constexpr double threshold = 0.05;
constexpr double steady_threshold = 0.005;
// Rows looked at before the best acceptable entry so far is taken.
constexpr int rows_searched = 6;
// After this many rows without such an entry the search ends: it must not be O(n).
constexpr int most_rows_searched = 24;
constexpr int scaling_passes = 10;

struct Cell {
    int column = 0;
    std::vector<double> values{};  // one a sample
    double quality = 0;            // smallest, over the samples, of |entry| / largest in its row
    bool steady = false;           // the same sign at every sample

    bool acceptable() const { return quality >= (steady ? steady_threshold : threshold); }
};

using Row = std::vector<Cell>;  // sorted by column

struct Candidate {
    int row = -1;
    int column = -1;
    double cost = std::numeric_limits<double>::infinity();
    double quality = -1;

    bool better_than(const Candidate& other) const
    {
        return cost != other.cost ? cost < other.cost : quality > other.quality;
    }
};

/// The matrix while it is eliminated, at all samples in lockstep.
class Work {
public:
    explicit Work(const SampledMatrix& matrix);
    Candidate best() const;
    void eliminate(int row, int column);

private:
    using RowSet = std::set<std::pair<int, int>>;  // (entries in row, row)

    void judge(int row);
    void consider(const RowSet& rows, Candidate& best, Candidate& fallback) const;
    void rescale_rows_and_columns();
    void enlist(int row);
    void delist(int row);

    std::size_t samples_;
    std::vector<Row> rows_;
    std::vector<std::vector<int>> column_rows_;  // may hold rows that are gone
    std::vector<int> column_count_;
    std::vector<char> gone_;
    RowSet by_length_;
    RowSet steady_by_length_;  // those with an acceptable steady entry
    std::vector<char> has_steady_;
};

Work::Work(const SampledMatrix& matrix)
    : samples_(matrix.values.size()),
      rows_(matrix.size),
      column_rows_(matrix.size),
      column_count_(matrix.size, 0),
      gone_(matrix.size, 0),
      has_steady_(matrix.size, 0)
{
    for (std::size_t e = 0; e < matrix.entries.size(); ++e) {
        Cell cell{.column = matrix.entries[e].column, .values = std::vector<double>(samples_)};
        for (std::size_t s = 0; s < samples_; ++s) cell.values[s] = matrix.values[s][e];
        rows_[matrix.entries[e].row].push_back(std::move(cell));
        column_rows_[matrix.entries[e].column].push_back(matrix.entries[e].row);
        ++column_count_[matrix.entries[e].column];
    }
    for (Row& row : rows_)
        std::sort(row.begin(), row.end(),
                  [](const Cell& a, const Cell& b) { return a.column < b.column; });
    rescale_rows_and_columns();
    for (int r = 0; r < matrix.size; ++r) enlist(r);
}

/// Scales rows and columns so that entries are of size 1 in the logarithmic mean, because pivots
/// must not depend on units. Unlike scaling by the largest entries, this accepts a small M in [M
/// Gᵗ; G 0]. [Curtis, Reid, J. Inst. Math. Appl. 10 (1972) 118-124]
void Work::rescale_rows_and_columns()
{
    std::vector<std::vector<double>> size(rows_.size());  // mean log |entry| over the samples
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (const Cell& cell : rows_[r]) {
            double sum = 0;
            int count = 0;
            for (const double v : cell.values)
                if (v != 0) {
                    sum += std::log(std::abs(v));
                    ++count;
                }
            size[r].push_back(count > 0 ? sum / count : 0);
        }
    std::vector<double> row_shift(rows_.size(), 0), column_shift(rows_.size(), 0);
    for (int pass = 0; pass < scaling_passes; ++pass) {
        std::vector<double> sum(rows_.size(), 0);
        std::vector<int> count(rows_.size(), 0);
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            double total = 0;
            for (std::size_t k = 0; k < rows_[r].size(); ++k)
                total += size[r][k] + column_shift[rows_[r][k].column];
            if (!rows_[r].empty()) row_shift[r] = -total / double(rows_[r].size());
            for (std::size_t k = 0; k < rows_[r].size(); ++k) {
                sum[rows_[r][k].column] += size[r][k] + row_shift[r];
                ++count[rows_[r][k].column];
            }
        }
        for (std::size_t c = 0; c < rows_.size(); ++c)
            if (count[c] > 0) column_shift[c] = -sum[c] / count[c];
    }
    for (std::size_t r = 0; r < rows_.size(); ++r)
        for (Cell& cell : rows_[r]) {
            const double factor = std::exp(row_shift[r] + column_shift[cell.column]);
            for (double& v : cell.values) v *= factor;
        }
}

/// Quality and steadiness of every entry of a row.
void Work::judge(int r)
{
    for (Cell& cell : rows_[r]) {
        cell.quality = 1;
        const bool positive = cell.values.front() > 0;
        cell.steady = std::all_of(cell.values.begin(), cell.values.end(),
                                  [&](double v) { return v != 0 && (v > 0) == positive; });
    }
    for (std::size_t s = 0; s < samples_; ++s) {
        double top = 0;
        for (const Cell& cell : rows_[r]) top = std::max(top, std::abs(cell.values[s]));
        for (Cell& cell : rows_[r])
            cell.quality = std::min(cell.quality, top > 0 ? std::abs(cell.values[s]) / top : 0);
    }
    has_steady_[r] = std::any_of(rows_[r].begin(), rows_[r].end(),
                                 [](const Cell& cell) { return cell.steady && cell.acceptable(); });
}

void Work::enlist(int r)
{
    judge(r);
    by_length_.insert({int(rows_[r].size()), r});
    if (has_steady_[r]) steady_by_length_.insert({int(rows_[r].size()), r});
}

void Work::delist(int r)
{
    by_length_.erase({int(rows_[r].size()), r});
    if (has_steady_[r]) steady_by_length_.erase({int(rows_[r].size()), r});
}

/// The cheapest acceptable entry of the first few rows; an entry that is not steady must be much
/// cheaper than one that is. fallback: the entry of the best quality, acceptable or not.
void Work::consider(const RowSet& rows, Candidate& best, Candidate& fallback) const
{
    int looked = 0;
    for (const auto& [length, r] : rows) {
        for (const Cell& cell : rows_[r]) {
            const double fill = double(length - 1) * (column_count_[cell.column] - 1);
            const double cost = cell.steady ? fill : 10 * (fill + 1);
            const Candidate here{r, cell.column, cost, cell.quality};
            if (cell.quality > fallback.quality) fallback = here;
            if (cell.acceptable() && here.better_than(best)) best = here;
        }
        ++looked;
        if (looked >= (best.row >= 0 ? rows_searched : most_rows_searched)) break;
    }
}

Candidate Work::best() const
{
    Candidate best, fallback;
    consider(steady_by_length_, best, fallback);
    consider(by_length_, best, fallback);
    return best.row >= 0 ? best : fallback;
}

void Work::eliminate(int pivot_row, int pivot_column)
{
    delist(pivot_row);
    const Row pivot = std::move(rows_[pivot_row]);
    gone_[pivot_row] = 1;
    const auto at = std::find_if(pivot.begin(), pivot.end(),
                                 [&](const Cell& c) { return c.column == pivot_column; });
    for (const Cell& cell : pivot) --column_count_[cell.column];

    for (const int r : column_rows_[pivot_column]) {
        if (gone_[r]) continue;
        Row& row = rows_[r];
        const auto head = std::find_if(row.begin(), row.end(),
                                       [&](const Cell& c) { return c.column == pivot_column; });
        if (head == row.end()) continue;
        std::vector<double> factor(samples_);
        for (std::size_t s = 0; s < samples_; ++s)
            factor[s] = at->values[s] != 0 ? head->values[s] / at->values[s] : 0;

        delist(r);
        Row merged;
        merged.reserve(row.size() + pivot.size());
        auto a = row.begin();
        auto b = pivot.begin();
        while (a != row.end() || b != pivot.end()) {
            const int ca = a != row.end() ? a->column : std::numeric_limits<int>::max();
            const int cb = b != pivot.end() ? b->column : std::numeric_limits<int>::max();
            Cell cell = ca <= cb ? std::move(*a)
                                 : Cell{.column = cb, .values = std::vector<double>(samples_, 0)};
            if (cb <= ca) {
                for (std::size_t s = 0; s < samples_; ++s)
                    cell.values[s] -= factor[s] * b->values[s];
                if (cb < ca) {
                    column_rows_[cb].push_back(r);
                    ++column_count_[cb];
                }
                ++b;
            }
            if (ca <= cb) ++a;
            if (cell.column != pivot_column) merged.push_back(std::move(cell));
        }
        row = std::move(merged);
        enlist(r);
    }
    column_rows_[pivot_column].clear();
}

bool is_odd(const std::vector<int>& rows, const std::vector<int>& columns)
{
    // The pivots sit at (rows[k], columns[k]): the permutation maps a row to its column.
    std::vector<int> image(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) image[rows[k]] = columns[k];
    bool odd = false;
    std::vector<char> seen(rows.size(), 0);
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (std::size_t i = k, length = 0; !seen[i]; i = image[i], ++length) {
            seen[i] = 1;
            if (length > 0) odd = !odd;
        }
    return odd;
}

}  // namespace

PivotOrder choose_pivots(const SampledMatrix& matrix)
{
    Work work(matrix);
    PivotOrder order;
    for (int k = 0; k < matrix.size; ++k) {
        const Candidate next = work.best();
        order.rows.push_back(next.row);
        order.columns.push_back(next.column);
        work.eliminate(next.row, next.column);
    }
    order.negative = is_odd(order.rows, order.columns);
    return order;
}

}  // namespace involute
