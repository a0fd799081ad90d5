// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/offsets.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace involute {

namespace {

using Entry = std::pair<int, int>;  // (excess, row)

// Valid offsets c* may be lowered by e_i, where e_i <= c*_i (c stays >= 0) and, for every entry
// (i, j) and the row r matched to j, e_r <= e_i + slack(i, j), slack = d*_j - c*_i - sigma_ij >= 0.
// The largest such e is a shortest distance with nonnegative lengths: Dijkstra, no sweeps.
std::vector<int> largest_excess(const Signature& sigma, const Assignment& valid, long& work)
{
    const int n = int(sigma.size());
    std::vector<int> row_of(n), excess = valid.c;
    std::vector<char> settled(n, 0);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (int i = 0; i < n; ++i) {
        row_of[valid.match[i]] = i;
        queue.push({excess[i], i});
    }
    while (!queue.empty()) {
        const auto [distance, i] = queue.top();
        queue.pop();
        if (settled[i]) continue;
        settled[i] = 1;
        for (const auto& [j, order] : sigma[i]) {
            ++work;
            const int r = row_of[j];
            const int through = distance + valid.d[j] - valid.c[i] - order;
            if (through < excess[r]) queue.push({excess[r] = through, r});
        }
    }
    return excess;
}

}  // namespace

Offsets canonical_offsets(const Signature& sigma, const Assignment& assignment)
{
    Offsets result{assignment.c, assignment.d, 0};
    const std::vector<int> excess = largest_excess(sigma, assignment, result.work);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        result.c[i] -= excess[i];
        result.d[assignment.match[i]] -= excess[i];
    }
    return result;
}

}  // namespace involute
