// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/fold.hpp"

#include <algorithm>
#include <cmath>

#include "involute/drive/recorder.hpp"
#include "involute/drive/steppers.hpp"

namespace involute {
namespace {

// How far to look: this much scaled arclength. A walk in x gives up when its steps vanish, which
// is very near the fold.
constexpr double farthest = 0.1;
constexpr int most_steps = 300;

/// p and z of one completed form as a point of another: the latter may have more jets.
std::vector<double> carry_over(const Layout& from, const std::vector<double>& p,
                               const std::vector<double>& z, const Layout& to)
{
    std::vector<double> q(to.size, 0);
    q[0] = p[0];
    for (int i = 1; i < to.size; ++i) {
        const Layout::Jet jet = to.jets[i];
        if (from.in_point(jet.unknown, jet.order))
            q[i] = p[from.position(jet.unknown, jet.order)];
        else if (jet.order == from.d[jet.unknown])
            q[i] = z[jet.unknown];
    }
    return q;
}

}  // namespace

std::optional<Fold> find_fold(const CompletedSystem& completed, Scale scale, const LastPoint& last,
                              const SolveOptions& options)
{
    System system = completed.system;
    Structure structure = find_structure(system, {.jointly_affine = true});
    if (structure.code != Outcome::complete) return std::nullopt;
    Geometry<double> geometry(make_completed(std::move(system), std::move(structure)),
                              options.native);
    geometry.invariant_values() = last.invariant_values;

    CurveProblem<double> problem(geometry, scale, 0);
    problem.orient(last.direction);
    const WalkOptions walk{.rtol = options.rtol, .atol = options.atol};
    Walker<double> walker = make_walker<double>(problem, *find_method("dop853"), walk);
    std::vector<double> q = carry_over(completed.layout, last.p, last.z, geometry.layout());
    if (!problem.project(q.data(), options.rtol).converged) return std::nullopt;
    if (!walker.stand(q.data(), 0, 1)) return std::nullopt;

    const bool forward = walker.v[0] > 0;
    while (walker.steps < most_steps && walker.t < farthest) {
        if (walker.advance(farthest) != Outcome::finished) return std::nullopt;
        if ((walker.v[0] > 0) == forward) continue;

        // ξ changed its sign within this step: bisect on the projected dense output.
        double a = 0, b = 1;
        std::vector<double> v(q.size());
        for (int k = 0; k < 60; ++k) {
            const double middle = (a + b) / 2;
            walker.interpolate(middle, q.data());
            if (!problem.project(q.data(), options.rtol).converged) break;
            if (problem.slope(q.data(), v.data()).health != Health::good) break;
            ((v[0] > 0) == forward ? a : b) = middle;
        }
        walker.interpolate(b, q.data());
        problem.project(q.data(), options.rtol);
        Fold fold{.x = q[0]};
        Certificate<double> certificate(geometry, scale);
        RowMaker<double> rows(geometry.layout().unknowns,
                              Columns<double>(geometry, options.columns, true), certificate,
                              [&](const double* at, double* tops) { problem.tops(at, tops); });
        fold.tops_finite = rows.make(q.data(), fold.row) && rows.worst().value <= options.rtol;
        if (fold.tops_finite)
            for (const double value : fold.row)
                fold.tops_finite = fold.tops_finite && std::abs(value) < 1e6 / scale.floor;
        if (!fold.tops_finite) fold.row.clear();
        return fold;
    }
    return std::nullopt;
}

}  // namespace involute
