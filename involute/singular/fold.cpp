// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/singular/leaving.hpp"
#include "involute/step/steppers.hpp"

namespace involute {
namespace {

// How far to look: this much scaled arclength. A walk in x gives up when its steps vanish, which
// is very near the fold.
constexpr double farthest = 0.1;
constexpr int most_steps = 300;
constexpr int most_iterations = 40;
const Quad arrived = Quad(1e-24);
const Quad difference_step = Quad(1e-11);
// Tops are looked at this far from the fold, in scale, on both sides: finite ones differ from
// their value there by its square.
const Quad beside = Quad(1e-8);

/// The null vector of C at q, in the scale of C, whose product with `border` is 1.
VectorOf<Quad> null_vector(SingularForm& form, const std::vector<Quad>& q,
                           const VectorOf<Quad>& border)
{
    const int n = form.layout().unknowns;
    MatrixOf<Quad> m(n + 1, n + 1);
    m << form.matrix(q), border.transpose();
    MatrixOf<Quad> rhs = MatrixOf<Quad>::Zero(n + 1, 1);
    rhs(n, 0) = 1;
    return solve_square(m, rhs).col(0);
}

/// A vector near it, of length 1.
VectorOf<Quad> null_border(SingularForm& form, const std::vector<Quad>& q)
{
    const Eigen::MatrixXd c = form.matrix(q).cast<double>();
    return full_svd(c).V.rightCols(1).cast<Quad>();
}

/// z = ζ / ξ a little way from the fold q: at `beside` on one side (sign), or an eighth of it.
std::vector<Quad> tops_beside(SingularForm& form, const std::vector<Quad>& q,
                              const VectorOf<Quad>& border, const Quad& way)
{
    std::vector<Quad> near = form.moved(q, way * form.embed(q, border));
    std::vector<Quad> z = form.no_tops();
    if (!form.project(near)) return z;
    const VectorOf<Quad> null = null_vector(form, near, border);
    for (std::size_t j = 0; j < z.size(); ++j) z[j] = form.top(null, int(j));
    return z;
}

/// The tops at a fold: finite ones by the mean of both sides; others grow as it is approached.
std::vector<Quad> tops_at_fold(SingularForm& form, const std::vector<Quad>& q)
{
    const VectorOf<Quad> border = null_border(form, q);
    const std::vector<Quad> one = tops_beside(form, q, border, beside);
    const std::vector<Quad> other = tops_beside(form, q, border, -beside);
    const std::vector<Quad> nearer = tops_beside(form, q, border, beside / 8);
    std::vector<Quad> z = one;
    for (std::size_t j = 0; j < z.size(); ++j) {
        z[j] = (one[j] + other[j]) / 2;
        if (abs(nearer[j]) > 4 * abs(one[j]) && abs(nearer[j]) > Quad(1e-3))
            z[j] = std::numeric_limits<Quad>::infinity();
    }
    return z;
}

/// The part θ of the last step at which ξ changes its sign, by bisection on points of M.
void bisect(CurveProblem<double>& problem, Walker<double>& walker, bool forward, double tolerance,
            std::vector<double>& q)
{
    double a = 0, b = 1;
    std::vector<double> v(q.size());
    for (int k = 0; k < 30; ++k) {
        const double middle = (a + b) / 2;
        walker.interpolate(middle, q.data());
        if (!problem.project(q.data(), tolerance).converged) break;
        if (problem.slope(q.data(), v.data()).health != Health::good) break;
        ((v[0] > 0) == forward ? a : b) = middle;
    }
    walker.interpolate(b, q.data());
    problem.project(q.data(), tolerance);
}

template <class To, class From>
std::vector<To> converted(const std::vector<From>& values, std::size_t count)
{
    std::vector<To> result(count);
    for (std::size_t i = 0; i < count; ++i) result[i] = To(values[i]);
    return result;
}

/// Whether det J has opposite signs at the two points. Else x does not turn between them, and a
/// direction that says so is what rounding left of a nearly singular C.
bool changes_sides(SingularForm& form, const std::vector<Quad>& one, const std::vector<Quad>& other)
{
    const int n = form.layout().unknowns;
    const auto side = [&](const std::vector<Quad>& q) {
        return Lu<Quad>(MatrixOf<Quad>(form.matrix(q).rightCols(n))).determinant();
    };
    return side(one) * side(other) < Quad(0);
}

/// Whether C has its rank at a fold as it has beside it. Else the direction is lost there, and
/// nothing turns.
bool keeps_rank(SingularForm& form, const std::vector<Quad>& fold, const std::vector<Quad>& near_by)
{
    constexpr double lost = 1e-3;
    const auto smallest = [&](const std::vector<Quad>& q) {
        const Eigen::MatrixXd c = form.matrix(q).cast<double>();
        return singular_values(c)[c.rows() - 1];
    };
    form.fix_scale(near_by);
    return smallest(fold) > lost * smallest(near_by);
}

/// Where Newton's iteration does not arrive, x may turn with a higher order (y^4 = 1 - x), branches
/// may cross, or the solution may go up beside a pole, which only errors led over: whether x turns
/// some way before and after q, and q is no more singular than the curve is there.
bool turns_with_higher_order(SingularForm& form, const std::vector<Quad>& q)
{
    const Quad way = Quad(1e-3);
    form.fix_scale(q);
    const VectorOf<Quad> border = null_border(form, q);
    const VectorOf<Quad> along = form.embed(q, border);
    Quad product = 1;
    std::vector<std::vector<Quad>> sides;
    for (const int sign : {1, -1}) {
        std::vector<Quad> side = form.moved(q, Quad(sign * way / along.norm()) * along);
        if (!form.project(side)) return false;
        product *= null_vector(form, side, border)[0];
        sides.push_back(std::move(side));
    }
    return product < Quad(0) && keeps_rank(form, q, sides[0]) && keeps_rank(form, q, sides[1]);
}

/// Does the direction of the point jump to its opposite, as it does at a pole of an unknown that
/// is no coordinate? At a fold it turns.
bool jumps(const Walker<double>& walker, const CurveProblem<double>& problem)
{
    std::vector<double> lengths(std::size_t(problem.size()));
    lengths_at(problem.metric(), walker.p.data(), problem.size(), lengths.data());
    double dot = 0;
    for (int i = 0; i < problem.size(); ++i)
        dot += walker.v[i] * walker.v_before[i] / (lengths[i] * lengths[i]);
    return dot < -0.9;
}

}  // namespace

bool move_to_fold(SingularForm& form, std::vector<Quad>& q)
{
    form.fix_scale(q);
    if (!form.project(q)) return false;
    const VectorOf<Quad> border = null_border(form, q);
    const auto xi = [&](const VectorOf<Quad>& d) {
        return null_vector(form, form.moved(q, d), border)[0];
    };
    for (int k = 0; k < most_iterations; ++k) {
        const VectorOf<Quad> null = null_vector(form, q, border);
        const VectorOf<Quad> along = form.embed(q, null);
        const Quad h = difference_step / along.norm();
        const Quad slope = (xi(h * along) - xi(-h * along)) / (2 * h);
        const VectorOf<Quad> d = Quad(-null[0] / slope) * along;
        const Quad size = d.norm();
        if (!(size < Quad(1))) return false;
        q = form.moved(q, d);
        if (!form.project(q)) return false;
        if (size <= arrived) return true;
    }
    return false;
}

SingularPoint describe_fold(SingularForm& form, const std::vector<Quad>& q,
                            const std::vector<std::string>& columns)
{
    SingularPoint point;
    point.x = form.x_of(q);
    const std::vector<Quad> z = tops_at_fold(form, q);
    const bool finite = !form.row(q, z, {}).empty();
    point.kind = finite ? SingularKind::fold : SingularKind::impasse;
    point.row = form.row(q, z, columns);
    point.message = fmt::format("the solution turns back at {}: {}; option `curve` walks on",
                                place_of(form.names().independent, point.x),
                                finite ? "two branches meet there in a fold"
                                       : "an impasse point, where a derivative is infinite");
    return point;
}

std::optional<Encounter> fold_at_start(SingularForm& form, const Layout& layout,
                                       const WalkPoint& at, const SolveOptions& options)
{
    std::vector<Quad> q = carry_over(layout, at.p, at.z, form.layout());
    if (!move_to_fold(form, q)) return std::nullopt;
    Encounter met{.layout = form.layout()};
    met.point = describe_fold(form, q, options.columns);
    const VectorOf<Quad> along = form.embed(q, null_border(form, q));
    for (const int sign : {1, -1}) {
        const VectorOf<Quad> d = Quad(sign) * along / along.norm();
        WayOut way;
        for (int i = 0; i < d.size(); ++i)
            way.report.direction.push_back(to_double(Quad(d[i] * form.lengths()[i])));
        const auto beside_it = [&](const Quad& distance) -> std::optional<std::vector<Quad>> {
            std::vector<Quad> beyond = form.moved(q, distance * d);
            if (!form.project(beyond)) return std::nullopt;
            return beyond;
        };
        const Quad first = Quad(std::sqrt(options.rtol));
        if (auto beyond = beside_it(leaving_distance(form, d, first, options.rtol, beside_it))) {
            way.x_direction = (*beyond)[0] < q[0] ? -1 : 1;
            way.report.description = fmt::format("{} {}", form.names().independent,
                                                 way.x_direction > 0 ? "increasing" : "decreasing");
            way.p = std::move(*beyond);
        }
        met.ways.push_back(std::move(way));
    }
    met.report_ways();
    return met;
}

std::optional<Encounter> meet_fold(SingularForm& form, const CompletedSystem& completed,
                                   Scale scale, const WalkPoint& at, const SolveOptions& options)
{
    Geometry<double> geometry(form.geometry().completed(), options.native);
    geometry.invariant_values() =
        converted<double>(at.invariant_values, at.invariant_values.size());
    CurveProblem<double> problem(geometry, scale, 0);
    problem.orient(at.v[0] < 0 ? -1 : 1);
    WalkOptions walk{.rtol = options.rtol, .atol = options.atol};
    for (const double floor : problem.own_floors()) walk.atols.push_back(floor * options.rtol);
    Walker<double> walker = make_walker<double>(problem, *find_method("dop853"), walk);
    std::vector<double> q =
        converted<double>(carry_over(completed.layout, at.p, at.z, geometry.layout()),
                          std::size_t(geometry.layout().size));
    if (!problem.project(q.data(), options.rtol).converged) return std::nullopt;
    if (!walker.stand(q.data(), 0, 1)) return std::nullopt;

    const bool forward = walker.v[0] > 0;
    while (walker.steps < most_steps && walker.t < farthest) {
        if (walker.advance(farthest) != Outcome::finished) return std::nullopt;
        if ((walker.v[0] > 0) == forward) continue;
        if (jumps(walker, problem)) return std::nullopt;
        form.fix_scale(converted<Quad>(walker.p, q.size()));
        if (!changes_sides(form, converted<Quad>(walker.p_before, q.size()),
                           converted<Quad>(walker.p, q.size())))
            return std::nullopt;
        bisect(problem, walker, forward, options.rtol, q);
        std::vector<Quad> fold = converted<Quad>(q, q.size());
        if (!move_to_fold(form, fold)) {
            fold = converted<Quad>(q, q.size());
            if (!turns_with_higher_order(form, fold)) return std::nullopt;
        }
        if (!keeps_rank(form, fold, converted<Quad>(walker.p_before, q.size())))
            return std::nullopt;
        form.fix_scale(fold);

        Encounter met{.code = Outcome::turned, .place = fold, .layout = form.layout()};
        met.point = describe_fold(form, fold, options.columns);
        if (!met.point.row.empty()) {
            met.p = fold;
            met.z = tops_at_fold(form, fold);
        }
        met.ways.push_back({.report = {"the way it came", {}}, .p = {}, .x_direction = -1});
        met.ways.push_back({.report = {"back in x, on the other branch", {}}, .p = {}});
        WayOut& back = met.ways.back();
        back.x_direction = forward ? -1 : 1;
        back.p = converted<Quad>(walker.p, std::size_t(geometry.layout().size));
        return met;
    }
    return std::nullopt;
}

}  // namespace involute
