// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/start_rank.hpp"

#include <algorithm>

namespace involute {

namespace {

// A jet that is to be held and moves by more than this part of its size was not held.
constexpr double held_within = 1e-9;

bool is_held(const System& system, const NaturalScale& scale, const JetPoint& point)
{
    return std::ranges::all_of(system.starts, [&](const Given& g) {
        if (g.unknown < 0 || g.order >= int(point.jets[std::size_t(g.unknown)].size())) return true;
        const Quad& is = point.jets[std::size_t(g.unknown)][std::size_t(g.order)];
        return abs(is - g.value) <= held_within * (abs(g.value) + scale.of(g.unknown, g.order));
    });
}

}  // namespace

// Where the start has no further derivatives, as at an impasse, the array with any numbers for
// these loses rank. Beside M it may also have more of it than on M, which says nothing.
StartPoint rank_at_start(const System& system, const DerivativeArray& array,
                         const NaturalScale& scale, const ArrayRanks& generic, int level)
{
    const JetPoint first = first_point(scale, array.orders_at(level + 1), 0);
    ArrayPoint found = approach_array(system.graph, array, scale, 0, first, level + 1);
    const bool holds = found.consistent && is_held(system, scale, found.point);
    const ArrayMatrix matrix =
        scaled_array(system.graph, array, scale, holds ? found.point : first, level);
    if (matrix.entries.rows() == 0) return {};
    const ArrayRanks here =
        array_ranks<Quad>(matrix.entries, matrix.sums, column_groups(array, level));
    const bool fewer = here.full < generic.full || here.b < generic.b;
    if (holds ? !(here == generic) : fewer) return {StartRank::lost, {}};
    if (!holds) return {};
    return {StartRank::full, std::move(found.point)};
}

}  // namespace involute
