// SPDX-License-Identifier: Apache-2.0
// Solving with a matrix that was factored in a fixed order. In long orders rounding can grow though
// no single pivot is small (S. J. Wright, SIAM J. Sci. Comput. 14 (1993) 231-238): what a solution
// leaves of b is looked at, and solved for as well where it is more than rounding.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "involute/base/sparse_pattern.hpp"

namespace involute {

/// Room for three numbers a row.
template <class S>
struct CorrectionRoom {
    S *given, *left, *sizes;
};

/// b := A⁻¹ b; solve(b) does that about as well as the factors allow.
template <class S, class Solve>
void solve_corrected(const std::vector<SparseEntry>& places, const S* entries, int rows, S* b,
                     const CorrectionRoom<S>& room, Solve&& solve)
{
    using std::abs;
    constexpr int most_corrections = 4;
    // Rounding leaves some units in the last place of the largest summands of a row.
    const S unit = 64 * std::numeric_limits<S>::epsilon();
    for (int i = 0; i < rows; ++i) room.given[i] = b[i];
    solve(b);
    for (int k = 0; k < most_corrections; ++k) {
        for (int i = 0; i < rows; ++i) {
            room.left[i] = room.given[i];
            room.sizes[i] = abs(room.given[i]);
        }
        for (std::size_t e = 0; e < places.size(); ++e) {
            const S part = entries[e] * b[places[e].column];
            room.left[places[e].row] -= part;
            room.sizes[places[e].row] += abs(part);
        }
        bool more = false;
        for (int i = 0; i < rows; ++i) more = more || abs(room.left[i]) > unit * room.sizes[i];
        if (!more) return;
        solve(room.left);
        for (int i = 0; i < rows; ++i) b[i] += room.left[i];
    }
}

/// Whether solutions of A x = b leave more of b than rounding does, by a trial.
template <class S, class Solve>
bool leaves_more_than_rounding(const std::vector<SparseEntry>& places, const S* entries, int rows,
                               Solve&& solve)
{
    using std::abs;
    std::vector<S> b(std::size_t(rows), S(0)), sizes = b;
    for (std::size_t e = 0; e < places.size(); ++e)
        b[std::size_t(places[e].row)] += entries[e] * S(std::sin(1.0 + places[e].column));
    std::vector<S> x = b;
    solve(x.data());
    for (std::size_t e = 0; e < places.size(); ++e) {
        const S part = entries[e] * x[std::size_t(places[e].column)];
        b[std::size_t(places[e].row)] -= part;
        sizes[std::size_t(places[e].row)] += abs(part);
    }
    const S unit = 4096 * std::numeric_limits<S>::epsilon();
    for (std::size_t i = 0; i < b.size(); ++i)
        if (abs(b[i]) > unit * sizes[i]) return true;
    return false;
}

}  // namespace involute
