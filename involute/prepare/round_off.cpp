// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/round_off.hpp"

#include <algorithm>
#include <random>

#include "involute/complete/closure/closure.hpp"
#include "involute/geometry/linear_solver.hpp"

namespace involute {
namespace {

constexpr int points_beside = 3;
constexpr double beside = 0.1;
// An entry below this part of its size beside M may be round-off of what vanishes on M: the start
// is computed to 1e-12 of its scale or better.
constexpr double tiny = 1e-9;
constexpr int points_of_set_wanted = 3, searches = 4;
// Points are looked for in Quad with dense matrices, which takes seconds beyond this size.
constexpr int most_unknowns = 60;

template <class S>
std::vector<S> entries_at(Geometry<S>& geometry, const std::vector<S>& p, const std::vector<S>& z)
{
    std::vector<S> rows(z.size()), values(geometry.completed().jacobian.entries.size());
    geometry.matrix(p.data(), z.data(), rows.data(), values.data());
    return values;
}

/// The largest sizes of the entries at some points beside p.
template <class S>
std::vector<S> sizes_beside(Geometry<S>& geometry, const std::vector<S>& p, const std::vector<S>& z,
                            Scale scale)
{
    using std::abs, std::isfinite;
    std::mt19937 random(17);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto moved = [&](std::vector<S> from, std::size_t first) {
        for (std::size_t i = first; i < from.size(); ++i)
            from[i] += S(beside * uniform(random)) * (abs(from[i]) + S(scale.floor) + S(1));
        return from;
    };
    std::vector<S> sizes(geometry.completed().jacobian.entries.size(), S(0));
    for (int k = 0; k < points_beside; ++k) {
        const std::vector<S> values = entries_at(geometry, moved(p, 1), moved(z, 0));
        for (std::size_t e = 0; e < values.size(); ++e)
            if (isfinite(values[e])) sizes[e] = std::max<S>(sizes[e], abs(values[e]));
    }
    return sizes;
}

/// Whether J is singular at points of M near this one, found in Quad.
template <class S>
bool is_singular_on_set(const CompletedSystem& c, const std::vector<S>& p, const std::vector<S>& z)
{
    System system = c.system;
    const Structure& structure = c.structure;
    std::vector<double> values{to_double(p[0])};
    for (int j = 0; j < c.layout.unknowns; ++j) {
        for (int l = 0; l < c.layout.d[std::size_t(j)]; ++l)
            values.push_back(to_double(p[std::size_t(c.layout.position(j, l))]));
        values.push_back(to_double(z[std::size_t(j)]));
    }
    std::vector<NodeId> closure;
    for (const Invariant& invariant : system.invariants)
        if (invariant.closure) closure.push_back(invariant.expression);
    const std::vector<JetPoint> seeds(searches, read_point(structure, values, 0));
    const std::vector<SetPoint> points =
        points_of_structure(system, structure, closure, points_of_set_wanted, seeds);
    return !points.empty() && !is_regular_at(system, structure, points);
}

}  // namespace

template <class S>
bool is_regular_by_round_off(Geometry<S>& geometry, const std::vector<S>& p,
                             const std::vector<S>& z, Scale scale)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    if (c.layout.unknowns > most_unknowns) return false;
    std::vector<S> values = entries_at(geometry, p, z);
    const std::vector<S> sizes = sizes_beside(geometry, p, z, scale);
    bool found = false;
    for (std::size_t e = 0; e < values.size(); ++e) {
        if (values[e] == S(0) || !(abs(values[e]) < S(tiny) * sizes[e])) continue;
        values[e] = S(0);
        found = true;
    }
    if (!found) return false;
    LinearSolver<S> solver(c.layout.unknowns, c.jacobian.entries);
    if (solver.factor(values.data()) && solver.pivot_ratio() > singular_ratio) return false;
    return is_singular_on_set(c, p, z);
}

template bool is_regular_by_round_off(Geometry<double>&, const std::vector<double>&,
                                      const std::vector<double>&, Scale);
template bool is_regular_by_round_off(Geometry<Quad>&, const std::vector<Quad>&,
                                      const std::vector<Quad>&, Scale);

}  // namespace involute
