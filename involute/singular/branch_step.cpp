// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/singular/branch_step.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 30;
const Quad arrived = Quad(1e-22);
constexpr int most_passes = 12;
// Places at which the motion is fitted to the accelerations.
constexpr int places = 6;

/// z = -J⁻¹ r and V = (1; shifted jets; z).
std::vector<Quad> rates_at(SingularForm& form, const std::vector<Quad>& q)
{
    const MatrixOf<Quad> c = form.matrix(q);
    const int n = form.layout().unknowns;
    VectorOf<Quad> null(n + 1);
    null << Quad(1), -solve_square<Quad>(c.rightCols(n), MatrixOf<Quad>(c.leftCols(1)));
    std::vector<Quad> z(n), v(q.size());
    for (int j = 0; j < n; ++j) z[j] = form.top(null, j);
    form.geometry().direction(q.data(), z.data(), v.data());
    return v;
}

}  // namespace

BranchStep::BranchStep(SingularForm& form, const BranchCrossing& crossing,
                       const std::vector<Quad>& v, const VectorOf<Quad>& w)
    : form_(form), crossing_(crossing), v_(v), w_(w)
{
}

/// Coordinates of a level have their derivatives in the point: they are of a lower stage than -1.
int BranchStep::successor(int position) const
{
    return position + 1;
}

/// Moves the coordinates of the level to the branch, at distance c along w.
bool BranchStep::positions(std::vector<Quad>& q, const Quad& c) const
{
    const ConstraintLevel& level = crossing_.level;
    q = form_.moved(q, c * w_);
    for (int k = 0; k < most_iterations; ++k) {
        const MatrixOf<Quad> all = form_.gradient(q);
        const VectorOf<Quad> g = form_.constraints(q);
        const int rows = int(level.rows.size()), columns = int(level.columns.size()) - 1;
        MatrixOf<Quad> system(rows + 1, columns);
        VectorOf<Quad> rhs(rows + 1);
        for (int j = 0; j < columns; ++j) {
            for (int i = 0; i < rows; ++i) system(i, j) = all(level.rows[i], level.columns[j + 1]);
            system(rows, j) = w_[level.columns[j + 1]];
        }
        for (int i = 0; i < rows; ++i) rhs[i] = -g[level.rows[i]];
        rhs[rows] = 0;
        const VectorOf<Quad> d = shortest_solution(system, rhs);
        const Quad size = d.norm();
        if (!isfinite(size) || size > abs(c)) return false;
        for (int j = 0; j < columns; ++j)
            q[level.columns[j + 1]] += d[j] * form_.lengths()[level.columns[j + 1]];
        if (size <= arrived) return true;
    }
    return false;
}

/// The derivatives of these coordinates along the branch, with dc/dx = speed: a linear problem.
bool BranchStep::velocities(std::vector<Quad>& q, const Quad& speed) const
{
    const ConstraintLevel& level = crossing_.level;
    const Layout& l = form_.layout();
    std::vector<int> rows;
    for (std::size_t r = 0; r < l.constraints.size(); ++r)
        if (l.constraints[r].stage == level.stage + 1) rows.push_back(int(r));
    const int columns = int(level.columns.size()) - 1;
    for (int j = 1; j <= columns; ++j) q[successor(level.columns[j])] = 0;
    const MatrixOf<Quad> all = form_.gradient(q);
    const VectorOf<Quad> g = form_.constraints(q);
    MatrixOf<Quad> system(int(rows.size()) + 1, columns);
    VectorOf<Quad> rhs(int(rows.size()) + 1);
    for (int j = 0; j < columns; ++j) {
        const int at = level.columns[j + 1], next = successor(at);
        // In units of length of the coordinate itself, per x.
        const Quad unit = form_.lengths()[at] / form_.lengths()[next];
        for (std::size_t i = 0; i < rows.size(); ++i) system(int(i), j) = all(rows[i], next) * unit;
        system(int(rows.size()), j) = w_[at];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) rhs[int(i)] = -g[rows[i]];
    rhs[int(rows.size())] = speed;
    const VectorOf<Quad> d = shortest_solution(system, rhs);
    if (!isfinite(Quad(d.norm()))) return false;
    for (int j = 0; j < columns; ++j)
        q[successor(level.columns[j + 1])] = d[j] * form_.lengths()[level.columns[j + 1]];
    return true;
}

auto BranchStep::stand(const Quad& c, const Quad& speed, const Quad& x_step) -> std::optional<Stand>
{
    Stand at{.p = crossing_.p};
    at.p[0] += x_step;
    for (int pass = 0; pass < 2; ++pass) {
        // What is not on the level goes on by the trapezoidal rule.
        for (std::size_t i = 1; i < at.p.size(); ++i) {
            const Quad rate = pass == 0 ? v_[i] : Quad((v_[i] + at.rates[i]) / 2);
            at.p[i] = crossing_.p[i] + x_step * rate;
        }
        for (const int i : crossing_.level.columns)
            if (i > 0) at.p[i] = crossing_.p[i];
        if (!positions(at.p, c) || !velocities(at.p, speed) || !form_.project(at.p))
            return std::nullopt;
        at.rates = rates_at(form_, at.p);
    }
    for (const int i : crossing_.level.columns)
        if (i > 0) at.acceleration += w_[i] * at.rates[successor(i)] / form_.lengths()[i];
    return at;
}

Quad BranchStep::Motion::place(const Quad& t) const
{
    Quad sum = s, power = 1;
    for (std::size_t k = 0; k < a.size(); ++k) {
        power *= t;
        sum += a[k] * power / Quad(int((k + 1) * (k + 2)));
    }
    return t * sum;
}

Quad BranchStep::Motion::speed(const Quad& t) const
{
    Quad sum = s, power = 1;
    for (std::size_t k = 0; k < a.size(); ++k) {
        power *= t;
        sum += a[k] * power / Quad(int(k + 1));
    }
    return sum;
}

Quad BranchStep::Motion::time_of(const Quad& c) const
{
    Quad t = c / s;
    for (int i = 0; i < 12; ++i) t -= (place(t) - c) / speed(t);
    return t;
}

/// What is left is of the size of c⁸ in the place, and c⁷ in the speed.
auto BranchStep::fit(Motion& motion, const Quad& c) -> std::optional<Stand>
{
    MatrixOf<Quad> powers(places, places);
    VectorOf<Quad> values(places);
    std::optional<Stand> at;
    const Quad whole = motion.time_of(c);
    for (int k = 0; k < places; ++k) {
        const Quad part = c * Quad(k + 1) / Quad(places), t = motion.time_of(part);
        at = stand(part, motion.speed(t), t);
        if (!at) return std::nullopt;
        values[k] = at->acceleration;
        powers(k, 0) = 1;
        for (int j = 1; j < places; ++j) powers(k, j) = powers(k, j - 1) * (t / whole);
    }
    const VectorOf<Quad> found = solve_square<Quad>(powers, values);
    motion.a.assign(found.begin(), found.end());
    Quad unit = 1;
    for (Quad& coefficient : motion.a) {
        coefficient /= unit;
        unit *= whole;
    }
    return at;
}

auto BranchStep::arrive(const std::vector<Quad>& q) -> std::optional<Arrival>
{
    Quad c = 0, speed = 0;
    for (const int i : crossing_.level.columns) {
        if (i == 0) continue;
        c += w_[i] * (q[i] - crossing_.p[i]) / form_.lengths()[i];
        speed += w_[i] * q[successor(i)] / form_.lengths()[i];
    }
    if (speed == 0) return std::nullopt;
    Motion motion{.s = speed};
    for (int pass = 0; pass < most_passes && c != 0; ++pass) {
        if (!fit(motion, c)) return std::nullopt;
        const Quad change = speed - motion.speed(motion.time_of(c));
        motion.s += change;
        if (abs(change) <= arrived * abs(speed)) break;
    }
    return Arrival{q[0] - motion.time_of(c), motion.s};
}

std::optional<std::vector<Quad>> BranchStep::leave(const Quad& delta, const Quad& speed)
{
    Motion motion{.s = speed};
    std::optional<Stand> at;
    Quad last = 0;
    for (int pass = 0; pass < most_passes; ++pass) {
        if (at = fit(motion, delta); !at) return std::nullopt;
        const Quad now = motion.time_of(delta);
        if (abs(now - last) <= arrived * abs(now)) break;
        last = now;
    }
    return at->p;
}

}  // namespace involute
