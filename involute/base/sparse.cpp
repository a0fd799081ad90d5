// SPDX-License-Identifier: Apache-2.0
#include "involute/base/sparse.hpp"

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <vector>

namespace involute {

struct SparseLu::Factors {
    Eigen::SparseMatrix<double> matrix;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
    std::vector<int> place;  // in the values of the matrix, by entry
    bool analyzed = false;
};

SparseLu::SparseLu(int size, std::span<const SparseEntry> entries)
    : factors_(std::make_unique<Factors>())
{
    Eigen::SparseMatrix<double>& matrix = factors_->matrix;
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(entries.size());
    for (const auto [row, column] : entries) triplets.emplace_back(row, column, 1.0);
    matrix.resize(size, size);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    matrix.makeCompressed();
    const int *rows = matrix.innerIndexPtr(), *columns = matrix.outerIndexPtr();
    for (const auto [row, column] : entries)
        factors_->place.push_back(
            int(std::lower_bound(rows + columns[column], rows + columns[column + 1], row) - rows));
}

SparseLu::~SparseLu() = default;

void SparseLu::set_zero()
{
    std::fill_n(factors_->matrix.valuePtr(), factors_->matrix.nonZeros(), 0.0);
}

void SparseLu::add(std::size_t entry, double value)
{
    factors_->matrix.valuePtr()[factors_->place[entry]] += value;
}

bool SparseLu::factor()
{
    if (!factors_->analyzed) factors_->lu.analyzePattern(factors_->matrix);
    factors_->analyzed = true;
    factors_->lu.factorize(factors_->matrix);
    return factors_->lu.info() == Eigen::Success;
}

void SparseLu::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const
{
    x = factors_->lu.solve(b);
}

bool SparseLu::determinant_is_negative() const
{
    return factors_->lu.signDeterminant() < 0;
}

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
