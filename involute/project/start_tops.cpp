// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_tops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace involute {
namespace {

constexpr int restarts = 12;
constexpr int most_iterations = 40;
// Coordinates up to which given tops are reached by differences.
constexpr int most_differences = 200;
// Points around at which tops are looked at, and how far away, in natural sizes.
constexpr int points_around = 3;
constexpr double nearby = 1e-2;

}  // namespace

template <class S>
GivenTops<S>::GivenTops(Geometry<S>& geometry, Scale part, const Wishes& wishes,
                        std::vector<int> rows)
    : geometry_(geometry),
      c_(geometry.completed()),
      part_(part),
      wishes_(wishes),
      rows_(std::move(rows)),
      floors_(std::size_t(c_.layout.unknowns), part.floor),
      nearest_(geometry, wishes.floors, rows_)
{
    for (int j = 0; j < c_.layout.unknowns; ++j)
        if (wishes_.given[c_.layout.size + j]) tops_.push_back(j);
}

template <class S>
void GivenTops<S>::measure(const std::vector<S>& p, const std::vector<S>& z)
{
    std::mt19937 random(4245);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> change(z.size(), 0);
    for (int k = 0; k < points_around; ++k) {
        std::vector<S> q = p, there = z;
        for (std::size_t i = 1; i < q.size(); ++i)
            q[i] += S(nearby * wishes_.sizes[i] * uniform(random));
        if (geometry_.field(q.data(), there.data()).health != Health::good) continue;
        for (std::size_t j = 0; j < z.size(); ++j)
            change[j] = std::max(change[j], std::abs(to_double(S(there[j] - z[j]))) / nearby);
    }
    for (std::size_t j = 0; j < z.size(); ++j) {
        if (!std::isfinite(change[j])) continue;
        // However fast a top changes: what is given must not count as zero beside it.
        const double found = std::abs(to_double(z[j]));
        const auto& given = wishes_.given[std::size_t(c_.layout.size) + j];
        const double told = std::max(given ? std::abs(to_double(*given)) : 0.0, wishes_.unit);
        floors_[j] = part_.floor * std::min(std::max(change[j], found), std::max(found, told));
    }
}

template <class S>
bool GivenTops<S>::agree(const std::vector<S>& z) const
{
    using std::abs;
    return std::all_of(tops_.begin(), tops_.end(), [&](int j) {
        const S wish = from_quad<S>(*wishes_.given[c_.layout.size + j]);
        return abs(z[j] - wish) <= S(1e-10) * (abs(wish) + S(floors_[std::size_t(j)]));
    });
}

/// Newton's method on the imposed rows and z_j(p) = given, with differences for the latter.
template <class S>
bool GivenTops<S>::newton(std::vector<S>& q, std::vector<S>& z)
{
    using std::abs;
    const int size = c_.layout.size, m = int(rows_.size()), k = m + int(tops_.size());
    SparsePattern dense{k, size, {}};
    for (int i = 0; i < k; ++i)
        for (int j = 0; j < size; ++j) dense.entries.push_back({i, j});
    MinimumNorm<S> minimum_norm(dense);
    const SparsePattern& pattern = c_.constraint_jacobian;
    std::vector<S> g(c_.constraint_nodes.size()), entries(pattern.entries.size()), shifted(z),
        residual(k), delta(size);
    MatrixOf<S> a(size, k);  // column-major, so its transpose is row after row
    const std::vector<S> w = wished_weights(wishes_, q, true);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        geometry_.constraints(q.data(), g.data());
        geometry_.constraint_jacobian(q.data(), entries.data());
        if (geometry_.field(q.data(), z.data()).health != Health::good) return false;
        a.setZero();
        for (int i = 0; i < m; ++i) residual[i] = g[rows_[i]];
        for (std::size_t e = 0; e < entries.size(); ++e)
            for (int i = 0; i < m; ++i)
                if (rows_[i] == pattern.entries[e].row)
                    a(pattern.entries[e].column, i) += entries[e];
        for (int j = 1; j < size; ++j) {
            if (w[j] == S(0)) continue;
            const S keep = q[j], h = S(1e-7) * (abs(keep) + S(wishes_.floors[std::size_t(j)]));
            q[j] = keep + h;
            geometry_.field(q.data(), shifted.data());
            q[j] = keep;
            for (int t = 0; t < k - m; ++t) a(j, m + t) = (shifted[tops_[t]] - z[tops_[t]]) / h;
        }
        for (int t = 0; t < k - m; ++t)
            residual[m + t] = z[tops_[t]] - from_quad<S>(*wishes_.given[size + tops_[t]]);
        if (!minimum_norm.correct(a.data(), w.data(), residual.data(), delta.data())) return false;
        for (int i = 0; i < size; ++i) q[i] += delta[i];
    }
    return geometry_.field(q.data(), z.data()).health == Health::good;
}

template <class S>
bool GivenTops<S>::reach(std::vector<S>& p, std::vector<S>& z)
{
    using std::abs;
    if (c_.layout.size > most_differences) return false;
    std::mt19937 random(4244);
    std::normal_distribution<double> normal;
    for (int attempt = 0; attempt <= restarts; ++attempt) {
        std::vector<S> q = p, tops = z;
        for (std::size_t i = 1; attempt > 0 && i < q.size(); ++i)
            if (!wishes_.given[i]) q[i] += S(normal(random)) * (abs(q[i]) + S(wishes_.sizes[i]));
        if (!newton(q, tops)) continue;
        if (!nearest_.residual(q.data()).converged || !agree(tops)) continue;
        p = q;
        z = tops;
        return true;
    }
    return false;
}

template <class S>
std::optional<typename GivenTops<S>::Difference> GivenTops<S>::difference(
    const std::vector<S>& z, std::vector<std::string>& notices) const
{
    for (const int j : tops_) {
        const Quad& given = *wishes_.given[c_.layout.size + j];
        const double found = to_double(z[j]);
        const double off = std::abs(found - to_double(given));
        const std::string name = start_name(c_, c_.layout.size + j);
        const double floor = floors_[std::size_t(j)];
        if (off <= 1e-9 * (std::abs(found) + floor)) continue;
        if (off <= rounding_allowance(given, floor)) {
            notices.push_back(moved_text(name, given, found));
            continue;
        }
        return Difference{name + " = " + to_text(given), name + " = " + to_text(found, 10)};
    }
    return std::nullopt;
}

template class GivenTops<double>;
template class GivenTops<Quad>;

}  // namespace involute
