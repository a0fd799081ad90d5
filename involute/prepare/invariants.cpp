// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/invariants.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "involute/project/start.hpp"

namespace involute {
namespace {

// Points near the start at which a rate of change is measured, and how far away.
constexpr int generic_points = 4;
constexpr double generic_spread = 0.2;

}  // namespace

template <class S>
InvariantReport measure_invariant(Geometry<S>& geometry, Scale scale, const std::vector<S>& start,
                                  int invariant)
{
    using std::abs;
    CompletedSystem& c = geometry.completed();
    const int row = int(c.layout.constraints.size()) + invariant;
    std::vector<S> entries(c.constraint_jacobian.entries.size()), z(c.layout.unknowns),
        v(c.layout.size);
    std::mt19937 random(99);
    InvariantReport worst;
    for (int k = 0; k <= generic_points; ++k) {
        std::vector<S> p = start;
        if (k > 0 && !generic_point(geometry, scale, generic_spread, random, p)) continue;
        if (geometry.field(p.data(), z.data()).health != Health::good) continue;
        geometry.direction(p.data(), z.data(), v.data());
        geometry.constraint_jacobian(p.data(), entries.data());
        S sum(0), size(0);
        for (std::size_t e = 0; e < entries.size(); ++e) {
            if (c.constraint_jacobian.entries[e].row != row) continue;
            const S term = entries[e] * v[c.constraint_jacobian.entries[e].column];
            sum += term;
            size += abs(term);
        }
        // Where all terms are small against I itself, their sum is round-off of I.
        const S value = abs(geometry.invariant_values()[invariant]);
        size = std::max<S>(size, S(1e-3) * value);
        if (!(size > S(0))) continue;
        const double defect = to_double(S(abs(sum) / size));
        if (defect > worst.defect)
            worst = {.defect = defect, .rate = to_double(sum), .at = to_double(p[0])};
    }
    return worst;
}

template InvariantReport measure_invariant(Geometry<double>&, Scale, const std::vector<double>&,
                                           int);
template InvariantReport measure_invariant(Geometry<Quad>&, Scale, const std::vector<Quad>&, int);

}  // namespace involute
