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

    void eliminate(int group)
    {
        std::vector<int> columns;
        for (int c = 0; c < int(A_.cols()); ++c)
            if (group_[c] == group) columns.push_back(c);
        int rank = 0;
        S smallest(1);
        for (; !columns.empty(); ++rank) {
            const auto [row, at, size] = largest(columns);
            if (row < 0 || is_zero(size, smallest)) {
                note_gap(smallest, size);
                break;
            }
            smallest = std::min(smallest, size);
            take(row, columns[at]);
            columns.erase(columns.begin() + at);
        }
        result_.ranks.push_back(rank);
    }

    StagedRank<S> finish()
    {
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

    void take(int row, int column)
    {
        used_[row] = 1;
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

template void equilibrate(MatrixOf<long double>&);
template void equilibrate(MatrixOf<Quad>&);
template StagedRank<long double> staged_rank(MatrixOf<long double>, const std::vector<int>&, int);
template StagedRank<Quad> staged_rank(MatrixOf<Quad>, const std::vector<int>&, int);

}  // namespace involute
