// SPDX-License-Identifier: Apache-2.0
#include "involute/step/radau_error.hpp"

#include <algorithm>
#include <cmath>

namespace involute {

/// With raw constraints a velocity is as accurate as a position divided by h, and so on down: the
/// error of a coordinate counts times h^index. Smooth motions are held to positions and h times
/// velocities [Lubich, Integration of stiff mechanical systems, section 8].
std::vector<int> error_powers(const CompletedSystem& completed, const WalkOptions& options)
{
    const Layout& layout = completed.layout;
    const Structure& structure = completed.structure;
    std::vector<int> powers(std::size_t(layout.size), 0);
    if (options.smooth)
        for (int i = 1; i < layout.size; ++i) powers[i] = layout.jets[i].order;
    if (options.technique.collocation == Collocation::completed) return powers;
    for (const auto& block : structure.blocks) {
        int constraints = 0;
        for (const int row : block.rows) constraints = std::max(constraints, structure.c[row]);
        for (const int j : block.columns)
            for (int l = 0; l < layout.d[j]; ++l)
                powers[layout.position(j, l)] = std::max(0, constraints - (layout.d[j] - l));
    }
    return powers;
}

template <class S>
int largest_error(const StageSolver<S>& solver, const std::vector<S>& errors,
                  const std::vector<S>& weight)
{
    using std::abs;
    int unknown = -1;
    S largest(0);
    for (const StageLink& link : solver.links())
        if (const S part = abs(errors[link.at] * weight[link.at]); part > largest) {
            largest = part;
            unknown = link.unknown;
        }
    return unknown;
}

template int largest_error(const StageSolver<double>&, const std::vector<double>&,
                           const std::vector<double>&);
template int largest_error(const StageSolver<Quad>&, const std::vector<Quad>&,
                           const std::vector<Quad>&);

}  // namespace involute
