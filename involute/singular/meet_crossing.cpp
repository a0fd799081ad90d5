// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/meet_crossing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/observe/stop_reasons.hpp"
#include "involute/singular/branch_step.hpp"

namespace involute {
namespace {

// Directions with a larger cosine are the same.
constexpr double same_line = 0.999;
// The cosine of a velocity on the way to a crossing with the line it arrives along is larger.
constexpr double arrival_line = 0.9;
// How nearly the differentials may be dependent, in roots of the tolerance, to be asked about it.
constexpr double asked_margin = 30;
// Where a way leaves a crossing whose branches are solution curves: in roots of the tolerance.
constexpr double way_start = 1e-2;
// The same for positions of a mechanism. Near the crossing J has a condition of distance⁻², and
// projections must arrive to the tolerance in spite of it.
double step_across(double rtol)
{
    return std::max(1e-4, 0.1 * std::sqrt(1e-14 / rtol));
}

/// V = (1; ...), from a direction of any length.
std::vector<Quad> per_x(std::vector<Quad> v)
{
    const Quad xi = v[0];
    for (Quad& value : v) value /= xi;
    return v;
}

/// Which x it is, where the equations of the level do not say: the solution is nearest to the
/// crossing there, q + τ v + τ²/2 a in the coordinates of the level.
Quad time_to(const SingularForm& form, const BranchCrossing& crossing, const std::vector<Quad>& q,
             const std::vector<Quad>& v)
{
    if (crossing.fixes_x) return crossing.p[0] - q[0];
    const bool curved = crossing.level.stage < -1;
    Quad t = 0;
    for (int k = 0; k < 20; ++k) {
        Quad numerator = 0, denominator = 0;
        for (const int i : crossing.level.columns) {
            if (i == 0) continue;
            const Quad a = curved ? v[i + 1] : Quad(0);
            const Quad off = (q[i] + t * v[i] + t * t / 2 * a - crossing.p[i]) / form.lengths()[i];
            const Quad rate = (v[i] + t * a) / form.lengths()[i];
            numerator += off * rate;
            denominator += rate * rate;
        }
        if (!(denominator > 0)) return 0;
        t -= numerator / denominator;
    }
    return t;
}

/// The crossing as a point of the solution: what is not on its level follows the solution.
std::vector<Quad> on_solution(const SingularForm& form, const BranchCrossing& crossing,
                              const std::vector<Quad>& q, const std::vector<Quad>& v)
{
    const Quad t = time_to(form, crossing, q, v);
    std::vector<Quad> p = q;
    for (std::size_t i = 0; i < p.size(); ++i) p[i] += t * v[i];
    for (const int i : crossing.level.columns)
        if (i > 0) p[i] = crossing.p[i];
    return p;
}

Quad cosine(const VectorOf<Quad>& a, const VectorOf<Quad>& b)
{
    const Quad size = a.norm() * b.norm();
    return size > 0 ? Quad(a.dot(b) / size) : Quad(0);
}

std::vector<double> in_units(const SingularForm& form, const VectorOf<Quad>& d)
{
    std::vector<double> result;
    for (int i = 0; i < d.size(); ++i) result.push_back(to_double(Quad(d[i] * form.lengths()[i])));
    return result;
}

/// "y1 : y2 = 0.3 : -0.2", the largest parts of a direction.
std::string parts_text(const SingularForm& form, const VectorOf<Quad>& d)
{
    constexpr int most = 4;
    std::vector<int> order;
    for (int i = 0; i < d.size(); ++i)
        if (abs(d[i]) > Quad(1e-9)) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int j) { return abs(d[i]) > abs(d[j]); });
    if (order.size() > most) order.resize(most);
    std::sort(order.begin(), order.end());
    std::string names, values;
    for (const int i : order) {
        names += (names.empty() ? "" : " : ") + coordinate_name(form, i);
        values +=
            (values.empty() ? "" : " : ") + to_text(to_double(Quad(d[i] * form.lengths()[i])), 6);
    }
    return names + " = " + values;
}

/// The ways of solution curves that cross: on each line, with x going the way of `arrival`;
/// straight on first.
void solution_ways(Encounter& met, SingularForm& form, const BranchCrossing& crossing,
                   const VectorOf<Quad>& arrival, bool arrives, double distance)
{
    const bool forward = arrival[0] > 0;
    const auto is_straight_on = [&](const VectorOf<Quad>& w) {
        return arrives && cosine(w, arrival) > Quad(same_line);
    };
    std::vector<VectorOf<Quad>> lines = crossing.lines;
    for (VectorOf<Quad>& w : lines)
        if ((w[0] > 0) != forward) w = -w;
    std::ranges::stable_partition(lines, is_straight_on);
    for (const VectorOf<Quad>& w : lines) {
        WayOut way;
        way.report.direction = in_units(form, w);
        way.report.description = parts_text(form, w);
        if (is_straight_on(w)) way.report.description += ", straight on";
        way.x_direction = forward ? 1 : -1;
        std::vector<Quad> q = form.moved(crossing.p, Quad(distance) * w);
        if (w[0] != 0 && form.project(q)) way.p = std::move(q);
        met.ways.push_back(std::move(way));
    }
}

/// Twice the kinetic energy of velocities of the level, with the matrix that J has in the rows of
/// undifferentiated equations, if it is symmetric; else their square in scale.
class Energy {
public:
    Energy(SingularForm& form, const BranchCrossing& crossing) : form_(form)
    {
        const CompletedSystem& c = form.geometry().completed();
        const Layout& l = c.layout;
        for (const int i : crossing.level.columns)
            if (i > 0) positions_.push_back(i);
        std::vector<int> rows, columns;
        for (int i = 0; i < l.unknowns; ++i)
            if (c.structure.c[i] == 0) rows.push_back(i);
        for (const int i : positions_)
            if (l.jets[i].order == l.d[l.jets[i].unknown] - 2) columns.push_back(l.jets[i].unknown);
        const auto n = int(columns.size());
        if (rows.size() != columns.size() || n != int(positions_.size())) return;
        const MatrixOf<Quad> all = form.matrix(crossing.p);
        MatrixOf<Quad> m(n, n);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) m(i, j) = form.unscaled(all, rows[i], columns[j] + 1);
        if ((m - m.transpose()).norm() <= Quad(1e-12) * m.norm()) mass_ = m;
    }
    Quad operator()(const VectorOf<Quad>& velocity) const
    {
        VectorOf<Quad> u(int(positions_.size()));
        for (int k = 0; k < u.size(); ++k)
            u[k] = velocity[positions_[k]] *
                   (mass_.size() > 0 ? form_.lengths()[positions_[k]] : Quad(1));
        return mass_.size() > 0 ? Quad(u.dot(mass_ * u)) : u.squaredNorm();
    }

private:
    SingularForm& form_;
    std::vector<int> positions_;
    MatrixOf<Quad> mass_;
};

/// How long, in scale, a way along w is that moves a coordinate of the level by the largest of
/// their units: positions that are 0 at the crossing are small by accident.
Quad longest(const SingularForm& form, const BranchCrossing& crossing, const VectorOf<Quad>& w)
{
    Quad unit = 0, moves = 0;
    for (const int i : crossing.level.columns) {
        if (i == 0) continue;
        unit = std::max<Quad>(unit, form.lengths()[i]);
        moves = std::max<Quad>(moves, abs(w[i]) * form.lengths()[i]);
    }
    return unit / moves;
}

/// Adds a way of a mechanism whose positions cross, with dc/dx = speed along w at the crossing.
void add_position_way(Encounter& met, SingularForm& form, const BranchCrossing& crossing,
                      const std::vector<Quad>& v, const VectorOf<Quad>& w, const Quad& speed,
                      const Quad& distance, const char* what)
{
    WayOut way;
    way.report.direction = in_units(form, w);
    way.report.description = parts_text(form, w) + ", " + what;
    way.x_direction = speed > 0 ? 1 : -1;
    if (speed != 0)
        if (auto p = BranchStep(form, crossing, v, w)
                         .leave(distance * longest(form, crossing, w), speed))
            way.p = std::move(*p);
    met.ways.push_back(std::move(way));
}

/// The line that a solution with this velocity arrives along; from afar its branch is curved.
std::optional<std::size_t> nearest_line(const BranchCrossing& crossing,
                                        const VectorOf<Quad>& velocity)
{
    std::optional<std::size_t> nearest;
    Quad best = Quad(arrival_line);
    for (std::size_t k = 0; k < crossing.lines.size(); ++k) {
        const Quad along = abs(cosine(crossing.lines[k], velocity));
        if (!(along > best)) continue;
        nearest = k;
        best = along;
    }
    return nearest;
}

/// On along the line of arrival, or along another one with the same energy of motion. q: where the
/// solution comes from; v: its rates there. The x of the crossing is found on the way.
/// Returns the line of arrival, if there is one.
std::optional<VectorOf<Quad>> position_ways(Encounter& met, SingularForm& form,
                                            BranchCrossing& crossing, const std::vector<Quad>& q,
                                            const std::vector<Quad>& v, bool forward,
                                            const Quad& distance)
{
    std::optional<VectorOf<Quad>> straight;
    VectorOf<Quad> velocity = VectorOf<Quad>::Zero(form.layout().size);
    for (const int i : crossing.level.columns)
        if (i > 0) velocity[i] = v[i] / form.lengths()[i];
    const Quad travel = forward ? 1 : -1;
    std::vector<VectorOf<Quad>> others;
    const auto nearest = nearest_line(crossing, velocity);
    for (std::size_t k = 0; k < crossing.lines.size(); ++k) {
        const VectorOf<Quad>& line = crossing.lines[k];
        if (k != nearest) {
            others.push_back(line);
            continue;
        }
        const Quad along = travel * cosine(line, velocity);
        const VectorOf<Quad> w = along > 0 ? line : VectorOf<Quad>(-line);
        const auto arrival = BranchStep(form, crossing, v, w).arrive(q);
        if (!arrival) continue;
        crossing.p[0] = arrival->x;
        velocity = arrival->speed * w;
        straight = w;
        add_position_way(met, form, crossing, v, w, arrival->speed, distance, "straight on");
    }
    const Energy energy(form, crossing);
    for (const VectorOf<Quad>& line : others)
        for (const int sign : {1, -1}) {
            const Quad speed = travel * sqrt(Quad(energy(velocity) / energy(line)));
            add_position_way(met, form, crossing, v, Quad(sign) * line, speed, distance,
                             "a turn: the velocity jumps, with the same energy");
        }
    return straight;
}

/// Whether a step that led over the crossing ends on the branch that goes straight on, the first
/// of the lines: its velocity is nearer to that of no other.
bool ends_straight_on(const SingularForm& form, const BranchCrossing& crossing,
                      const Layout& layout, const WalkPoint& beyond, const VectorOf<Quad>& straight)
{
    const std::vector<Quad> q = carry_over(layout, beyond.p, beyond.z, form.layout());
    VectorOf<Quad> velocity = VectorOf<Quad>::Zero(form.layout().size);
    for (const int i : crossing.level.columns)
        if (i > 0) velocity[i] = q[std::size_t(i) + 1] / form.lengths()[i];
    const Quad along = abs(cosine(straight, velocity));
    return std::ranges::none_of(crossing.lines, [&](const VectorOf<Quad>& line) {
        return abs(cosine(line, velocity)) > along;
    });
}

/// Whether all coordinates are places of the mechanism and their rates: others go on beside it.
bool moves_alone(const SingularForm& form, const BranchCrossing& crossing)
{
    std::vector<bool> moves(std::size_t(form.layout().size), false);
    moves[0] = true;
    for (const int i : crossing.level.columns)
        if (i > 0) moves[std::size_t(i)] = moves[std::size_t(i) + 1] = true;
    return std::ranges::all_of(moves, [](bool part) { return part; });
}

/// Where steps to the place of a crossing become too hard: with J of condition distance⁻².
double hard_distance(double rtol)
{
    return std::min(0.03, std::sqrt(1e-15 / rtol));
}

std::string doubt(const std::string& place)
{
    return fmt::format(
        "the constraints nearly lose rank at {}: whether branches of their set cross there or pass "
        "each other is undecided, being a matter of round-off",
        place);
}

std::string sentence(const BranchCrossing& crossing, const std::string& place)
{
    if (!crossing.certain) return doubt(place) + "; option `continuations = N` follows one of them";
    const std::string head = fmt::format(
        "the constraints lose rank at {} (constraint rank drop): their set is singular there",
        place);
    if (crossing.flat)
        return head + ", to a higher order than the first: how its branches go on is not told";
    if (!crossing.resolved)
        return head +
               fmt::format(", with directions in a cone of {} dimensions", crossing.directions);
    if (crossing.lines.empty()) return head + ", an isolated point through which no branch passes";
    return head +
           fmt::format(
               ", and {} branches of it cross{}; option `continuations = N` follows one, and "
               "for polynomial "
               "constraints option `component = N` solves on one component",
               crossing.lines.size(),
               crossing.lost > 1 ? " (others that touch these are not told)" : "");
}

}  // namespace

std::optional<Encounter> meet_crossing(SingularForm& form, const Layout& layout,
                                       const WalkPoint& at, const SolveOptions& options,
                                       Approach approach, const WalkPoint* beyond)
{
    const bool starts = approach == Approach::stands_there;
    std::vector<Quad> q = carry_over(layout, at.p, at.z, form.layout());
    form.fix_scale(q);
    if (!form.project(q)) return std::nullopt;
    for (const ConstraintLevel& level : constraint_levels(form.layout())) {
        if (approach != Approach::passed &&
            crossing_margin(form, level, q) >
                std::max(asked_margin * std::sqrt(options.rtol), hard_distance(options.rtol)))
            continue;
        auto crossing = find_crossing(form, level, q);
        if (!crossing) continue;
        const std::vector<Quad> v = per_x(form.rates(layout, at));
        const bool forward = at.v[0] > 0;
        if (!starts) {
            crossing->p = on_solution(form, *crossing, q, v);
            // What lies behind was left, not met.
            const bool behind = crossing->p[0] != q[0] && (crossing->p[0] > q[0]) != forward;
            if (behind && approach == Approach::ahead) continue;
        }
        Encounter met{.place = crossing->p, .layout = form.layout()};
        if (level.stage == -1) {
            const double distance = way_start * std::sqrt(options.rtol);
            solution_ways(met, form, *crossing, form.direction(layout, at), !starts, distance);
            if (starts)
                solution_ways(met, form, *crossing, -form.direction(layout, at), false, distance);
        } else {
            const double distance = step_across(options.rtol);
            const auto straight =
                position_ways(met, form, *crossing, q, v, forward, Quad(distance));
            if (beyond && straight && ends_straight_on(form, *crossing, layout, *beyond, *straight))
                met.passed = true;
            met.notice = fmt::format(
                "the singular point at {} is stepped across by a Taylor series over {:.2g} of "
                "the "
                "scale, with an error of the size of its {} power",
                place_of(form.names().independent, form.x_of(crossing->p)), distance,
                moves_alone(form, *crossing) ? "seventh" : "second");
        }
        met.may_pass = !crossing->certain && level.stage == -1;
        met.point.kind = SingularKind::constraint_rank_drop;
        met.point.x = form.x_of(crossing->p);
        met.point.row = form.row(crossing->p, form.no_tops(), options.columns);
        const std::string place = place_of(form.names().independent, met.point.x);
        met.point.message = sentence(*crossing, place);
        if (met.may_pass) met.notice = doubt(place);
        met.report_ways();
        return met;
    }
    return std::nullopt;
}

}  // namespace involute
