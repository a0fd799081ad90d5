// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace involute {

namespace {

// A row or column with smaller entries is only rounding of the data.
constexpr double empty_line = 1e-15;

template <class S>
class Elimination {
public:
    Elimination(MatrixOf<S> A, const std::vector<int>& group)
        : A_(std::move(A)), group_(group), used_(A_.rows(), 0)
    {
        result_.gap = std::numeric_limits<double>::infinity();
    }

    void watch_sums(const MatrixOf<double>& sums)
    {
        terms_ = sums;
        for (Eigen::Index i = 0; i < A_.size(); ++i) terms_.data()[i] *= size_of(A_.data()[i]);
    }

    void eliminate(int group)
    {
        std::vector<int> columns;
        for (int c = 0; c < int(A_.cols()); ++c)
            if (group_[c] == group) columns.push_back(c);
        int rank = 0;
        S smallest(1);
        for (; !columns.empty(); ++rank) {
            Place next = largest(columns);
            if (next.row >= 0 && terms_.size() > 0 && is_zero(next.size, smallest)) {
                clear_cancelled(columns);
                next = largest(columns);
                if (next.row < 0) break;
                least_part_ = std::min(least_part_, part_of(next.row, columns[next.at]));
            } else if (next.row < 0 || is_zero(next.size, smallest)) {
                note_gap(smallest, next.size);
                break;
            }
            smallest = std::min(smallest, next.size);
            take(next.row, columns[next.at]);
            columns.erase(columns.begin() + next.at);
        }
        result_.ranks.push_back(rank);
        result_.least = std::min(result_.least, double(smallest));
    }

    StagedRank<S> finish()
    {
        if (cleared_part_ > 0) result_.gap = std::min(result_.gap, least_part_ / cleared_part_);
        result_.reduced = std::move(A_);
        return std::move(result_);
    }

private:
    struct Place {
        int row = -1, at = -1;
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

    Place largest(const std::vector<int>& columns) const
    {
        using std::abs;
        Place best;
        for (int r = 0; r < int(A_.rows()); ++r) {
            if (used_[r]) continue;
            for (int k = 0; k < int(columns.size()); ++k) {
                const S size = abs(A_(r, columns[k]));
                if (size > best.size) best = {r, k, size};
            }
        }
        return best;
    }

    static double size_of(const S& x)
    {
        using std::abs;
        return double(S(abs(x)));
    }

    // Row and column factors leave it as it is.
    double part_of(int r, int c) const { return size_of(A_(r, c)) / terms_(r, c); }

    void clear_cancelled(const std::vector<int>& columns)
    {
        for (int r = 0; r < int(A_.rows()); ++r)
            for (int c : columns) {
                if (used_[r] || A_(r, c) == S(0)) continue;
                const double part = part_of(r, c);
                if (part > data_noise) continue;
                cleared_part_ = std::max(cleared_part_, part);
                A_(r, c) = S(0);
            }
    }

    // An entry becomes a - b c / p: what it is the sum of, and what rounding a, b, c and p leaves.
    void add_terms(int row, int column)
    {
        const double p = size_of(A_(row, column)), of_p = terms_(row, column) / p;
        for (int c = 0; c < int(A_.cols()); ++c) {
            const double size = size_of(A_(row, c));
            if (c == column || size == 0) continue;
            for (int r = 0; r < int(A_.rows()); ++r) {
                const double b = size_of(A_(r, column));
                if (used_[r] || b == 0) continue;
                terms_(r, c) += (terms_(r, column) * size + b * (terms_(row, c) + size * of_p)) / p;
            }
        }
    }

    void take(int row, int column)
    {
        used_[row] = 1;
        if (terms_.size() > 0) add_terms(row, column);
        result_.pivot_rows.push_back(row);
        result_.pivot_columns.push_back(column);
        std::vector<int> filled;
        for (int c = 0; c < int(A_.cols()); ++c)
            if (c != column && A_(row, c) != S(0)) filled.push_back(c);
        for (int r = 0; r < int(A_.rows()); ++r) {
            if (used_[r] || A_(r, column) == S(0)) continue;
            const S factor = A_(r, column) / A_(row, column);
            for (int c : filled) A_(r, c) -= factor * A_(row, c);
            A_(r, column) = S(0);
        }
    }

    MatrixOf<S> A_;
    const std::vector<int>& group_;
    std::vector<char> used_;
    MatrixOf<double> terms_{};                  // empty where what is small is zero
    double least_part_ = 1, cleared_part_ = 0;  // of small entries: what counted, what did not
    StagedRank<S> result_{};
};

}  // namespace

template <class S>
void equilibrate(MatrixOf<S>& A)
{
    if (A.size() == 0) return;
    for (int round = 0; round < 4; ++round) {
        const bool by_rows = round % 2 == 0;
        for (int k = 0; k < (by_rows ? A.rows() : A.cols()); ++k) {
            auto scale_by = [&](auto&& line) {
                const S size = line.cwiseAbs().maxCoeff();
                if (size > S(empty_line)) line /= size;
            };
            by_rows ? scale_by(A.row(k)) : scale_by(A.col(k));
        }
    }
}

template <class S>
StagedRank<S> staged_rank(MatrixOf<S> A, const std::vector<int>& group, int groups)
{
    Elimination<S> elimination(std::move(A), group);
    for (int g = 0; g < groups; ++g) elimination.eliminate(g);
    return elimination.finish();
}

template <class S>
StagedRank<S> staged_rank(MatrixOf<S> A, const MatrixOf<double>& sums,
                          const std::vector<int>& group, int groups)
{
    StagedRank<S> found = staged_rank(A, group, groups);
    if (std::isinf(found.gap)) return found;  // nothing but round-off was taken for zero
    Elimination<S> elimination(std::move(A), group);
    elimination.watch_sums(sums);
    for (int g = 0; g < groups; ++g) elimination.eliminate(g);
    return elimination.finish();
}

template void equilibrate(MatrixOf<long double>&);
template void equilibrate(MatrixOf<Quad>&);
template StagedRank<long double> staged_rank(MatrixOf<long double>, const std::vector<int>&, int);
template StagedRank<Quad> staged_rank(MatrixOf<Quad>, const std::vector<int>&, int);
template StagedRank<long double> staged_rank(MatrixOf<long double>, const MatrixOf<double>&,
                                             const std::vector<int>&, int);
template StagedRank<Quad> staged_rank(MatrixOf<Quad>, const MatrixOf<double>&,
                                      const std::vector<int>&, int);

}  // namespace involute
