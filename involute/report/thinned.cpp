// SPDX-License-Identifier: Apache-2.0
#include "involute/report/thinned.hpp"

#include <algorithm>

namespace involute::report {
namespace {

/// The extreme rows of rows [from, to), of every column but the first.
void add_extremes(const Rows& rows, std::size_t from, std::size_t to,
                  std::vector<std::size_t>& kept)
{
    const std::size_t begin = kept.size(), columns = rows[from].size();
    std::vector<std::size_t> least(columns, from), most(columns, from);
    for (std::size_t k = from; k < to; ++k)
        for (std::size_t column = 1; column < columns; ++column) {
            const double value = rows[k][column];
            if (value < rows[least[column]][column]) least[column] = k;
            if (value > rows[most[column]][column]) most[column] = k;
        }
    kept.push_back(from);
    kept.insert(kept.end(), least.begin(), least.end());
    kept.insert(kept.end(), most.begin(), most.end());
    const auto first = kept.begin() + std::ptrdiff_t(begin);
    std::sort(first, kept.end());
    kept.erase(std::unique(first, kept.end()), kept.end());
}

std::vector<std::size_t> extremes_of_pieces(const Rows& rows, std::size_t pieces)
{
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < pieces; ++k)
        add_extremes(rows, k * rows.size() / pieces, (k + 1) * rows.size() / pieces, kept);
    if (kept.back() + 1 != rows.size()) kept.push_back(rows.size() - 1);
    return kept;
}

}  // namespace

std::vector<std::size_t> thinned(const Rows& rows, std::size_t most)
{
    std::vector<std::size_t> all(rows.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
    most = std::max<std::size_t>(most, 2);
    if (rows.size() <= most) return all;
    // As many pieces as have room for their extremes; fewer than these show no shape, while rows
    // that are evenly apart do.
    constexpr std::size_t fewest_pieces = 64;
    std::size_t pieces = std::min(most / 2, 2 * most / rows.front().size());
    for (; pieces >= fewest_pieces; pieces = pieces * 3 / 4) {
        std::vector<std::size_t> kept = extremes_of_pieces(rows, pieces);
        if (kept.size() <= most) return kept;
    }
    std::vector<std::size_t> even;
    for (std::size_t k = 0; k < most; ++k) even.push_back(k * (rows.size() - 1) / (most - 1));
    return even;
}

}  // namespace involute::report
