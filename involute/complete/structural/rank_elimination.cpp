// SPDX-License-Identifier: Apache-2.0
// staged_rank, row by row with what is not zero: derivative arrays hold a few jets a row, and
// complete pivoting keeps it that way far longer than one would expect. Pivots, and every digit,
// are those of an elimination of the whole matrix.
#include "involute/complete/structural/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "involute/base/patience.hpp"

namespace involute {

namespace {

template <class S>
class Elimination {
public:
    Elimination(const MatrixOf<S>& A, const std::vector<int>& group)
        : width_(A.cols()),
          group_(group),
          rows_(std::size_t(A.rows())),
          best_(rows_.size()),
          used_(rows_.size(), 0),
          active_(std::size_t(A.cols()), 0),
          holders_(std::size_t(A.cols()))
    {
        result_.gap = std::numeric_limits<double>::infinity();
        for (int c = 0; c < int(A.cols()); ++c)  // in the order in which A is stored
            for (int r = 0; r < int(A.rows()); ++r)
                if (A(r, c) != S(0)) {
                    rows_[r].push_back({c, A(r, c), 0});
                    holders_[c].push_back(r);
                }
    }

    void watch_sums(const MatrixOf<double>& sums)
    {
        watches_ = true;
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (Entry& entry : rows_[r])
                entry.terms = sums(Eigen::Index(r), entry.column) * size_of(entry.value);
    }

    void eliminate(int group)
    {
        for (std::size_t c = 0; c < active_.size(); ++c) active_[c] = group_[c] == group;
        for (int r = 0; r < int(rows_.size()); ++r)
            if (!used_[r]) find_best(r);
        int rank = 0;
        S smallest(1);
        for (;; ++rank) {
            if (rank % 64 == 63) keep_patience();
            int next = largest();
            if (next >= 0 && watches_ && is_zero(best_[next].size, smallest)) {
                clear_cancelled();
                next = largest();
                if (next < 0) break;
                least_part_ = std::min(least_part_, part_of(entry_at(next, best_[next].column)));
            } else if (next < 0 || is_zero(best_[next].size, smallest)) {
                if (next >= 0) note_gap(smallest, best_[next].size);
                break;
            }
            smallest = std::min(smallest, best_[next].size);
            take(next, best_[next].column);
        }
        result_.ranks.push_back(rank);
        result_.least = std::min(result_.least, double(smallest));
    }

    StagedRank<S> finish()
    {
        if (cleared_part_ > 0) result_.gap = std::min(result_.gap, least_part_ / cleared_part_);
        result_.reduced = MatrixOf<S>::Zero(Eigen::Index(rows_.size()), width_);
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (const Entry& entry : rows_[r])
                result_.reduced(Eigen::Index(r), entry.column) = entry.value;
        return std::move(result_);
    }

private:
    struct Entry {
        int column = 0;
        S value{0};
        double terms = 0;  // the size of the numbers whose sum it is, where these are watched
    };
    // The largest entry of a row in the columns that may give a pivot, the first of equal ones.
    struct Best {
        int column = -1;
        S size{0};
    };

    // Numbers up to this are round-off.
    static S round_off() { return S(1e4) * std::numeric_limits<S>::epsilon(); }

    static bool is_zero(const S& size, const S& smallest)
    {
        return size <= round_off() || (size < S(data_noise) && size * S(clear_gap) <= smallest);
    }

    void note_gap(const S& smallest, const S& size)
    {
        if (size > round_off()) result_.gap = std::min(result_.gap, double(S(smallest / size)));
    }

    static double size_of(const S& x)
    {
        using std::abs;
        return double(S(abs(x)));
    }

    // Row and column factors leave it as it is.
    static double part_of(const Entry& entry) { return size_of(entry.value) / entry.terms; }

    const Entry& entry_at(int row, int column) const
    {
        return *std::ranges::lower_bound(rows_[row], column, {}, &Entry::column);
    }

    void find_best(int r)
    {
        using std::abs;
        Best best;
        for (const Entry& entry : rows_[r]) {
            if (!active_[entry.column]) continue;
            const S size = abs(entry.value);
            if (size > best.size) best = {entry.column, size};
        }
        best_[r] = best;
    }

    // The row of the largest entry; -1 where all are 0.
    int largest() const
    {
        int row = -1;
        for (int r = 0; r < int(rows_.size()); ++r)
            if (!used_[r] && best_[r].column >= 0 && (row < 0 || best_[r].size > best_[row].size))
                row = r;
        return row;
    }

    void clear_cancelled()
    {
        for (int r = 0; r < int(rows_.size()); ++r) {
            if (used_[r]) continue;
            for (Entry& entry : rows_[r]) {
                if (!active_[entry.column] || entry.value == S(0)) continue;
                const double part = part_of(entry);
                if (part > data_noise) continue;
                cleared_part_ = std::max(cleared_part_, part);
                entry.value = S(0);
            }
            find_best(r);
        }
    }

    void take(int row, int column)
    {
        used_[row] = 1;
        active_[column] = 0;
        result_.pivot_rows.push_back(row);
        result_.pivot_columns.push_back(column);
        const Entry pivot = entry_at(row, column);
        for (const int r : holders_[column]) {
            if (used_[r] || entry_at(r, column).value == S(0)) continue;
            subtract(r, row, pivot);
            find_best(r);
        }
    }

    // Row r without its part in the pivot's column. An entry becomes a - b c / p: what it is the
    // sum of, and what rounding a, b, c and p leaves.
    void subtract(int r, int row, const Entry& pivot)
    {
        const Entry b = entry_at(r, pivot.column);
        const S factor = b.value / pivot.value;
        const double p = size_of(pivot.value), of_p = watches_ ? pivot.terms / p : 0;
        merged_.clear();
        auto old = rows_[r].begin();
        const auto end = rows_[r].end();
        for (const Entry& c : rows_[row]) {
            if (c.value == S(0)) continue;
            while (old != end && old->column < c.column) merged_.push_back(*old++);
            if (old != end && old->column == c.column) {
                merged_.push_back(*old++);
            } else {
                merged_.push_back({c.column, S(0), 0});
                holders_[c.column].push_back(r);
            }
            Entry& a = merged_.back();
            if (c.column == pivot.column) {
                a.value = S(0);
                continue;
            }
            if (watches_)
                a.terms += (b.terms * size_of(c.value) +
                            size_of(b.value) * (c.terms + size_of(c.value) * of_p)) /
                           p;
            a.value -= factor * c.value;
        }
        merged_.insert(merged_.end(), old, end);
        std::swap(rows_[r], merged_);
    }

    Eigen::Index width_;
    const std::vector<int>& group_;
    std::vector<std::vector<Entry>> rows_;  // by column
    std::vector<Best> best_;
    std::vector<char> used_, active_;
    std::vector<std::vector<int>> holders_;  // by column: the rows that have an entry there
    std::vector<Entry> merged_{};
    bool watches_ = false;
    double least_part_ = 1, cleared_part_ = 0;  // of small entries: what counted, what did not
    StagedRank<S> result_{};
};

}  // namespace

template <class S>
StagedRank<S> staged_rank(const MatrixOf<S>& A, const std::vector<int>& group, int groups)
{
    Elimination<S> elimination(A, group);
    for (int g = 0; g < groups; ++g) elimination.eliminate(g);
    return elimination.finish();
}

template <class S>
StagedRank<S> staged_rank(const MatrixOf<S>& A, const MatrixOf<double>& sums,
                          const std::vector<int>& group, int groups)
{
    StagedRank<S> found = staged_rank(A, group, groups);
    if (std::isinf(found.gap)) return found;  // nothing but round-off was taken for zero
    Elimination<S> elimination(A, group);
    elimination.watch_sums(sums);
    for (int g = 0; g < groups; ++g) elimination.eliminate(g);
    return elimination.finish();
}

template StagedRank<long double> staged_rank(const MatrixOf<long double>&, const std::vector<int>&,
                                             int);
template StagedRank<Quad> staged_rank(const MatrixOf<Quad>&, const std::vector<int>&, int);
template StagedRank<long double> staged_rank(const MatrixOf<long double>&, const MatrixOf<double>&,
                                             const std::vector<int>&, int);
template StagedRank<Quad> staged_rank(const MatrixOf<Quad>&, const MatrixOf<double>&,
                                      const std::vector<int>&, int);

}  // namespace involute
