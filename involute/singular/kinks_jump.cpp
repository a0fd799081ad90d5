// SPDX-License-Identifier: Apache-2.0
// Kinks beyond which the constraints demand a jump: said with the equation and what would jump.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/singular/kinks.hpp"

namespace involute {
namespace {

// Tolerances by which a coordinate may move in a hop beyond what its slope explains.
constexpr double moved_tolerances = 100;

}  // namespace

/// Whether the way to the surface is more than an error.
template <class S>
bool Kinks<S>::jumps(const S* from, const S* to)
{
    using std::abs;
    for (int c = 1; c < problem_.size(); ++c)
        if (!(abs(to[c] - from[c]) <= S(moved_tolerances * view_.options.rtol) *
                                          (abs(from[c]) + S(floors_[std::size_t(c)]))))
            return true;
    return false;
}

/// The constraints beyond the kink do not hold at the point before it: says which, and what would
/// have to jump.
template <class S>
void Kinks<S>::stop_at_jump(const S* point)
{
    using std::abs;
    Geometry<S>& geometry = problem_.geometry();
    const CompletedSystem& c = geometry.completed();
    const auto rows = c.constraint_nodes.size();
    std::vector<S> ahead(point, point + padded(problem_.size())), g(rows),
        entries(c.constraint_jacobian.entries.size());
    geometry.constraints(ahead.data(), g.data());
    geometry.constraint_jacobian(ahead.data(), entries.data());
    std::vector<S> sizes(rows, S(0));
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = c.constraint_jacobian.entries[e];
        sizes[std::size_t(row)] +=
            abs(entries[e]) *
            (abs(ahead[std::size_t(column)]) + S(column > 0 ? floors_[std::size_t(column)] : 0));
    }
    int worst = -1;
    S most(moved_tolerances * view_.options.rtol);
    for (std::size_t i = 0; i < rows; ++i) {
        const S off = sizes[i] > S(0) ? S(abs(g[i]) / sizes[i]) : S(0);
        if (!(off > most)) continue;
        most = off;
        worst = int(i);
    }
    if (worst < 0) return;
    const std::vector<S> from = ahead;
    problem_.project(ahead.data(), view_.options.rtol);
    int jumps = 1;
    S farthest(0);
    for (int i = 1; i < problem_.size(); ++i) {
        const auto at = std::size_t(i);
        const S far = abs(ahead[at] - from[at]) / (abs(from[at]) + S(floors_[at]));
        if (!(far > farthest)) continue;
        farthest = far;
        jumps = i;
    }
    const Layout::Jet jet = c.layout.jets[std::size_t(jumps)];
    const auto at = std::size_t(jumps);
    view_.stop(Outcome::projection_failed,
               fmt::format(
                   "no point near {} satisfies all equations beyond it: {} passes its kink, and {} "
                   "demands that {} jumps from {} to {}",
                   view_.place(view_.walker.p.data()), name_of(kink_), c.constraint_name(worst),
                   jet_name(c.system.names, jet.unknown, jet.order),
                   to_text(to_double(from[at]), 6), to_text(to_double(ahead[at]), 6)));
}

template bool Kinks<double>::jumps(const double*, const double*);
template bool Kinks<Quad>::jumps(const Quad*, const Quad*);
template void Kinks<double>::stop_at_jump(const double*);
template void Kinks<Quad>::stop_at_jump(const Quad*);

}  // namespace involute
