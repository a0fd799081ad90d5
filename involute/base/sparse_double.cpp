// SPDX-License-Identifier: Apache-2.0
#include "involute/base/sparse_lu.hpp"

namespace involute {

template class SparseLu<double>;

struct SparseNormal::Factors {
    std::vector<SparseEntry> entries;
    Eigen::SparseMatrix<double> a, normal, shift;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
};

SparseNormal::SparseNormal(int rows, int columns, std::span<const SparseEntry> entries)
    : factors_(std::make_unique<Factors>())
{
    factors_->entries.assign(entries.begin(), entries.end());
    factors_->a.resize(rows, columns);
    factors_->shift.resize(rows, rows);
}

SparseNormal::~SparseNormal() = default;

bool SparseNormal::factor(std::span<const double> values, const Eigen::VectorXd& weights,
                          double damping)
{
    Factors& f = *factors_;
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(values.size());
    for (std::size_t e = 0; e < values.size(); ++e)
        triplets.emplace_back(f.entries[e].row, f.entries[e].column, values[e]);
    f.a.setFromTriplets(triplets.begin(), triplets.end());
    f.normal = f.a * weights.asDiagonal() * f.a.transpose();
    f.shift.setIdentity();
    f.shift *= damping;
    f.lu.compute(f.normal + f.shift);
    return f.lu.info() == Eigen::Success;
}

Eigen::VectorXd SparseNormal::solve(const Eigen::VectorXd& b) const
{
    return factors_->lu.solve(b);
}

Eigen::VectorXd SparseNormal::times(const Eigen::VectorXd& x) const
{
    return factors_->normal * x;
}

}  // namespace involute
