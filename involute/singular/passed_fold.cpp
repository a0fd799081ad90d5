// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/passed_fold.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "involute/observe/stop_reasons.hpp"

namespace involute {
namespace {

// Parts of the unit direction below this do not move at the fold.
constexpr double standing = 1e-6;

/// Bisection on the sign of ξ, at points of M on the dense output; v: the direction there. In the
/// step, the place is at `a`, which begins as 0.
template <class S>
std::vector<S> turning_point(CurveProblem<S>& problem, Walker<S>& walker, bool forward,
                             double tolerance, std::vector<S>& v, S& a)
{
    std::vector<S> q(std::size_t(problem.size()));
    S b(1);
    for (int k = 0; k < 120 && b - a > S(4) * unit_roundoff<S>(); ++k) {
        const S middle = (a + b) / S(2);
        walker.interpolate(middle, q.data());
        if (!problem.project(q.data(), tolerance).converged) break;
        if (problem.slope(q.data(), v.data()).health != Health::good) break;
        ((v[0] > 0) == forward ? a : b) = middle;
    }
    return q;
}

/// Only tops move at a fold; where one of them is a derivative of the equations as written, that
/// is infinite.
template <class S>
bool derivative_is_infinite(CurveProblem<S>& problem, const std::vector<S>& q,
                            const std::vector<S>& v)
{
    const CompletedSystem& c = problem.geometry().completed();
    const Layout& l = c.layout;
    const std::vector<int> highest = highest_orders(c.system);
    std::vector<S> lengths(q.size());
    lengths_at(problem.metric(), q.data(), int(q.size()), lengths.data());
    for (int j = 0; j < l.unknowns; ++j) {
        if (l.d[j] == 0 || l.d[j] > highest[j]) continue;
        const int top = l.offset[j] + l.d[j] - 1;
        if (std::abs(to_double(S(v[top] / lengths[top]))) > standing) return true;
    }
    return false;
}

}  // namespace

template <class S>
SingularPoint passed_fold(CurveProblem<S>& problem, Walker<S>& walker, bool forward,
                          Columns<S>& columns, double tolerance)
{
    using std::isfinite;
    const CompletedSystem& c = problem.geometry().completed();
    std::vector<S> v(std::size_t(problem.size()));
    S theta(0);
    const std::vector<S> q = turning_point(problem, walker, forward, tolerance, v, theta);
    SingularPoint point;
    point.parameter = to_double(S(walker.t_before + theta * (walker.t - walker.t_before)));
    point.x = to_double(q[0]);
    const bool infinite = derivative_is_infinite(problem, q, v);
    point.kind = infinite ? SingularKind::impasse : SingularKind::fold;
    const std::vector<S> none(std::size_t(c.layout.unknowns), std::numeric_limits<S>::quiet_NaN());
    std::vector<S> row{q[0]};
    columns.append(q.data(), none.data(), row);
    for (const S& value : row) point.row.push_back(to_double(value));
    for (const S& value : row)
        if (!isfinite(value)) point.row.clear();
    point.message =
        fmt::format("{} turns at {}, {}", c.system.names.independent,
                    place_of(c.system.names.independent, point.x),
                    infinite ? "an impasse point, where a derivative is infinite" : "a fold");
    point.branches = {{"the way it came", {}, false}, {"on along the curve", {}, true}};
    return point;
}

template SingularPoint passed_fold(CurveProblem<double>&, Walker<double>&, bool, Columns<double>&,
                                   double);
template SingularPoint passed_fold(CurveProblem<Quad>&, Walker<Quad>&, bool, Columns<Quad>&,
                                   double);

}  // namespace involute
