// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/at_start.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/singular/fold.hpp"
#include "involute/singular/meet_crossing.hpp"

namespace involute {
namespace {

// A start this near to a singular point, in scale, was meant to be there.
const Quad meant_to_be = Quad(1e-6);

}  // namespace

std::optional<Encounter> meet_at_start(const CompletedSystem& completed, Scale scale,
                                       const WalkPoint& at, const SolveOptions& options)
{
    auto form = SingularForm::make(completed, scale, at.invariant_values);
    if (!form) return std::nullopt;
    auto met = meet_crossing(*form, completed.layout, at, options, Approach::stands_there);
    if (!met) met = meet_folded(*form, completed.layout, at, options, Approach::stands_there);
    if (!met) met = fold_at_start(*form, completed.layout, at, options);
    const auto is_here = [&](double x) {  // nor is what is no number
        return std::abs(x - to_double(at.p[0])) <=
               to_double(meant_to_be) * (std::abs(x) + scale.floor);
    };
    if (!met || !is_here(met->point.x)) return std::nullopt;
    met->code = Outcome::singular_start;
    met->point.message =
        "the highest derivatives are not determined at the start, a singular point: " +
        met->point.message;
    return met;
}

template <class S>
WalkPoint start_point(PreparedOf<S>& prepared, int direction)
{
    Geometry<S>& geometry = *prepared.geometry;
    WalkPoint at{.p = in_full(prepared.start.p), .z = {}};
    at.invariant_values = in_full(geometry.invariant_values());
    std::vector<S> zero(geometry.layout().unknowns, S(0)), v(geometry.layout().size);
    geometry.direction(prepared.start.p.data(), zero.data(), v.data());
    at.v = in_full(v);
    if (direction < 0)
        for (Quad& value : at.v) value = -value;
    return at;
}

template <class S>
std::string contradiction_at(Geometry<S>& geometry, const std::vector<S>& p)
{
    constexpr double vanishing = 1e-12, clear = 1e-6;
    const CompletedSystem& c = geometry.completed();
    const int n = c.layout.unknowns;
    if (n > most_singular_unknowns) return {};
    const auto count = static_cast<std::size_t>(n);
    std::vector<S> zero(count, S(0)), rows(count, S(0)), entries(c.jacobian.entries.size());
    geometry.matrix(p.data(), zero.data(), rows.data(), entries.data());
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t e = 0; e < entries.size(); ++e)
        j(c.jacobian.entries[e].row, c.jacobian.entries[e].column) = to_double(entries[e]);
    Eigen::VectorXd t(n);
    for (int i = 0; i < n; ++i) t[i] = to_double(rows[i]);
    if (!j.allFinite() || !t.allFinite()) return {};
    const Svd svd = full_svd(j);
    for (int k = 0; k < n; ++k) {
        if (svd.values[k] > vanishing * std::max(1.0, svd.values[0])) continue;
        const Eigen::VectorXd u = svd.U.col(k);
        if (std::abs(u.dot(t)) <= clear * std::max(1.0, t.norm())) continue;
        int row = 0;
        u.cwiseAbs().maxCoeff(&row);
        return equation_name(c.system, row, c.structure.c[std::size_t(row)]);
    }
    return {};
}

template std::string contradiction_at(Geometry<double>&, const std::vector<double>&);
template std::string contradiction_at(Geometry<Quad>&, const std::vector<Quad>&);
template WalkPoint start_point(PreparedOf<double>&, int);
template WalkPoint start_point(PreparedOf<Quad>&, int);

}  // namespace involute
