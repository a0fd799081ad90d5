// SPDX-License-Identifier: Apache-2.0
// Sparse linear algebra, compiled once: callers see patterns and values, Eigen's sparse
// decompositions are instantiated in sparse.cpp alone.
#pragma once

#include <memory>
#include <span>

#include "involute/base/linear.hpp"
#include "involute/base/sparse_pattern.hpp"

namespace involute {

/// A square matrix with a fixed pattern, and its factors.
class SparseLu {
public:
    /// An entry may be named more than once: its values add up.
    SparseLu(int size, std::span<const SparseEntry> entries);
    ~SparseLu();

    void set_zero();
    void add(std::size_t entry, double value);
    /// False: singular. The pattern is analysed the first time only.
    bool factor();
    void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;
    bool determinant_is_negative() const;

private:
    struct Factors;
    std::unique_ptr<Factors> factors_;
};

/// N = A W Aᵗ with diagonal W, and the factors of N + damping.
class SparseNormal {
public:
    SparseNormal(int rows, int columns, std::span<const SparseEntry> entries);
    ~SparseNormal();

    /// False: N + damping is singular.
    bool factor(std::span<const double> values, const Eigen::VectorXd& weights, double damping);
    Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
    Eigen::VectorXd times(const Eigen::VectorXd& x) const;  // N x

private:
    struct Factors;
    std::unique_ptr<Factors> factors_;
};

}  // namespace involute
