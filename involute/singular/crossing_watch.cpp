// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/crossing_watch.hpp"

#include <algorithm>

#include "involute/base/dense.hpp"

namespace involute {

template <class S>
CrossingWatch<S>::CrossingWatch(Geometry<S>& geometry)
    : geometry_(geometry), entries_(geometry.completed().constraint_jacobian.entries.size())
{
    for (ConstraintLevel& level : constraint_levels(geometry.layout())) {
        if (level.stage > -2 || level.rows.size() > std::size_t(most_singular_unknowns)) continue;
        level.columns.erase(level.columns.begin());  // x
        if (level.columns.size() == level.rows.size() + 1) levels_.push_back(std::move(level));
    }
}

/// The null vector of the level's differential G, with the sign of det [G; tᵗ] so that it is a
/// positive multiple of the vector of minors.
template <class S>
Eigen::VectorXd CrossingWatch<S>::tangent(const ConstraintLevel& level, const S* p)
{
    const SparsePattern& pattern = geometry_.completed().constraint_jacobian;
    geometry_.constraint_jacobian(p, entries_.data());
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(pattern.rows, pattern.columns);
    for (std::size_t e = 0; e < entries_.size(); ++e)
        all(pattern.entries[e].row, pattern.entries[e].column) = to_double(entries_[e]);
    const auto m = int(level.rows.size());
    Eigen::MatrixXd bordered(m + 1, m + 1);
    for (int i = 0; i < m; ++i)
        for (int k = 0; k <= m; ++k) bordered(i, k) = all(level.rows[i], level.columns[k]);
    const Eigen::MatrixXd transposed = bordered.topRows(m).transpose();
    const Eigen::MatrixXd q = orthogonal_factor(transposed);
    const Eigen::VectorXd null = q.col(m);
    bordered.row(m) = null.transpose();
    return Lu<double>(bordered).determinant() < 0 ? Eigen::VectorXd(-null) : null;
}

template <class S>
std::vector<Eigen::VectorXd> CrossingWatch<S>::tangents(const S* p)
{
    std::vector<Eigen::VectorXd> found;
    for (const ConstraintLevel& level : levels_) found.push_back(tangent(level, p));
    return found;
}

template <class S>
bool CrossingWatch<S>::reversed(const S* p, const S* q)
{
    const bool is_last = !last_.empty() && std::equal(last_.begin(), last_.end(), p);
    const std::vector<Eigen::VectorXd> at_p = is_last ? tangents_there_ : tangents(p);
    tangents_there_ = tangents(q);
    last_.assign(q, q + geometry_.layout().size);
    for (std::size_t k = 0; k < levels_.size(); ++k)
        if (at_p[k].dot(tangents_there_[k]) < 0) return true;
    return false;
}

template class CrossingWatch<double>;
template class CrossingWatch<Quad>;

}  // namespace involute
