// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/vanishing_jacobian.hpp"

#include <algorithm>
#include <cmath>

#include "involute/complete/closure/closure.hpp"
#include "involute/prepare/jet_values.hpp"

namespace involute {
namespace {

// Coordinates are moved by this part of their size, off M: far above the digits to which a point of
// M is known, far below what changes a regular J.
constexpr double off = 1e-7;
// A change of J of this part in some direction is worth a closer look.
constexpr double suspicious = 0.1;
// Matrices of more unknowns are not looked at in quadruple precision.
constexpr int largest = 400;

/// Whether J is another matrix a little way off M: |J(q) J(p)⁻¹ r - r| against r, which has the
/// size of the rows of J(p).
template <class S>
bool changes_off_manifold(Geometry<S>& geometry, const std::vector<S>& p, const std::vector<S>& z,
                          Scale scale)
{
    using std::abs;
    const SparsePattern& pattern = geometry.completed().jacobian;
    const auto n = std::size_t(pattern.rows);
    std::vector<S> q = p, rows(n), here(pattern.entries.size()), there(here);
    for (std::size_t i = 1; i < p.size(); ++i)
        q[i] += S(off * std::sin(1.0 + 2.0 * double(i))) * (abs(p[i]) + S(scale.floor));
    geometry.matrix(p.data(), z.data(), rows.data(), here.data());
    geometry.matrix(q.data(), z.data(), rows.data(), there.data());

    std::vector<S> size(n, S(0));
    for (std::size_t e = 0; e < here.size(); ++e) {
        S& most = size[std::size_t(pattern.entries[e].row)];
        most = std::max<S>(most, abs(here[e]));
    }
    std::vector<S> w = size;  // made irregular: it must not lie in the range of a singular J
    for (std::size_t i = 0; i < n; ++i) w[i] *= S(0.6 + 0.4 * std::sin(3.0 * double(i) + 1.0));
    std::vector<S> rest = w;
    LinearSolver<S> solver(int(n), pattern.entries);
    if (!solver.factor(here.data())) return true;
    solver.solve(w.data());
    for (std::size_t e = 0; e < there.size(); ++e)
        rest[std::size_t(pattern.entries[e].row)] -=
            there[e] * w[std::size_t(pattern.entries[e].column)];
    for (std::size_t i = 0; i < n; ++i)
        if (!(abs(rest[i]) <= S(suspicious) * size[i])) return true;
    return false;
}

/// A triangle with numbers on its diagonal, as in an explicit system.
bool is_regular_as_written(const CompletedSystem& c)
{
    const Graph& graph = c.system.graph;
    if (std::ranges::any_of(c.structure.blocks, [](const Block& b) { return b.rows.size() > 1; }))
        return false;
    for (std::size_t e = 0; e < c.jacobian.entries.size(); ++e) {
        const auto [row, column] = c.jacobian.entries[e];
        if (c.structure.match[std::size_t(row)] == column &&
            !graph.is_constant(c.jacobian_nodes[e]))
            return false;
    }
    return true;
}

}  // namespace

template <class S>
bool vanishes_on_manifold(Geometry<S>& geometry, const std::vector<S>& p, const std::vector<S>& z,
                          Scale scale)
{
    const CompletedSystem& c = geometry.completed();
    if (c.layout.unknowns > largest || is_regular_as_written(c)) return false;
    if (!changes_off_manifold(geometry, p, z, scale)) return false;
    System system = c.system;
    const std::vector<double> values = jet_values(c.layout, p, z);
    return is_singular_near(system, c.structure, read_point(c.structure, values, 0));
}

template bool vanishes_on_manifold(Geometry<double>&, const std::vector<double>&,
                                   const std::vector<double>&, Scale);
template bool vanishes_on_manifold(Geometry<Quad>&, const std::vector<Quad>&,
                                   const std::vector<Quad>&, Scale);

}  // namespace involute
