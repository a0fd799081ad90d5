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
RadauError<S>::RadauError(const Geometry<S>& geometry, const StageRows& rows)
    : layout_(geometry.layout()),
      error_(std::size_t(layout_.size), S(0)),
      slope_part_(error_.size(), S(0)),
      slope_of_top_(std::size_t(layout_.unknowns), S(0)),
      tops_part_(slope_of_top_.size(), S(0)),
      power_(tops_part_.size(), S(0))
{
    for (const auto& [row, unknown, depth] : rows.entries)
        positions_.push_back(depth == 0 ? layout_.size + unknown
                                        : layout_.position(unknown, layout_.d[unknown] - depth));
}

/// e^(l) = h (γ y^(l+1) + Σ_i e_i Y_i^(l+1)), and for y' = f(y) the error is (1 - hγ f_y)⁻¹ e. In
/// general, with u for the error of y^(d-1) divided by hγ,
///   s^(d-1) = 0,  s^(l) = e^(l) + hγ s^(l+1),  error of y^(l) = s^(l) + (hγ)^(d-l) u,
///   N(γ) u = Σ ∂T/∂y^(d) e^(d-1) / (hγ) - Σ ∂T/∂y^(l) s^(l).
/// So nothing is taken from e that is as large as it is: with hγ f_y = 1e250 only its rounding
/// would be left.
template <class S>
double RadauError<S>::estimate(StageSolver<S>& solver, const StageEquations<S>& equations, S h,
                               const S* p, const S* z, const S* weight)
{
    const Radau<S>& table = solver.table();
    const int size = layout_.size;
    const S gamma = table.error_gamma, shift = h * gamma;
    for (const auto& link : solver.links()) {
        const bool top = link.derivative >= size;
        S sum = gamma * (top ? z[link.unknown] : p[link.derivative]);
        for (int i = 0; i < table.stages; ++i)
            sum += table.error[std::size_t(i)] * solver.state(i)[link.derivative];
        if (top)
            slope_of_top_[link.unknown] = sum / gamma;
        else
            slope_part_[link.at] = h * sum + shift * slope_part_[link.derivative];
    }
    std::fill(tops_part_.begin(), tops_part_.end(), S(0));
    const StageRows& rows = equations.rows();
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        const int at = positions_[e];
        const S part = at < size ? -slope_part_[at] : slope_of_top_[at - size];
        tops_part_[rows.entries[e].row] += equations.derivatives()[e] * part;
    }
    solver.filter(tops_part_.data());
    S sum(0);
    for (const auto& link : solver.links()) {
        // Links of an unknown come from the top down.
        const bool top = link.derivative >= size;
        S& power = power_[link.unknown];
        power = top ? shift : power * shift;
        error_[link.at] = slope_part_[link.at] + power * tops_part_[link.unknown];
        const S weighted = error_[link.at] * weight[link.at];
        sum += weighted * weighted;
    }
    const auto count = double(std::max<std::size_t>(1, solver.links().size()));
    return std::sqrt(to_double(sum) / count);
}

template <class S>
int RadauError<S>::largest(const StageSolver<S>& solver, const S* weight) const
{
    using std::abs;
    int unknown = -1;
    S largest(0);
    for (const auto& link : solver.links())
        if (const S part = abs(error_[link.at] * weight[link.at]); part > largest) {
            largest = part;
            unknown = link.unknown;
        }
    return unknown;
}

template class RadauError<double>;
template class RadauError<Quad>;

}  // namespace involute
