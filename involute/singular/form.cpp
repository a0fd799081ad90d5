// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/form.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/raising.hpp"
#include "involute/observe/columns.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 30;
// Increments in scale at which an iteration in quadruple precision has arrived.
const Quad arrived = Quad(1e-26);
// Pivots below this part of the largest are zeros with the errors of differences.
const Quad dependent = Quad(1e-18);

constexpr std::size_t most_nodes = CompletionOptions{}.max_nodes;

}  // namespace

std::vector<Quad> carry_over(const Layout& from, const std::vector<Quad>& p,
                             const std::vector<Quad>& z, const Layout& to)
{
    std::vector<Quad> q(std::size_t(to.size), Quad(0));
    q[0] = p[0];
    for (int i = 1; i < to.size; ++i) {
        const Layout::Jet jet = to.jets[i];
        if (from.in_point(jet.unknown, jet.order))
            q[i] = p[from.position(jet.unknown, jet.order)];
        else if (jet.order == from.d[jet.unknown] && !z.empty())
            q[i] = z[jet.unknown];
    }
    return q;
}

VectorOf<Quad> shortest_solution(const MatrixOf<Quad>& a, const VectorOf<Quad>& b)
{
    return least_squares<Quad>(a, b, dependent);
}

std::optional<SingularForm> SingularForm::make(const CompletedSystem& completed, Scale scale,
                                               const std::vector<Quad>& invariant_values)
{
    if (completed.layout.unknowns > most_singular_unknowns) return std::nullopt;
    System system = completed.system;
    Structure structure = find_structure(system, {.jointly_affine = true});
    if (structure.code != Outcome::complete) return std::nullopt;
    // Closure rows may contain what the equations alone do not need as coordinates.
    std::vector<int> orders(structure.d.size(), 0);
    for (const Invariant& row : system.invariants)
        cover_jets(system.graph, row.expression, 1, orders);
    if (!raise_to(structure, system.graph, orders, most_nodes)) return std::nullopt;
    SingularForm form(make_completed(std::move(system), std::move(structure)), scale);
    form.geometry_->invariant_values() = invariant_values;
    return form;
}

SingularForm::SingularForm(CompletedSystem completed, Scale scale)
    : geometry_(std::make_unique<Geometry<Quad>>(std::move(completed), false)), scale_(scale)
{
}

void SingularForm::fix_scale(const std::vector<Quad>& p)
{
    const Layout& l = layout();
    lengths_.resize(l.size);
    const std::vector<double> floors = floors_of(scale_, l);
    for (int i = 0; i < l.size; ++i) lengths_[i] = abs(p[i]) + Quad(floors[std::size_t(i)]);
    column_.resize(l.unknowns + 1);
    column_[0] = lengths_[0];
    for (int j = 0; j < l.unknowns; ++j)
        column_[j + 1] = l.d[j] > 0 ? lengths_[l.offset[j] + l.d[j] - 1] : Quad(1);
    // A row in the size of the differential it comes from, d f_i^(c_i - 1), or else of the larger
    // of itself and what it changes by within the scale.
    VectorOf<Quad> sizes = VectorOf<Quad>::Zero(l.unknowns);
    const MatrixOf<Quad> dg = gradient(p);
    for (std::size_t r = 0; r < l.constraints.size(); ++r)
        if (l.constraints[r].stage == -1) sizes[l.constraints[r].equation] = dg.row(r).norm();
    row_ = VectorOf<Quad>::Ones(l.unknowns);
    const MatrixOf<Quad> here = matrix(p);
    MatrixOf<Quad> change = here.cwiseAbs();
    const Quad h = Quad(1e-11);
    for (int i = 0; i < l.size; ++i) {
        VectorOf<Quad> d = VectorOf<Quad>::Zero(l.size);
        d[i] = h;
        change += (matrix(moved(p, d)) - here).cwiseAbs() / h;
    }
    for (int i = 0; i < l.unknowns; ++i) {
        const Quad size = sizes[i] > 0 ? sizes[i] : change.row(i).norm();
        row_[i] = size > 0 ? size : Quad(1);
    }
}

MatrixOf<Quad> SingularForm::matrix(const std::vector<Quad>& q)
{
    const CompletedSystem& c = geometry_->completed();
    const int n = c.layout.unknowns;
    std::vector<Quad> zero(n, Quad(0)), rows(n), entries(c.jacobian.entries.size());
    geometry_->matrix(q.data(), zero.data(), rows.data(), entries.data());
    MatrixOf<Quad> m = MatrixOf<Quad>::Zero(n, n + 1);
    for (int i = 0; i < n; ++i) m(i, 0) = rows[i];
    for (std::size_t e = 0; e < entries.size(); ++e)
        m(c.jacobian.entries[e].row, c.jacobian.entries[e].column + 1) = entries[e];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= n; ++j) m(i, j) *= column_[j] / row_[i];
    return m;
}

MatrixOf<Quad> SingularForm::gradient(const std::vector<Quad>& q)
{
    const CompletedSystem& c = geometry_->completed();
    std::vector<Quad> entries(c.constraint_jacobian.entries.size());
    geometry_->constraint_jacobian(q.data(), entries.data());
    MatrixOf<Quad> dg =
        MatrixOf<Quad>::Zero(c.constraint_jacobian.rows, c.constraint_jacobian.columns);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = c.constraint_jacobian.entries[e];
        dg(row, column) = entries[e] * lengths_[column];
    }
    return dg;
}

VectorOf<Quad> SingularForm::constraints(const std::vector<Quad>& q)
{
    VectorOf<Quad> g(geometry_->completed().constraint_jacobian.rows);
    geometry_->constraints(q.data(), g.data());
    return g;
}

VectorOf<Quad> SingularForm::embed(const std::vector<Quad>& q, const VectorOf<Quad>& null) const
{
    const Layout& l = layout();
    VectorOf<Quad> v = VectorOf<Quad>::Zero(l.size);
    const Quad xi = null[0] * column_[0];
    v[0] = xi;
    for (int j = 0; j < l.unknowns; ++j) {
        const int first = l.offset[j];
        for (int k = 0; k + 1 < l.d[j]; ++k) v[first + k] = xi * q[first + k + 1];
        if (l.d[j] > 0) v[first + l.d[j] - 1] = null[j + 1] * column_[j + 1];
    }
    return v.cwiseQuotient(lengths_);
}

std::vector<Quad> SingularForm::moved(const std::vector<Quad>& q, const VectorOf<Quad>& d) const
{
    std::vector<Quad> to = q;
    for (std::size_t i = 0; i < q.size(); ++i) to[i] += d[i] * lengths_[i];
    return to;
}

VectorOf<Quad> SingularForm::difference(const std::vector<Quad>& a,
                                        const std::vector<Quad>& b) const
{
    VectorOf<Quad> d(lengths_.size());
    for (int i = 0; i < d.size(); ++i) d[i] = (a[i] - b[i]) / lengths_[i];
    return d;
}

/// The rate of what is a coordinate here alone is not known: 0.
std::vector<Quad> SingularForm::rates(const Layout& from, const WalkPoint& at) const
{
    std::vector<Quad> v(std::size_t(layout().size), Quad(0));
    v[0] = at.v[0];
    for (int i = 1; i < layout().size; ++i) {
        const Layout::Jet jet = layout().jets[i];
        if (from.in_point(jet.unknown, jet.order))
            v[i] = at.v[from.position(jet.unknown, jet.order)];
    }
    return v;
}

VectorOf<Quad> SingularForm::direction(const Layout& from, const WalkPoint& at) const
{
    const std::vector<Quad> v = rates(from, at);
    VectorOf<Quad> d(lengths_.size());
    for (int i = 0; i < d.size(); ++i) d[i] = v[i] / lengths_[i];
    return d;
}

bool SingularForm::project(std::vector<Quad>& q)
{
    Quad last = 1;
    for (int k = 0; k < most_iterations; ++k) {
        const VectorOf<Quad> g = constraints(q);
        if (g.size() == 0) return true;
        const VectorOf<Quad> d = shortest_solution(gradient(q), -g);
        const Quad size = d.norm();
        if (!isfinite(size)) return false;
        q = moved(q, d);
        // Near a singular point round-off ends the iteration earlier.
        if (size < arrived || (size < Quad(1e-18) && size > last / 2)) return true;
        last = size;
    }
    return false;
}

std::vector<double> SingularForm::row(const std::vector<Quad>& q, const std::vector<Quad>& z,
                                      const std::vector<std::string>& columns)
{
    std::vector<Quad> row{q[0]};
    Columns<Quad>(*geometry_, columns, true).append(q.data(), z.data(), row);
    std::vector<double> values;
    for (const Quad& value : row) {
        if (!isfinite(value)) return {};
        values.push_back(to_double(value));
    }
    return values;
}

std::vector<Quad> SingularForm::no_tops() const
{
    return std::vector<Quad>(std::size_t(layout().unknowns),
                             std::numeric_limits<Quad>::quiet_NaN());
}

}  // namespace involute
