// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/crossing.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/singular/tangent_cone.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 40;
const Quad arrived = Quad(1e-24);
constexpr double contraction = 0.5;
const Quad first_difference = Quad(1e-11), wide_difference = Quad(1e-8);
// Forms that change by more than this part between the two are those of higher derivatives.
constexpr double steady = 0.1;
// What constraints may be at a crossing, in scale: with data of 16 digits, and for certain.
const Quad nearly_met = Quad(1e-18), surely_met = Quad(1e-28);
// What rounding leaves of them in quadruple precision.
const Quad rounding = Quad(2e-33);
// Singular values below this vanish, in scale.
constexpr double vanishing = 1e-10;

/// One level of the constraints in scale, with rows of size 1.
class Level {
public:
    Level(SingularForm& form, const ConstraintLevel& level, const std::vector<Quad>& q)
        : form_(form), level_(level)
    {
        // A row may vanish at the crossing: its size is what it changes by within the scale.
        size_ = VectorOf<Quad>::Ones(rows());
        const MatrixOf<Quad> here = gradient(q);
        MatrixOf<Quad> change = here.cwiseAbs();
        for (int k = 0; k < columns(); ++k)
            change +=
                (gradient(moved(q, k, first_difference)) - here).cwiseAbs() / first_difference;
        for (int i = 0; i < rows(); ++i)
            if (const Quad size = change.row(i).norm(); size > 0) size_[i] = size;
    }
    int rows() const { return int(level_.rows.size()); }
    int columns() const { return int(level_.columns.size()); }

    MatrixOf<Quad> gradient(const std::vector<Quad>& q) const
    {
        const MatrixOf<Quad> all = form_.gradient(q);
        MatrixOf<Quad> part(rows(), columns());
        for (int i = 0; i < rows(); ++i)
            for (int k = 0; k < columns(); ++k)
                part(i, k) = all(level_.rows[i], level_.columns[k]) / size_[i];
        return part;
    }
    VectorOf<Quad> constraints(const std::vector<Quad>& q) const
    {
        const VectorOf<Quad> all = form_.constraints(q);
        VectorOf<Quad> part(rows());
        for (int i = 0; i < rows(); ++i) part[i] = all[level_.rows[i]] / size_[i];
        return part;
    }
    std::vector<Quad> moved(const std::vector<Quad>& q, int column, const Quad& by) const
    {
        std::vector<Quad> to = q;
        const int at = level_.columns[column];
        to[at] += by * form_.lengths()[at];
        return to;
    }
    std::vector<Quad> moved(const std::vector<Quad>& q, const VectorOf<Quad>& by) const
    {
        std::vector<Quad> to = q;
        for (int k = 0; k < columns(); ++k) to = moved(to, k, by[k]);
        return to;
    }
    /// d/dq (Gᵗ u), symmetric.
    MatrixOf<Quad> hessian(const std::vector<Quad>& q, const VectorOf<Quad>& u,
                           const Quad& h = first_difference) const
    {
        MatrixOf<Quad> result(columns(), columns());
        for (int k = 0; k < columns(); ++k)
            result.col(k) =
                (gradient(moved(q, k, h)) - gradient(moved(q, k, -h))).transpose() * u / (2 * h);
        return result;
    }

private:
    SingularForm& form_;
    const ConstraintLevel& level_;
    VectorOf<Quad> size_;
};

Svd decomposed(const MatrixOf<Quad>& m)
{
    return full_svd(m.cast<double>());
}

/// Gauss-Newton on g = 0, Gᵗ u = 0, Bᵗ u = a: more equations than unknowns, which agree at a
/// crossing and nowhere else. B: near the left null space of G there; u stands in it where it was.
bool newton(const Level& level, std::vector<Quad>& q, VectorOf<Quad>& u,
            const MatrixOf<Quad>& border)
{
    const int m = level.rows(), n = level.columns();
    const auto r = int(border.cols());
    const VectorOf<Quad> there = border.transpose() * u;
    Quad last = 0;
    for (int k = 0; k < most_iterations; ++k) {
        const MatrixOf<Quad> g = level.gradient(q);
        MatrixOf<Quad> system = MatrixOf<Quad>::Zero(m + n + r, n + m);
        system.topLeftCorner(m, n) = g;
        system.block(m, 0, n, n) = level.hessian(q, u);
        system.block(m, n, n, m) = g.transpose();
        system.bottomRightCorner(r, m) = border.transpose();
        VectorOf<Quad> rhs(m + n + r);
        rhs << -level.constraints(q), -(g.transpose() * u), there - border.transpose() * u;
        const VectorOf<Quad> d = shortest_solution(system, rhs);
        const Quad size = d.head(n).norm();
        // No coordinate moves by more than its own size.
        if (!isfinite(size) || (k == 0 && d.head(n).cwiseAbs().maxCoeff() > Quad(1))) return false;
        if (k > 0 && size > arrived && size > Quad(contraction) * last) return false;
        q = level.moved(q, d.head(n));
        u += d.tail(m);
        if (size <= arrived) {
            const Quad left =
                level.constraints(q).norm() + (level.gradient(q).transpose() * u).norm();
            return left < nearly_met;
        }
        last = size;
    }
    return false;
}

/// Linear conditions on a direction of the level beside dg w = 0: jets are each other's
/// derivatives, and where the tops belong to the level, the rows of C that are no differentials of
/// constraints hold as well. Tops of unknowns without coordinates are further columns.
MatrixOf<Quad> linear_conditions(SingularForm& form, const ConstraintLevel& level,
                                 const std::vector<Quad>& q)
{
    const Layout& l = form.layout();
    const int n = int(level.columns.size());
    std::vector<VectorOf<Quad>> rows;
    std::vector<int> column_of(std::size_t(l.size), -1);
    for (int k = 0; k < n; ++k) column_of[level.columns[k]] = k;
    const int extra = level.stage == -1 ? l.unknowns : 0;
    for (int i = 1; i + 1 < l.size; ++i) {
        if (l.jets[i + 1].unknown != l.jets[i].unknown) continue;
        if (column_of[i] < 0 || column_of[i + 1] < 0) continue;
        VectorOf<Quad> row = VectorOf<Quad>::Zero(n + extra);
        row[column_of[i]] = 1;
        row[0] = -q[i + 1] * form.lengths()[0] / form.lengths()[i];
        rows.push_back(row / row.norm());
    }
    if (extra > 0) {
        const MatrixOf<Quad> c = form.matrix(q);
        for (int i = 0; i < l.unknowns; ++i) {
            if (form.geometry().completed().structure.c[i] > 0) continue;
            VectorOf<Quad> row = VectorOf<Quad>::Zero(n + extra);
            row[0] = c(i, 0);
            for (int j = 0; j < l.unknowns; ++j) {
                const int top = l.d[j] > 0 ? column_of[l.offset[j] + l.d[j] - 1] : n + j;
                row[top] = c(i, j + 1);
            }
            rows.push_back(row);
        }
    }
    MatrixOf<Quad> conditions(int(rows.size()), n + extra);
    for (int i = 0; i < conditions.rows(); ++i) conditions.row(i) = rows[i];
    return conditions;
}

/// A basis of the null space of a matrix, as columns.
Eigen::MatrixXd null_space(const MatrixOf<Quad>& m)
{
    const auto svd = decomposed(m);
    int rank = 0;
    for (int i = 0; i < svd.values.size(); ++i)
        rank += svd.values[i] > vanishing * std::max(1.0, svd.values[0]);
    return svd.V.rightCols(m.cols() - rank);
}

/// An orthonormal basis of what the columns span.
Eigen::MatrixXd spanned(const Eigen::MatrixXd& columns)
{
    if (columns.cols() == 0) return columns;
    const Svd svd = thin_svd(columns);
    int rank = 0;
    for (int i = 0; i < svd.values.size(); ++i) rank += svd.values[i] > vanishing;
    return svd.U.leftCols(rank);
}

/// uᵗ d²g(w, w) for w in the span of the basis, as matrices; one for every column of u.
std::vector<Eigen::MatrixXd> forms_on(const Level& level, const std::vector<Quad>& q,
                                      const MatrixOf<Quad>& u, const Eigen::MatrixXd& basis,
                                      const Quad& h = first_difference)
{
    std::vector<Eigen::MatrixXd> forms;
    const MatrixOf<Quad> wide = basis.cast<Quad>();
    for (int k = 0; k < u.cols(); ++k) {
        const MatrixOf<Quad> hessian = level.hessian(q, u.col(k), h);
        forms.push_back(MatrixOf<Quad>(wide.transpose() * hessian * wide).cast<double>());
    }
    return forms;
}

/// Whether the forms vanish, as for y^4 = x^4: then differences show higher derivatives.
bool are_flat(const std::vector<Eigen::MatrixXd>& forms, const std::vector<Eigen::MatrixXd>& wide)
{
    double all = 0, change = 0;
    for (std::size_t k = 0; k < forms.size(); ++k) {
        all += forms[k].squaredNorm();
        change += (wide[k] - forms[k]).squaredNorm();
    }
    return change > steady * steady * all;
}

/// The size of the forms along the coordinate that changes them least, among those that do: units
/// may differ.
Quad weakest_part(const std::vector<Eigen::MatrixXd>& forms)
{
    constexpr double no_part = 1e-20;  // what differences in Quad leave of nothing
    Eigen::VectorXd sizes = Eigen::VectorXd::Zero(forms[0].rows());
    for (const Eigen::MatrixXd& form : forms)
        sizes = sizes.cwiseMax(form.cwiseAbs().rowwise().maxCoeff());
    double weakest = 1;
    for (const double size : sizes)
        if (size > no_part * sizes.maxCoeff()) weakest = std::min(weakest, size);
    return Quad(weakest);
}

/// How many differentials seem to depend on others near a crossing: what becomes small there is
/// separated from what does not.
int lost_rank(const Eigen::VectorXd& values)
{
    const double between = std::max(vanishing, std::sqrt(values[0] * values[values.size() - 1]));
    return int(std::ranges::count_if(values, [&](double value) { return value <= between; }));
}

/// A vector that has parts of all columns, none of them by accident the same.
VectorOf<Quad> mixed(const MatrixOf<Quad>& columns)
{
    VectorOf<Quad> sum = VectorOf<Quad>::Zero(columns.rows());
    for (int k = 0; k < columns.cols(); ++k) sum += columns.col(k) / Quad(1 + 0.37 * k);
    return sum / sum.norm();
}

/// u: the left null vectors of the differential at the crossing; near: a point that was on the way
/// to it.
void resolve(SingularForm& form, const Level& level, const MatrixOf<Quad>& u,
             const std::vector<Quad>& near, BranchCrossing& at)
{
    const int n = level.columns();
    const MatrixOf<Quad> beside = linear_conditions(form, at.level, at.p);
    MatrixOf<Quad> system =
        MatrixOf<Quad>::Zero(level.rows() + beside.rows(), std::max<int>(n, int(beside.cols())));
    system.topLeftCorner(level.rows(), n) = level.gradient(at.p);
    system.bottomRows(beside.rows()) = beside;
    Eigen::MatrixXd basis = spanned(null_space(system).topRows(n));
    std::vector<Eigen::MatrixXd> b = forms_on(level, at.p, u, basis);
    // Where nothing depends on x, time goes on at any speed: only the way through space counts.
    const Eigen::VectorXd time = basis.row(0).transpose();
    const auto is_free = [&](const Eigen::MatrixXd& form_of_one) {
        return (form_of_one * time).norm() <= vanishing * form_of_one.norm();
    };
    if (time.norm() > 1 - vanishing && std::ranges::all_of(b, is_free)) {
        Eigen::MatrixXd space = basis - (basis * time) * time.transpose();
        basis = spanned(space);
        b = forms_on(level, at.p, u, basis);
    }
    at.directions = int(basis.cols());
    at.flat = are_flat(b, forms_on(level, at.p, u, basis, wide_difference));
    if (at.flat || at.directions == 0) return;
    // Branches that pass each other do so at a distance whose square tells the forms' size.
    const Quad left = level.constraints(at.p).norm();
    at.certain = left < std::max<Quad>(rounding, surely_met * weakest_part(b));
    Eigen::VectorXd from(n);
    const VectorOf<Quad> apart = form.difference(near, at.p);
    for (int k = 0; k < n; ++k) from[k] = to_double(Quad(apart[at.level.columns[k]]));
    const ConeLines cone = cone_lines(b, basis.transpose() * from);
    at.resolved = cone.isolated;
    for (const Eigen::VectorXd& line : cone.lines) {
        const Eigen::VectorXd w = basis * line;
        VectorOf<Quad> full = VectorOf<Quad>::Zero(form.layout().size);
        for (int k = 0; k < n; ++k) full[at.level.columns[k]] = Quad(w[k]);
        at.lines.push_back(full / full.norm());
    }
}

/// The crossing next to q at which the differentials lose as many ranks as `dependent` has columns,
/// vectors near the left null space there.
std::optional<BranchCrossing> crossing_of(SingularForm& form, const Level& scaled,
                                          const ConstraintLevel& level, std::vector<Quad> q,
                                          const Eigen::MatrixXd& dependent)
{
    const std::vector<Quad> from = q;
    const MatrixOf<Quad> border = dependent.cast<Quad>();
    VectorOf<Quad> u = mixed(border);
    if (!newton(scaled, q, u, border)) return std::nullopt;
    const Svd there = decomposed(scaled.gradient(q));
    const auto lost = std::ranges::count_if(there.values, [](double v) { return v <= vanishing; });
    if (lost != border.cols()) return std::nullopt;
    BranchCrossing at{.level = level, .p = std::move(q)};
    at.lost = int(lost);
    at.fixes_x = at.p[0] != from[0];
    at.certain = scaled.constraints(at.p).norm() < surely_met;  // if forms do not tell more
    const MatrixOf<Quad> null = there.U.rightCols(lost).cast<Quad>();
    resolve(form, scaled, lost == 1 ? MatrixOf<Quad>(u) : null, from, at);
    return at;
}

}  // namespace

std::vector<ConstraintLevel> constraint_levels(const Layout& layout)
{
    std::vector<ConstraintLevel> levels;
    for (int stage = -layout.stages; stage < 0; ++stage) {
        ConstraintLevel level{.stage = stage, .rows = {}, .columns = {0}};
        for (std::size_t r = 0; r < layout.constraints.size(); ++r)
            if (layout.constraints[r].stage <= stage) level.rows.push_back(int(r));
        for (int i = 1; i < layout.size; ++i)
            if (layout.jets[i].order - layout.d[layout.jets[i].unknown] <= stage)
                level.columns.push_back(i);
        if (!level.rows.empty()) levels.push_back(std::move(level));
    }
    return levels;
}

double crossing_margin(SingularForm& form, const ConstraintLevel& level, const std::vector<Quad>& q)
{
    form.fix_scale(q);
    const Eigen::VectorXd values = decomposed(Level(form, level, q).gradient(q)).values;
    return values[values.size() - 1] / std::max(1.0, values[0]);
}

std::optional<BranchCrossing> find_crossing(SingularForm& form, const ConstraintLevel& level,
                                            std::vector<Quad> q)
{
    form.fix_scale(q);
    const Level scaled(form, level, q);
    const auto near = decomposed(scaled.gradient(q));
    const int lost = lost_rank(near.values);
    auto found = crossing_of(form, scaled, level, q, near.U.rightCols(lost));
    if (!found && lost > 1) found = crossing_of(form, scaled, level, q, near.U.rightCols(1));
    return found;
}

}  // namespace involute
