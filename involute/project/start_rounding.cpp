// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_rounding.hpp"

#include <cmath>

#include "involute/project/nearest.hpp"

namespace involute {
namespace {

// A row that depends on what is not given by less than this part may be satisfied by rounding.
constexpr double hardly = 1e-5;
// Coordinates that move by more than this part of their size were made by it.
constexpr double stays = 1e-3;

bool hardly_depends_on_the_rest(Geometry<double>& geometry, const Wishes& wishes,
                                const std::vector<int>& rows, const std::vector<double>& p)
{
    const SparsePattern& pattern = geometry.completed().constraint_jacobian;
    std::vector<double> entries(pattern.entries.size());
    geometry.constraint_jacobian(p.data(), entries.data());
    std::vector<double> all(std::size_t(pattern.rows), 0), rest(all);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = pattern.entries[e];
        const auto c = std::size_t(column);
        const double part = std::abs(entries[e]) * (std::abs(p[c]) + wishes.sizes[c]);
        all[std::size_t(row)] += part;
        if (column > 0 && !wishes.given[c]) rest[std::size_t(row)] += part;
    }
    for (const int row : rows) {
        const auto r = std::size_t(row);
        if (rest[r] > 0 && rest[r] < hardly * all[r]) return true;
    }
    return false;
}

}  // namespace

bool stays_with_more_digits(Geometry<double>& geometry, const Wishes& wishes,
                            const std::vector<double>& p)
{
    const std::vector<int> rows = imposed_rows(geometry.completed());
    if (!hardly_depends_on_the_rest(geometry, wishes, rows, p)) return true;
    Geometry<Quad> full(geometry.completed(), false);
    full.invariant_values().assign(geometry.invariant_values().begin(),
                                   geometry.invariant_values().end());
    const std::vector<Quad> target(p.begin(), p.end());
    std::vector<Quad> q = target;
    const std::vector<Quad> weights = wished_weights(wishes, target, true);
    NearestPoint<Quad> nearest(full, wishes.floors, rows);
    if (!nearest.find(target.data(), weights.data(), q.data()).converged) return false;
    for (std::size_t i = 1; i < p.size(); ++i)
        if (!(std::abs(to_double(q[i]) - p[i]) <= stays * (std::abs(p[i]) + wishes.sizes[i])))
            return false;
    return true;
}

}  // namespace involute
