// SPDX-License-Identifier: Apache-2.0
#include "papers/lub_force_forms.hpp"

#include <cmath>
#include <stdexcept>

#include "involute/base/dense.hpp"

namespace involute::papers {
namespace {

template <class S>
double largest(const VectorOf<S>& x)
{
    double result = 0;
    for (const S& entry : x) {
        const double size = std::abs(to_double(entry));
        if (!(size <= result)) result = size;  // NaN stays
    }
    return result;
}

/// Rows and columns: accelerations of all stages first, then forces of all stages.
template <class S>
struct Layout {
    const StiffStep<S>& step;

    int n() const { return step.n(); }
    int m() const { return step.problem.m; }
    int size() const { return step.s() * (n() + m()); }
    int row(int i) const { return i * n(); }
    int low(int i) const { return step.s() * n() + i * m(); }
};

template <class S>
StageResult<S> with_forces(const StiffStep<S>& step, const VectorOf<S>& start,
                           const VectorOf<S>& forces)
{
    return {.accelerations = start, .forces = forces.replicate(step.s(), 1)};
}

template <class S>
VectorOf<S> hairer_residual(const Layout<S>& at, const StageResult<S>& x)
{
    const StiffStep<S>& step = at.step;
    VectorOf<S> residual(at.size());
    for (int i = 0; i < step.s(); ++i) {
        const auto [y, v] = step.stage(x.accelerations, i);
        const VectorOf<S> lambda = x.forces.segment(i * at.m(), at.m());
        residual.segment(at.row(i), at.n()) =
            step.problem.mass(y) * x.accelerations.segment(at.row(i), at.n()) -
            step.problem.force(y, v) + step.problem.G(y).transpose() * lambda;
        residual.segment(at.low(i), at.m()) =
            (step.problem.g(y) - step.eps * step.eps * lambda) / (step.h * step.h);
    }
    return residual;
}

template <class S>
MatrixOf<S> hairer_matrix(const Layout<S>& at, const StageResult<S>& x)
{
    const StiffStep<S>& step = at.step;
    const auto& p = step.problem;
    const int n = at.n(), m = at.m();
    MatrixOf<S> matrix = MatrixOf<S>::Zero(at.size(), at.size());
    for (int i = 0; i < step.s(); ++i) {
        const auto [y, v] = step.stage(x.accelerations, i);
        const VectorOf<S> a = x.accelerations.segment(at.row(i), n);
        const MatrixOf<S> g_y = p.g_y(y), f_v = p.force_v(y, v);
        const MatrixOf<S> in_y =
            p.inertia_y(y, v, a) + p.pull_y(y, VectorOf<S>(x.forces.segment(i * m, m)));
        for (int k = 0; k < step.s(); ++k) {
            matrix.block(at.row(i), at.row(k), n, n) =
                step.h * step.h * step.method.A2(i, k) * in_y - step.h * step.method.A(i, k) * f_v;
            matrix.block(at.low(i), at.row(k), m, n) = step.method.A2(i, k) * g_y;
        }
        matrix.block(at.row(i), at.row(i), n, n) += p.mass(y);
        matrix.block(at.row(i), at.low(i), n, m) = p.G(y).transpose();
        matrix.block(at.low(i), at.low(i), m, m)
            .diagonal()
            .setConstant(-step.eps * step.eps / (step.h * step.h));
    }
    return matrix;
}

/// m columns of ∇²U as Gᵗ and m rows of them as E, by complete pivoting where the step starts: a
/// left inverse of Gᵗ is E⁻¹ on those rows and 0 elsewhere.
struct Selection {
    std::vector<int> columns{}, rows{};
};

template <class S>
Selection select(const StiffStep<S>& step)
{
    const FullLu<S> lu(step.problem.hessian(step.from.y));
    const std::vector<int> columns = lu.column_order(), rows = lu.row_order();
    const int m = step.problem.m;
    return {{columns.data(), columns.data() + m}, {rows.data(), rows.data() + m}};
}

template <class S>
struct Columns {
    MatrixOf<S> Gt{};
    std::vector<int> rows{};
    Lu<S> E{};

    Columns(const MatrixOf<S>& hessian, const Selection& selection)
        : Gt(hessian(Eigen::all, selection.columns)),
          rows(selection.rows),
          E(MatrixOf<S>(Gt(selection.rows, Eigen::all)))
    {
    }
    /// (Gᵗ)⁻x.
    MatrixOf<S> coordinates(const MatrixOf<S>& x) const
    {
        return E.solve(MatrixOf<S>(x(rows, Eigen::all)));
    }
};

template <class S>
MatrixOf<S> general_matrix(const Layout<S>& at, const Selection& selection)
{
    const StiffStep<S>& step = at.step;
    const int n = at.n(), m = at.m();
    const MatrixOf<S> hessian = step.problem.hessian(step.from.y);
    const MatrixOf<S> mass = step.problem.mass(step.from.y);
    const Columns<S> columns(hessian, selection);
    const MatrixOf<S> KG = columns.coordinates(hessian);
    MatrixOf<S> matrix = MatrixOf<S>::Zero(at.size(), at.size());
    for (int i = 0; i < step.s(); ++i) {
        matrix.block(at.row(i), at.row(i), n, n) = mass;
        matrix.block(at.row(i), at.low(i), n, m) = columns.Gt;
        for (int k = 0; k < step.s(); ++k)
            matrix.block(at.low(i), at.row(k), m, n) = step.method.A2(i, k) * KG;
        matrix.block(at.low(i), at.low(i), m, m)
            .diagonal()
            .setConstant(-step.eps * step.eps / (step.h * step.h));
    }
    return matrix;
}

/// What (8.6) leaves with the remainders r of all stages, and the next ones by (8.7).
template <class S>
struct GeneralRows {
    VectorOf<S> residual{}, remainder{};
};

template <class S>
GeneralRows<S> general_rows(const Layout<S>& at, const Selection& selection,
                            const StageResult<S>& x, const VectorOf<S>& r)
{
    const StiffStep<S>& step = at.step;
    const int n = at.n(), m = at.m();
    GeneralRows<S> rows{VectorOf<S>(at.size()), VectorOf<S>(step.size())};
    for (int i = 0; i < step.s(); ++i) {
        const auto [y, v] = step.stage(x.accelerations, i);
        const VectorOf<S> lambda = x.forces.segment(i * m, m);
        const Columns<S> columns(step.problem.hessian(y), selection);
        const VectorOf<S> gradient = step.problem.gradient(y), pull = columns.Gt * lambda;
        rows.residual.segment(at.row(i), n) =
            step.problem.mass(y) * x.accelerations.segment(at.row(i), n) -
            step.problem.force(y, v) + pull - r.segment(at.row(i), n);
        rows.residual.segment(at.low(i), m) =
            (columns.coordinates(gradient) - step.eps * step.eps * lambda) / (step.h * step.h);
        rows.remainder.segment(at.row(i), n) = pull - gradient / (step.eps * step.eps);
    }
    return rows;
}

}  // namespace

template <class S>
bool StageResult<S>::advance(const VectorOf<S>& change, const IterationOptions& options)
{
    const Eigen::Index size = accelerations.size();
    accelerations -= change.head(size);
    if (change.size() > size) forces -= change.tail(forces.size());
    const double moved = largest(VectorOf<S>(change.head(size))), scale = largest(accelerations);
    increments.push_back(moved);
    const bool finite = std::isfinite(moved) && std::isfinite(scale);
    converged = finite && moved <= options.tolerance * scale;
    return finite && !converged;
}

template <class S>
VectorOf<S> constrained_start(const StiffStep<S>& step)
{
    return constrained_motion(step.problem, step.from).acceleration.replicate(step.s(), 1);
}

template <class S>
StageResult<S> solve_hairer(const StiffStep<S>& step, const VectorOf<S>& start,
                            const IterationOptions& options)
{
    if (step.eps != 0 && !step.problem.exact)
        throw std::invalid_argument("the force of this problem is not along the normals");
    const Layout<S> at{step};
    StageResult<S> x = with_forces(step, start, constrained_motion(step.problem, step.from).lambda);
    for (int k = 0; k < options.most; ++k) {
        const VectorOf<S> residual = hairer_residual(at, x);
        if (!x.advance(solve_square(hairer_matrix(at, x), residual), options)) break;
    }
    return x;
}

template <class S>
StageResult<S> solve_constrained_stages(const StiffStep<S>& step, const IterationOptions& options)
{
    const StiffStep<S> limit{step.problem, step.method, S(0), step.h, step.from};
    return solve_hairer(limit, constrained_start(limit), options);
}

template <class S>
MatrixOf<S> general_matrix(const StiffStep<S>& step)
{
    return general_matrix(Layout<S>{step}, select(step));
}

template <class S>
StageResult<S> solve_general(const StiffStep<S>& step, const VectorOf<S>& start,
                             const IterationOptions& options)
{
    const Layout<S> at{step};
    const Selection selection = select(step);
    const Lu<S> factors(general_matrix(at, selection));
    const auto& p = step.problem;
    const VectorOf<S> force =
        p.G(step.from.y).transpose() * constrained_motion(p, step.from).lambda;
    StageResult<S> x = with_forces<S>(
        step, start, Columns<S>(p.hessian(step.from.y), selection).coordinates(force));
    VectorOf<S> r = VectorOf<S>::Zero(step.size());
    for (int outer = 0; outer < options.outer; ++outer) {
        if (outer > 0) r = general_rows(at, selection, x, r).remainder;
        for (int k = 0; k < options.most; ++k)
            if (!x.advance(factors.solve(general_rows(at, selection, x, r).residual), options))
                break;
        if (!x.converged) break;
    }
    return x;
}

template struct StageResult<double>;
template struct StageResult<Quad>;
template StageResult<double> solve_hairer(const StiffStep<double>&, const VectorOf<double>&,
                                          const IterationOptions&);
template StageResult<Quad> solve_hairer(const StiffStep<Quad>&, const VectorOf<Quad>&,
                                        const IterationOptions&);
template StageResult<double> solve_constrained_stages(const StiffStep<double>&,
                                                      const IterationOptions&);
template StageResult<Quad> solve_constrained_stages(const StiffStep<Quad>&,
                                                    const IterationOptions&);
template StageResult<double> solve_general(const StiffStep<double>&, const VectorOf<double>&,
                                           const IterationOptions&);
template StageResult<Quad> solve_general(const StiffStep<Quad>&, const VectorOf<Quad>&,
                                         const IterationOptions&);
template MatrixOf<double> general_matrix(const StiffStep<double>&);
template MatrixOf<Quad> general_matrix(const StiffStep<Quad>&);
template VectorOf<double> constrained_start(const StiffStep<double>&);
template VectorOf<Quad> constrained_start(const StiffStep<Quad>&);

}  // namespace involute::papers
