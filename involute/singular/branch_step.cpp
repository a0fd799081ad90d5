// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/singular/branch_step.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 30;
const Quad arrived = Quad(1e-22);
constexpr int passes = 6;

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

Quad BranchStep::Motion::time_of(const Quad& c) const
{
    Quad t = c / s;
    for (int i = 0; i < 12; ++i) t -= (place(t) - c) / speed(t);
    return t;
}

/// What is left is of the size of c⁵ in the place, and c⁴ in the speed.
auto BranchStep::fit(Motion& motion, const Quad& c) -> std::optional<Stand>
{
    Quad t[3], f[3];
    std::optional<Stand> at;
    for (int k = 2; k >= 0; --k) {
        t[k] = motion.time_of(Quad(k + 1) * c);
        at = stand(Quad(k + 1) * c, motion.speed(t[k]), t[k]);
        if (!at) return std::nullopt;
        f[k] = at->acceleration;
    }
    const Quad first = (f[1] - f[0]) / (t[1] - t[0]);
    const Quad second = ((f[2] - f[1]) / (t[2] - t[1]) - first) / (t[2] - t[0]);
    motion.d = 2 * second;
    motion.b = first - second * (t[0] + t[1]);
    motion.a = f[0] - first * t[0] + second * t[0] * t[1];
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
    for (int pass = 0; pass < passes && c != 0; ++pass) {
        if (!fit(motion, c)) return std::nullopt;
        motion.s += speed - motion.speed(motion.time_of(c));
    }
    return Arrival{q[0] - motion.time_of(c), motion.s};
}

std::optional<std::vector<Quad>> BranchStep::leave(const Quad& delta, const Quad& speed)
{
    Motion motion{.s = speed};
    std::optional<Stand> at;
    for (int pass = 0; pass < passes; ++pass)
        if (at = fit(motion, delta); !at) return std::nullopt;
    return at->p;
}

}  // namespace involute
