// SPDX-License-Identifier: Apache-2.0
#include "involute/project/retraction.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "involute/base/state_limits.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 30;  // as in the papers
constexpr int chord_length = 3;

bool wants_hessian(ProjectionWay way)
{
    return way == ProjectionWay::newton || way == ProjectionWay::chord ||
           way == ProjectionWay::second_order;
}

bool is_quadratic(ProjectionWay way)
{
    return way == ProjectionWay::newton || way == ProjectionWay::frozen;
}

/// [1 + diag(ℓ) H diag(ℓ), diag(ℓ) dfᵗ; df diag(ℓ), 0], with a diagonal below for rows left out.
std::vector<SparseEntry> kkt_pattern(const SparsePattern& df, const SparsePattern& hessian)
{
    std::vector<SparseEntry> entries;
    for (int i = 0; i < df.columns + df.rows; ++i) entries.push_back({i, i});
    entries.insert(entries.end(), hessian.entries.begin(), hessian.entries.end());
    for (const auto& [row, column] : df.entries) {
        entries.push_back({df.columns + row, column});
        entries.push_back({column, df.columns + row});
    }
    return entries;
}

std::vector<SparseEntry> full_pattern(int size)
{
    std::vector<SparseEntry> entries;
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) entries.push_back({i, j});
    return entries;
}

}  // namespace

template <class S>
Retraction<S>::Retraction(Geometry<S>& geometry, Scale scale, ProjectionWay way, Metric metric)
    : geometry_(geometry),
      way_(way),
      metric_(std::move(metric)),
      projector_(geometry, scale),
      iteration_(floors_of(scale, geometry.layout()),
                 {.most = most_iterations, .quadratic = is_quadratic(way), .stagnation = 0.9}),
      normal_(geometry.completed().constraint_jacobian)
{
    const SparsePattern& df = geometry.completed().constraint_jacobian;
    const auto size = std::size_t(df.columns), rows = std::size_t(df.rows);
    require_metric(metric_, df.columns);
    for (const double floor : floors_of(scale, geometry.layout())) floors_.push_back(S(floor));
    if (wants_hessian(way)) {
        second_.emplace(geometry);
        const auto pattern = kkt_pattern(df, second_->hessian_pattern());
        matrix_ = LinearSolver<S>(df.columns + df.rows, pattern);
        values_.resize(pattern.size());
        hessian_.resize(second_->hessian_pattern().entries.size());
    } else if (way == ProjectionWay::frozen) {
        matrix_ = LinearSolver<S>(df.rows, full_pattern(df.rows));
        values_.resize(rows * rows);
    }
    independent_.reserve(rows);
    rows_in_use_.reserve(rows);
    for (auto* v : {&target_, &lengths_, &delta_, &normal_part_}) v->resize(size);
    for (auto* v : {&f_, &mu_}) v->resize(rows);
    df_.resize(df.entries.size());
    unknowns_.resize(size + rows);
}

template <class S>
Projection Retraction<S>::move(S* z, double tolerance, bool x_free, const StepBase<S>* base)
{
    ++count;
    if (way_ == ProjectionWay::sweep)
        return x_free ? projector_.with_x_free(z, tolerance) : projector_.at_fixed_x(z, tolerance);
    if (f_.empty()) return {.converged = true};
    std::copy(z, z + target_.size(), target_.begin());
    lengths_at(metric_, base ? base->p : z, int(target_.size()), lengths_.data());
    if (!x_free) lengths_[0] = S(0);
    if (!settled_) settle(z, tolerance, x_free);
    Projection result = way_ == ProjectionWay::gauss_newton ? gauss_newton(z, tolerance)
                        : way_ == ProjectionWay::frozen     ? frozen(z, tolerance, base)
                                                            : kkt(z, tolerance, base);
    // z was too far away: at a focal point of M, which need not be a singularity of it.
    if (result.health == Health::singular) result.health = Health::good;
    if (result.converged && !others_hold(z, tolerance)) result.converged = settled_ = false;
    // The distance from the given point, not from the point the iteration began with.
    if (way_ == ProjectionWay::second_order) result.moved = iteration_.distance(z, target_);
    return result;
}

/// Which rows are independent can be seen on M only: f₁ and f₁ f₂ are independent beside M and
/// dependent on it. So this is decided once, at the point of M that the shortest corrections lead
/// to.
template <class S>
void Retraction<S>::settle(const S* z, double tolerance, bool x_free)
{
    std::copy(z, z + delta_.size(), delta_.begin());
    // Rows that are dependent on M are independent far from it, which can make the iteration fail:
    // try again with the rows that are independent on M.
    Projection found;
    for (int k = 0; k < 5 && !found.converged && found.health == Health::good; ++k)
        found = x_free ? projector_.with_x_free(delta_.data(), tolerance)
                       : projector_.shortest_at_fixed_x(delta_.data(), tolerance);
    geometry_.constraint_jacobian(delta_.data(), df_.data());
    settled_ = found.converged && normal_.stand(df_.data(), lengths_.data());
    independent_.resize(f_.size());
    std::iota(independent_.begin(), independent_.end(), 0);
    if (settled_) independent_ = normal_.kept();
}

/// True if the rows left out hold too, to `tolerance` in scale.
template <class S>
bool Retraction<S>::others_hold(const S* q, double tolerance)
{
    using std::abs;
    if (normal_.rank() == int(f_.size())) return true;
    geometry_.constraints(q, f_.data());
    geometry_.constraint_jacobian(q, df_.data());
    std::fill(mu_.begin(), mu_.end(), S(0));
    const auto& entries = geometry_.completed().constraint_jacobian.entries;
    for (std::size_t e = 0; e < entries.size(); ++e)
        mu_[entries[e].row] +=
            abs(df_[e]) * (abs(q[entries[e].column]) + floors_[std::size_t(entries[e].column)]);
    for (std::size_t a = 0; a < f_.size(); ++a)
        if (!(abs(f_[a]) <= S(tolerance) * mu_[a])) return false;
    return true;
}

/// f, df and the normal space at q.
template <class S>
Health Retraction<S>::stand(const S* q)
{
    geometry_.constraints(q, f_.data());
    geometry_.constraint_jacobian(q, df_.data());
    return normal_.stand(df_.data(), lengths_.data(), independent_) ? Health::good
                                                                    : Health::not_finite;
}

/// d = (z - q) - W dfᵗ λ with B λ = df (z - q) + f(q): the step of the linearised problem.
template <class S>
Projection Retraction<S>::gauss_newton(S* q, double tolerance)
{
    return iteration_.run(q, tolerance, [&]() -> Factored {
        if (stand(q) != Health::good) return {Health::not_finite, false};
        for (std::size_t i = 0; i < delta_.size(); ++i) delta_[i] = target_[i] - q[i];
        normal_.differential(delta_.data(), mu_.data());
        for (std::size_t a = 0; a < f_.size(); ++a) mu_[a] += f_[a];
        normal_.lift(mu_.data(), normal_part_.data());
        for (std::size_t i = 0; i < delta_.size(); ++i) q[i] += delta_[i] - normal_part_[i];
        return {};
    });
}

// ---- along the normals at the start of the step: f(z - Σ c_k n_k) = 0, Newton on c

template <class S>
Projection Retraction<S>::frozen(S* q, double tolerance, const StepBase<S>* base)
{
    const Health at_base = stand(base ? base->p : q);
    if (at_base != Health::good) return {.health = at_base};
    return iteration_.run(q, tolerance, [&]() -> Factored {
        using std::isfinite;
        geometry_.constraints(q, f_.data());
        geometry_.constraint_jacobian(q, df_.data());
        for (const S& value : f_)
            if (!isfinite(value)) return {Health::not_finite, false};
        if (!factor_frozen()) return {Health::singular, false};
        std::fill(mu_.begin(), mu_.end(), S(0));
        for (int k = 0; k < normal_.rank(); ++k) mu_[k] = f_[normal_.kept()[k]];
        matrix_.solve(mu_.data());
        for (int k = 0; k < normal_.rank(); ++k)
            for (std::size_t i = 0; i < delta_.size(); ++i)
                q[i] -= mu_[k] * normal_.basis(k, int(i)) * lengths_[i];
        return {};
    });
}

/// df(q) (n_1 .. n_r), rows in the order of kept(), and 1 on the rest of the diagonal.
template <class S>
bool Retraction<S>::factor_frozen()
{
    const std::vector<int>& kept = normal_.kept();
    const std::size_t rows = f_.size();
    const int rank = normal_.rank();
    std::fill(values_.begin(), values_.end(), S(0));
    const auto& entries = geometry_.completed().constraint_jacobian.entries;
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto at = std::ranges::lower_bound(kept, entries[e].row);
        if (at == kept.end() || *at != entries[e].row) continue;
        const int i = entries[e].column;
        S* const row = values_.data() + std::size_t(at - kept.begin()) * rows;
        for (int k = 0; k < rank; ++k) row[k] += df_[e] * lengths_[i] * normal_.basis(k, i);
    }
    for (std::size_t a = std::size_t(rank); a < rows; ++a) values_[a * rows + a] = S(1);
    return matrix_.factor(values_.data()) && matrix_.pivot_ratio() >= singular_ratio;
}

// ---- Newton on F(q, μ) = 0

template <class S>
Projection Retraction<S>::kkt(S* q, double tolerance, const StepBase<S>* base)
{
    rows_in_use_.clear();
    std::fill(mu_.begin(), mu_.end(), S(0));
    if (way_ == ProjectionWay::second_order && base && base->v) second_order_start(q, *base);
    const int refresh = way_ == ProjectionWay::newton ? 1 : chord_length;
    int k = 0;
    return iteration_.run(q, tolerance, [&]() -> Factored {
        if (k++ % refresh == 0) {
            if (stand(q) != Health::good) return {Health::not_finite, false};
            if (!factor_kkt(q)) return {Health::singular, false};
        } else {
            geometry_.constraints(q, f_.data());
            geometry_.constraint_jacobian(q, df_.data());
        }
        solve_kkt(q);
        for (std::size_t i = 0; i < delta_.size(); ++i) q[i] += delta_[i];
        return {};
    });
}

/// The h for which p + h v is nearest to z.
template <class S>
S Retraction<S>::gone_along(const StepBase<S>& base) const
{
    if (base.h != S(0)) return base.h;
    S along(0), square(0);
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
        if (!(lengths_[i] > S(0))) continue;
        const S unit = base.v[i] / lengths_[i];
        along += unit * (target_[i] - base.p[i]) / lengths_[i];
        square += unit * unit;
    }
    return square > S(0) ? S(along / square) : S(0);
}

/// μ = B⁻¹ d²f(V, V) h²/2 and q = p + h V - W dfᵗ μ, at p: exact up to h³ for z = p + h V
/// (Tuomela, Arponen II, (5.3)).
template <class S>
void Retraction<S>::second_order_start(S* q, const StepBase<S>& base)
{
    if (stand(base.p) != Health::good) return;
    second_->both(base.p, base.v, base.v, f_.data());
    const S h = gone_along(base);
    for (S& value : f_) value *= h * h / S(2);
    normal_.multipliers(f_.data(), mu_.data());
    normal_.lift(f_.data(), normal_part_.data());
    for (std::size_t i = 0; i < delta_.size(); ++i)
        if (lengths_[i] > S(0)) q[i] = base.p[i] + h * base.v[i] - normal_part_[i];
    rows_in_use_ = normal_.kept();
}

/// In the unknowns dq/ℓ and dμ, which make the matrix symmetric. If the set of independent rows has
/// changed, the multipliers start again from the best ones at q.
template <class S>
bool Retraction<S>::factor_kkt(const S* q)
{
    const SparsePattern& df = geometry_.completed().constraint_jacobian;
    if (rows_in_use_ != normal_.kept()) {
        rows_in_use_ = normal_.kept();
        for (std::size_t i = 0; i < delta_.size(); ++i) delta_[i] = target_[i] - q[i];
        normal_.differential(delta_.data(), unknowns_.data());
        normal_.multipliers(unknowns_.data(), mu_.data());
    }
    second_->hessian(q, mu_.data(), hessian_.data());
    S* value = values_.data();
    for (int i = 0; i < df.columns; ++i) *value++ = S(1);
    S* const constraint_diagonal = value;
    for (int a = 0; a < df.rows; ++a) *value++ = S(1);
    for (const int a : rows_in_use_) constraint_diagonal[a] = S(0);
    const auto& places = second_->hessian_pattern().entries;
    for (std::size_t e = 0; e < places.size(); ++e)
        *value++ = lengths_[places[e].row] * hessian_[e] * lengths_[places[e].column];
    for (std::size_t e = 0; e < df.entries.size(); ++e) {
        const auto [row, column] = df.entries[e];
        const bool in_use = constraint_diagonal[row] == S(0);
        const S scaled = in_use ? S(df_[e] * lengths_[column]) : S(0);
        *value++ = scaled;
        *value++ = scaled;
    }
    return matrix_.factor(values_.data()) && matrix_.pivot_ratio() >= singular_ratio;
}

/// delta_ := dq, mu_ += dμ from -F(q, μ).
template <class S>
void Retraction<S>::solve_kkt(const S* q)
{
    const SparsePattern& df = geometry_.completed().constraint_jacobian;
    std::fill(unknowns_.begin(), unknowns_.end(), S(0));
    for (std::size_t e = 0; e < df.entries.size(); ++e) {
        const auto [row, column] = df.entries[e];
        unknowns_[column] -= lengths_[column] * df_[e] * mu_[row];
    }
    for (int i = 0; i < df.columns; ++i)
        if (lengths_[i] > S(0)) unknowns_[i] += (target_[i] - q[i]) / lengths_[i];
    for (const int a : rows_in_use_) unknowns_[df.columns + a] = -f_[a];
    matrix_.solve(unknowns_.data());
    for (int i = 0; i < df.columns; ++i) delta_[i] = lengths_[i] * unknowns_[i];
    for (int a = 0; a < df.rows; ++a) mu_[a] += unknowns_[df.columns + a];
}

template <class S>
void Retraction<S>::visit_state(State& state)
{
    const State::Part part(state, "retraction");
    state("count", count);
    state("sweeps", projector_.count);
    state("settled", settled_);
    state("independent", independent_);
    const auto is_row = [&](int row) { return row >= 0 && std::size_t(row) < f_.size(); };
    require(state, independent_.size() <= f_.size() && std::ranges::all_of(independent_, is_row),
            "independent");
}

template class Retraction<double>;
template class Retraction<Quad>;

}  // namespace involute
