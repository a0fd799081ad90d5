// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/encounter.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/complete/structural/hidden.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/singular/folded.hpp"
#include "involute/singular/leaving.hpp"

namespace involute {
namespace {

// A solution that leaves a separatrix by this many tolerances was on it.
constexpr double separatrix_width = 1e3;
// How far C may be from losing rank, in roots of the tolerance, to be asked about it.
constexpr double asked_margin = 30;
// The same where only a saddle is in question.
constexpr double saddle_margin = 0.3;
// At a singular point, found in quadruple precision, J is smaller than beside it by this factor.
constexpr double vanishing = 1e-3;
// Directions with a larger cosine are the same.
constexpr double same_line = 0.99;
// x does not move along a direction in scale with a smaller part of it.
const Quad standing = Quad(1e-12);
// A way is left within this part of the way to the end.
constexpr double part_beside = 1e-3;
// Slopes told in the description of a way.
constexpr int most_slopes = 4;

/// Where a walk begins on a way out.
struct Leaving {
    double distance = 0;  // in scale, at most
    double rtol = 0;
    std::optional<double> to{};  // where a walk in x ends
};

std::string complex_text(const std::complex<double>& value)
{
    if (value.imag() == 0) return to_text(value.real(), 6);
    return fmt::format("{}{:+.6g}i", to_text(value.real(), 6), value.imag());
}

/// The rate in x of a coordinate along a direction in scale.
Quad slope_along(const SingularForm& form, const VectorOf<Quad>& d, int coordinate)
{
    return d[coordinate] * form.lengths()[coordinate] / (d[0] * form.lengths()[0]);
}

/// "x increasing, dy'/dx = -0.5".
std::string slopes_text(const SingularForm& form, const VectorOf<Quad>& d)
{
    const Layout& l = form.layout();
    const std::string x = coordinate_name(form, 0);
    if (abs(d[0]) <= standing) return fmt::format("{} standing", x);
    std::string text = fmt::format("{} {}", x, d[0] > 0 ? "increasing" : "decreasing");
    int told = 0;
    for (int j = 0; j < l.unknowns && told < most_slopes; ++j) {
        if (l.d[j] == 0) continue;
        const int top = l.offset[j] + l.d[j] - 1;
        text += fmt::format(", d{}/d{} = {}", coordinate_name(form, top), x,
                            to_text(to_double(slope_along(form, d, top)), 6));
        ++told;
    }
    return text;
}

/// The way from `point` along d, left before the solution bends away, `farthest` at most.
WayOut way_along(SingularForm& form, const FoldedPoint& point, const VectorOf<Quad>& d,
                 const std::string& what, const Leaving& leaving)
{
    WayOut way;
    way.report.description = fmt::format("{}, {}", what, slopes_text(form, d));
    for (int i = 0; i < d.size(); ++i)
        way.report.direction.push_back(to_double(Quad(d[i] * form.lengths()[i])));
    way.x_direction = d[0] < 0 ? -1 : 1;
    if (abs(d[0]) <= standing) return way;
    const auto at = [&](const Quad& distance) -> std::optional<std::vector<Quad>> {
        std::vector<Quad> q = form.moved(point.p, distance * d);
        // Coordinates below the highest curve as those above them say.
        const Layout& l = form.layout();
        const Quad step = distance * d[0] * form.lengths()[0];
        for (int j = 0; j < l.unknowns; ++j)
            for (int k = 0; k + 1 < l.d[j]; ++k)
                q[l.position(j, k)] += step * step / 2 * slope_along(form, d, l.position(j, k + 1));
        if (!form.project(q)) return std::nullopt;
        return q;
    };
    Quad first = leaving.distance;
    if (leaving.to) {
        const Quad end = abs(Quad(*leaving.to) - point.p[0]) / (abs(d[0]) * form.lengths()[0]);
        if (end > Quad(0)) first = std::min<Quad>(first, Quad(part_beside) * end);
    }
    if (auto q = at(leaving_distance(form, d, first, leaving.rtol, at))) way.p = std::move(*q);
    return way;
}

/// Which of two directions is the only one in which x moves, where all other solutions are
/// infinite or undetermined at the point; -1: none.
int regular_direction(const FoldedPoint& point)
{
    if (point.directions.cols() != 2) return -1;
    const auto moves = [&](int k) { return abs(point.directions(0, k)) > standing; };
    const int k = moves(0) ? 0 : 1;
    if (moves(0) == moves(1)) return -1;
    const bool tops_alone = !(point.directions.col(1 - k).norm() > 0);
    const bool unique = point.kind == SingularKind::folded_saddle ||
                        (point.kind == SingularKind::folded_saddle_node && tops_alone);
    return unique ? k : -1;
}

/// The four halves of the eigenvectors; which of them the solution came along. The way that goes
/// straight on is the first.
void list_ways(Encounter& met, SingularForm& form, const FoldedPoint& point,
               const VectorOf<Quad>* came_from, const Leaving& leaving, int x_direction)
{
    if (point.directions.cols() == 0) return;
    const int regular = regular_direction(point);
    int first = 0;  // of a node: the strong direction first
    if (std::abs(point.eigenvalues[1]) > std::abs(point.eigenvalues[0])) first = 1;
    const auto came_along = [&](int k) {
        const VectorOf<Quad> d = point.directions.col(k);
        return came_from && abs(came_from->dot(d)) > Quad(same_line) * came_from->norm();
    };
    if (point.kind == SingularKind::folded_saddle && came_along(1 - first)) first = 1 - first;
    if (regular >= 0) first = regular;
    for (const int k : {first, 1 - first}) {
        if (!(point.directions.col(k).norm() > 0)) continue;
        const char* kind = "separatrix";
        if (point.kind == SingularKind::folded_node)
            kind = k == first ? "strong direction" : "weak direction";
        if (point.kind == SingularKind::folded_saddle_node)
            kind = k == first ? "hyperbolic direction" : "central direction";
        const bool envelope = point.kind == SingularKind::singular_solution && k != first;
        if (point.kind == SingularKind::singular_solution)
            kind = envelope ? "along the singular solution" : "along the general solution";
        if (regular >= 0)
            kind = k == regular ? "the regular solution"
                                : "no solution, but where others become infinite: separatrix";
        // Directions have x increasing.
        for (const int sign : {x_direction, -x_direction}) {
            const VectorOf<Quad> d = Quad(sign) * point.directions.col(k);
            std::string what = kind;
            if (point.kind != SingularKind::singular_solution && k != regular)
                what += " of eigenvalue " + complex_text(point.eigenvalues[std::size_t(k)]);
            if (came_from && came_from->norm() > 0) {
                const Quad cosine = came_from->dot(d) / came_from->norm();
                if (cosine > Quad(same_line)) what += ", the way it came";
                if (cosine < Quad(-same_line)) what += ", straight on";
            }
            met.ways.push_back(way_along(form, point, d, what, leaving));
            if (envelope) met.ways.back().p.clear();  // J is singular all along it
        }
    }
}

/// The vanishing of J as an equation, where it is a number.
std::string singular_equation(SingularForm& form)
{
    CompletedSystem& c = form.geometry().completed();
    if (c.jacobian_nodes.size() != 1) return "the vanishing of their Jacobian";
    return "`" + equation_text(c.system, c.jacobian_nodes[0]) + "`";
}

/// Whether J loses rank at a point beside q, or is as nearly singular all along: exp(-t) vanishes
/// nowhere.
bool vanishes_at(SingularForm& form, const std::vector<Quad>& point, const std::vector<Quad>& q)
{
    form.fix_scale(q);
    const int n = form.layout().unknowns;
    const auto smallest = [&](const std::vector<Quad>& at) {
        const Eigen::MatrixXd j = form.matrix(at).rightCols(n).cast<double>();
        return singular_values(j)[n - 1];
    };
    return smallest(point) < vanishing * smallest(q);
}

/// ways: how many were found; singular_equation: what holds along a singular solution.
std::string sentence(const FoldedPoint& point, const std::string& place, bool starts,
                     std::size_t ways, const std::string& singular_equation)
{
    const std::string head =
        fmt::format("{} a {} at {} (eigenvalues {}, {})",
                    starts ? "it is" : "the solution runs into", word_of(point.kind), place,
                    complex_text(point.eigenvalues[0]), complex_text(point.eigenvalues[1]));
    if (point.kind == SingularKind::singular_solution)
        return fmt::format(
            "{} a singular solution at {}, along which the system Jacobian vanishes (an envelope "
            "of "
            "the general solution): option `continuations = N` goes on along the general solution; "
            "the singular "
            "one is the solution of the same equations together with {}",
            starts ? "it is on" : "the solution touches", place, singular_equation);
    if (regular_direction(point) >= 0)
        return fmt::format(
            "{} a regular singular point at {}, where one solution is smooth and the others are "
            "infinite or undetermined: option `continuations = 1` follows the regular one",
            starts ? "it is" : "the solution runs into", place);
    if (ways == 0 && point.kind == SingularKind::folded_saddle_node)
        return fmt::format(
            "{} a singular point at {} where the coefficients vanish together, to an order that "
            "leaves the ways through it open: divide the equations by what they have in common",
            starts ? "it is" : "the solution runs into", place);
    if (point.kind == SingularKind::folded_focus)
        return head + ": folds without end accumulate there, and nothing leads on";
    if (point.kind == SingularKind::folded_node)
        return head +
               ": many solutions meet there; option `continuations = N` follows one of its "
               "directions";
    if (ways < 4)
        return fmt::format(
            "{}, where highest derivatives are undetermined: option `continuations = N` follows "
            "one of the {} ways through it",
            head, ways);
    return head + ": option `continuations = N` follows one of its four separatrix halves";
}

}  // namespace

void Encounter::report_ways()
{
    point.branches.clear();
    for (const WayOut& way : ways) point.branches.push_back(way.report);
}

WayOut* Encounter::way(int number)
{
    if (number < 1 || number > int(ways.size())) return nullptr;
    WayOut& way = ways[std::size_t(number - 1)];
    return way.p.empty() ? nullptr : &way;
}

std::string coordinate_name(const SingularForm& form, int position)
{
    const Names& names = form.names();
    const Layout::Jet jet = form.layout().jets[position];
    return jet.unknown < 0 ? names.independent : jet_name(names, jet.unknown, jet.order);
}

std::optional<Encounter> meet_folded(SingularForm& form, const Layout& layout, const WalkPoint& at,
                                     const SolveOptions& options, Approach approach)
{
    const bool starts = approach == Approach::stands_there;
    std::vector<Quad> q = carry_over(layout, at.p, at.z, form.layout());
    form.fix_scale(q);
    if (!form.project(q)) return std::nullopt;
    const double margin = rank_margin(form, q);
    if (margin > saddle_margin) return std::nullopt;
    auto point = find_folded(form, q);
    if (!point || !std::ranges::all_of(point->p, [](const Quad& v) { return isfinite(v); }))
        return std::nullopt;
    // A separatrix is known from afar; everything else must be near.
    if (margin > asked_margin * std::sqrt(options.rtol) &&
        point->kind != SingularKind::folded_saddle)
        return std::nullopt;
    if (!starts) {
        if (!vanishes_at(form, point->p, q)) return std::nullopt;
        orient(form, *point, q, form.direction(layout, at));
        if (!runs_into(form, *point, q, separatrix_width * options.rtol)) return std::nullopt;
    }
    const VectorOf<Quad> came_from = form.difference(q, point->p);

    Encounter met{.place = point->p, .layout = form.layout()};
    met.point.kind = point->kind;
    met.point.x = form.x_of(point->p);
    std::vector<Quad> tops = form.no_tops();
    if (const int k = regular_direction(*point); k >= 0) {
        met.point.kind = SingularKind::regular_singular;
        for (int j = 0; j < form.layout().unknowns; ++j)
            if (const int d = form.layout().d[j]; d > 0)
                tops[j] =
                    slope_along(form, point->directions.col(k), form.layout().position(j, d - 1));
    }
    met.point.row = form.row(point->p, tops, options.columns);
    met.point.eigenvalues.assign(point->eigenvalues.begin(), point->eigenvalues.end());
    const Leaving leaving{
        .distance = std::sqrt(options.rtol), .rtol = options.rtol, .to = options.to};
    list_ways(met, form, *point, starts ? nullptr : &came_from, leaving, at.v[0] < 0 ? -1 : 1);
    met.report_ways();
    met.point.message = sentence(*point, place_of(form.names().independent, met.point.x), starts,
                                 met.ways.size(), singular_equation(form));
    return met;
}

}  // namespace involute
