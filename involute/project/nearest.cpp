// SPDX-License-Identifier: Apache-2.0
#include "involute/project/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "involute/base/dense.hpp"
#include "involute/base/patience.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 60;
constexpr int most_halvings = 8;
constexpr int most_polishing = 3;
// Rows up to which orthogonal factors are computed.
constexpr int most_orthogonal = 150;
// A descent ends where the direction to p is normal to M up to this part of its length: the
// distance is then minimal up to half the square of this.
constexpr double normal_enough = 1e-4;

SparsePattern restrict_rows(const SparsePattern& pattern, const std::vector<int>& rows,
                            std::vector<int>& entry_of)
{
    std::vector<int> new_row(pattern.rows, -1);
    for (std::size_t r = 0; r < rows.size(); ++r) new_row[rows[r]] = int(r);
    SparsePattern result{int(rows.size()), pattern.columns, {}};
    for (std::size_t e = 0; e < pattern.entries.size(); ++e) {
        const auto [row, column] = pattern.entries[e];
        if (new_row[row] < 0) continue;
        result.entries.push_back({new_row[row], column});
        entry_of.push_back(int(e));
    }
    return result;
}

}  // namespace

template <class S>
NearestPoint<S>::NearestPoint(Geometry<S>& geometry, Scale scale, std::vector<int> rows)
    : NearestPoint(geometry, floors_of(scale, geometry.layout()), std::move(rows))
{
}

template <class S>
NearestPoint<S>::NearestPoint(Geometry<S>& geometry, std::vector<double> floors,
                              std::vector<int> rows)
    : geometry_(geometry),
      floors_(floors.begin(), floors.end()),
      rows_(std::move(rows)),
      pattern_(restrict_rows(geometry.completed().constraint_jacobian, rows_, entry_of_)),
      minimum_norm_(pattern_),
      all_rows_(geometry.completed().constraint_nodes.size()),
      all_entries_(geometry.completed().constraint_jacobian.entries.size()),
      residual_(rows_.size()),
      entries_(pattern_.entries.size()),
      delta_(geometry.layout().size),
      trial_(geometry.layout().size),
      target_(rows_.size()),
      ahead_(geometry.layout().size),
      reach_(rows_.size())
{
}

/// The rows and their Jacobian at q.
template <class S>
bool NearestPoint<S>::evaluate(const S* q)
{
    using std::isfinite;
    geometry_.constraints(q, all_rows_.data());
    geometry_.constraint_jacobian(q, all_entries_.data());
    bool finite = true;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        residual_[r] = all_rows_[rows_[r]];
        finite = finite && isfinite(residual_[r]);
    }
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        entries_[e] = all_entries_[entry_of_[e]];
        finite = finite && isfinite(entries_[e]);
    }
    return finite;
}

template <class S>
typename NearestPoint<S>::Found NearestPoint<S>::residual(const S* q)
{
    using std::abs;
    Found found;
    if (!evaluate(q)) return {false, std::numeric_limits<double>::infinity(), -1};
    std::fill(reach_.begin(), reach_.end(), 0.0);
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        reach_[row] += to_double(S(abs(entries_[e]) * (abs(q[column]) + floors_[column])));
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double size = std::abs(to_double(residual_[r]));
        const double here = size == 0 ? 0 : size / std::max(reach_[r], 1e-300);
        if (here >= found.residual) found = {false, here, rows_[r]};
    }
    found.converged = found.residual <= 200 * to_double(unit_roundoff<S>());
    return found;
}

template <class S>
double NearestPoint<S>::residual(const S* q, const std::vector<double>& floors)
{
    const std::vector<S> mine = std::exchange(floors_, {floors.begin(), floors.end()});
    const double found = residual(q).residual;
    floors_ = mine;
    return found;
}

/// The largest row at q, each divided by its size at the last call of residual(), so that the
/// measure does not change while a step is shortened.
template <class S>
double NearestPoint<S>::merit(const S* q)
{
    using std::isfinite;
    geometry_.constraints(q, all_rows_.data());
    double worst = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double size = std::abs(to_double(all_rows_[rows_[r]]));
        if (!isfinite(size)) return std::numeric_limits<double>::infinity();
        worst = std::max(worst, size == 0 ? 0 : size / std::max(reach_[r], 1e-300));
    }
    return worst;
}

/// delta_ := the shortest δ with A δ = -target_. Where the normal equations drop a row, which they
/// do from the square root of round-off on, orthogonal factors decide whether it depends on others.
template <class S>
bool NearestPoint<S>::shortest(const S* weights)
{
    using std::sqrt;
    if (!minimum_norm_.correct(entries_.data(), weights, target_.data(), delta_.data()))
        return false;
    const int m = pattern_.rows;
    if (std::is_same_v<S, Quad> || m > most_orthogonal || minimum_norm_.rank() == m) return true;
    MatrixOf<S> a = MatrixOf<S>::Zero(m, pattern_.columns);
    VectorOf<S> b(m);
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        a(row, column) += entries_[e] * sqrt(weights[column]);
    }
    for (int i = 0; i < m; ++i) {
        const S length = sqrt(S(a.row(i).squaredNorm()));
        b[i] = length > S(0) ? S(-target_[std::size_t(i)] / length) : S(0);
        if (length > S(0)) a.row(i) /= length;
    }
    const VectorOf<S> x = least_squares<S>(a, b, S(1000) * unit_roundoff<S>());
    for (int j = 0; j < pattern_.columns; ++j) delta_[std::size_t(j)] = sqrt(weights[j]) * x[j];
    return true;
}

/// Solves A δ = -target_ for the shortest δ, adds what delta_ held before, and moves q along it,
/// the whole way or as far as brings the rows down. False if no part of it does.
template <class S>
bool NearestPoint<S>::step(const S* weights, S* q, const Found& now, double& change)
{
    using std::abs;
    const int size = geometry_.layout().size;
    std::copy(delta_.begin(), delta_.end(), trial_.begin());
    if (!shortest(weights)) return false;
    change = 0;
    for (int i = 0; i < size; ++i) {
        delta_[i] += trial_[i];
        change = std::max(change, to_double(S(abs(delta_[i]) / (abs(q[i]) + floors_[i]))));
    }
    S damping(1);
    for (int halving = 0; halving <= most_halvings; ++halving, damping /= S(2)) {
        for (int i = 0; i < size; ++i) trial_[i] = q[i] + damping * delta_[i];
        const double there = merit(trial_.data());
        if (there >= now.residual && there > 200 * to_double(unit_roundoff<S>())) continue;
        std::copy(trial_.begin(), trial_.end(), q);
        return true;
    }
    return false;
}

/// Gauss-Newton towards the nearest point: linearised at q, the residual is g + A (p - q). Ends
/// when q stops moving, or when no part of a step makes progress.
template <class S>
typename NearestPoint<S>::Found NearestPoint<S>::approach(const S* p, const S* weights, S* q)
{
    const int size = geometry_.layout().size;
    Found now = residual(q);
    for (int k = 0; k < most_iterations && std::isfinite(now.residual); ++k) {
        keep_patience();
        for (std::size_t r = 0; r < rows_.size(); ++r) target_[r] = residual_[r];
        for (std::size_t e = 0; e < entries_.size(); ++e) {
            const auto [row, column] = pattern_.entries[e];
            target_[row] += entries_[e] * (p[column] - q[column]);
        }
        for (int i = 0; i < size; ++i) delta_[i] = p[i] - q[i];
        double change = 0;
        if (!step(weights, q, now, change)) break;
        now = residual(q);
        if (now.converged && change <= 1e-6) break;
    }
    return now;
}

/// Newton's method from q to M; ends when it makes no more progress.
template <class S>
typename NearestPoint<S>::Found NearestPoint<S>::reach(const S* weights, S* q, Found now)
{
    for (int k = 0; k < most_iterations && !now.converged && std::isfinite(now.residual); ++k) {
        keep_patience();
        target_ = residual_;
        std::fill(delta_.begin(), delta_.end(), S(0));
        double change = 0;
        if (!step(weights, q, now, change)) break;
        now = residual(q);
    }
    // Round-off may allow no better.
    now.converged = now.residual <= 1e4 * to_double(unit_roundoff<S>());
    return now;
}

template <class S>
double NearestPoint<S>::distance_squared(const S* p, const S* weights, const S* q) const
{
    S sum(0);
    for (int i = 0; i < geometry_.layout().size; ++i)
        if (weights[i] > S(0)) sum += (q[i] - p[i]) * (q[i] - p[i]) / weights[i];
    return to_double(sum);
}

template <class S>
double NearestPoint<S>::product(const S* weights, const std::vector<S>& u,
                                const std::vector<S>& v) const
{
    S sum(0);
    for (std::size_t i = 0; i < u.size(); ++i)
        if (weights[i] > S(0)) sum += u[i] * v[i] / weights[i];
    return to_double(sum);
}

/// v := the part of p - q tangent to M at q, which is minus half the gradient of the distance.
template <class S>
bool NearestPoint<S>::towards(const S* p, const S* weights, const S* q, std::vector<S>& v)
{
    if (!evaluate(q)) return false;
    std::fill(target_.begin(), target_.end(), S(0));
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        target_[row] += entries_[e] * (p[column] - q[column]);
    }
    if (!shortest(weights)) return false;
    for (std::size_t i = 0; i < v.size(); ++i)
        v[i] = weights[i] > S(0) ? S(p[i] - q[i] + delta_[i]) : S(0);
    return true;
}

/// Moves q along v and back to M by a step that brings it nearer to p. False if no step does.
template <class S>
bool NearestPoint<S>::slide(const S* p, const S* weights, const std::vector<S>& v, S length, S* q)
{
    const double before = distance_squared(p, weights, q), slope = product(weights, v, v);
    for (int halving = 0; halving <= 2 * most_halvings; ++halving, length /= S(2)) {
        for (std::size_t i = 0; i < v.size(); ++i) ahead_[i] = q[i] + length * v[i];
        if (!reach(weights, ahead_.data(), residual(ahead_.data())).converged) continue;
        // A tenth of what the slope promises (Armijo).
        const double there = distance_squared(p, weights, ahead_.data());
        if (there > before - 0.2 * to_double(length) * slope) continue;
        std::copy(ahead_.begin(), ahead_.end(), q);
        return true;
    }
    return false;
}

/// Along M towards p, with the step lengths of Barzilai and Borwein (IMA J. Numer. Anal. 8, 1988):
/// <s, s>/<s, y> for the last move s and the change y of the gradient over it.
template <class S>
void NearestPoint<S>::descend(const S* p, const S* weights, S* q)
{
    const std::size_t size = ahead_.size();
    std::vector<S> v(size), last(size), moved(size), turned(size);
    S length(1);
    for (int k = 0; k < most_iterations; ++k) {
        keep_patience();
        if (!towards(p, weights, q, v)) return;
        const double steep = product(weights, v, v);
        if (!(steep > normal_enough * normal_enough * distance_squared(p, weights, q))) return;
        if (k > 0) {
            for (std::size_t i = 0; i < size; ++i) {
                moved[i] = q[i] - moved[i];
                turned[i] = last[i] - v[i];
            }
            const double curved = product(weights, moved, turned);
            const double travelled = product(weights, moved, moved);
            length = S(curved > 0 ? std::clamp(travelled / curved, 1e-2, 1e2) : 1.0);
        }
        std::copy(q, q + size, moved.begin());
        last = v;
        if (!slide(p, weights, v, length, q)) return;
    }
}

template <class S>
typename NearestPoint<S>::Found NearestPoint<S>::find(const S* p, const S* weights, S* q)
{
    if (rows_.empty()) return {true, 0, -1};
    const Found found = reach(weights, q, approach(p, weights, q));
    if (!found.converged) return found;
    descend(p, weights, q);
    return polish(weights, q, reach(weights, q, residual(q)));
}

/// Newton's method to the last digit: others may measure with finer scales than these.
template <class S>
typename NearestPoint<S>::Found NearestPoint<S>::polish(const S* weights, S* q, Found now)
{
    std::vector<S> before(ahead_.size());
    for (int k = 0; k < most_polishing && now.converged && now.residual > 0; ++k) {
        std::copy(q, q + before.size(), before.begin());
        target_ = residual_;
        std::fill(delta_.begin(), delta_.end(), S(0));
        double change = 0;
        if (!step(weights, q, now, change)) break;
        const Found there = residual(q);
        if (!(there.residual < now.residual)) {
            std::copy(before.begin(), before.end(), q);
            break;
        }
        now = {true, there.residual, there.worst_row};
    }
    return now;
}

template class NearestPoint<double>;
template class NearestPoint<Quad>;

}  // namespace involute
