// SPDX-License-Identifier: Apache-2.0
// Dense linear algebra, compiled once for each scalar: whoever needs a factorisation calls these
// functions, and Eigen's decompositions are instantiated in the files dense_*.cpp alone.
//
// T below is double, Quad, or a complex of one of them.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "involute/base/linear.hpp"

namespace involute {

/// P A = L U with partial pivoting: fast, for matrices known to be regular.
template <class T>
class Lu {
public:
    Lu();
    explicit Lu(int size);  // room for matrices of this size: compute() then allocates nothing
    explicit Lu(const MatrixOf<T>& a);
    ~Lu();
    Lu(Lu&&) noexcept;
    Lu& operator=(Lu&&) noexcept;

    void compute(const MatrixOf<T>& a);
    VectorOf<T> solve(const VectorOf<T>& b) const;
    MatrixOf<T> solve(const MatrixOf<T>& b) const;
    /// x := A⁻¹ b; x has the size of b already and is another vector.
    void solve(const VectorOf<T>& b, VectorOf<T>& x) const;

    T determinant() const;
    const T& pivot(int k) const;
    /// Where P takes every row.
    const Eigen::VectorXi& permutation() const;

private:
    struct Factors;
    std::unique_ptr<Factors> factors_;
};

/// A⁻¹ b by Lu.
template <class T>
VectorOf<T> solve_square(const MatrixOf<T>& a, const VectorOf<T>& b);
template <class T>
MatrixOf<T> solve_square(const MatrixOf<T>& a, const MatrixOf<T>& b);

/// By cofactors.
Eigen::Matrix3d inverted(const Eigen::Matrix3d& a);

/// P A Q = L U with full pivoting: reveals the rank. Pivots below threshold times the largest one
/// count as zero; by default the threshold is that of round-off.
template <class T>
class FullLu {
public:
    explicit FullLu(const MatrixOf<T>& a);
    FullLu(const MatrixOf<T>& a, const T& threshold);
    ~FullLu();

    int rank() const;
    /// A basis of the null space as columns; one zero column where there is none.
    MatrixOf<T> kernel() const;
    VectorOf<T> solve(const VectorOf<T>& b) const;
    MatrixOf<T> solve(const MatrixOf<T>& b) const;
    T determinant() const;
    /// The row, and the column, of A that gave the k-th pivot.
    std::vector<int> row_order() const;
    std::vector<int> column_order() const;

private:
    struct Factors;
    std::unique_ptr<Factors> factors_;
};

/// The shortest x that minimises |A x - b|; what is below threshold, relative to the largest pivot,
/// counts as zero.
template <class T>
VectorOf<T> least_squares(const MatrixOf<T>& a, const VectorOf<T>& b, const T& threshold);

/// The x that minimises |A x - b|² + damping² |x|². From A Aᵗ, so the damping must be well above
/// the root of round-off times the size of A.
Eigen::VectorXd damped_least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                     double damping);

/// Q of A = Q R, square.
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a);

/// A = U diag(values) Vᵗ, values descending.
struct Svd {
    Eigen::MatrixXd U{};
    Eigen::VectorXd values{};
    Eigen::MatrixXd V{};
};
/// U and V square.
Svd full_svd(const Eigen::MatrixXd& a);
/// As many columns as there are values.
Svd thin_svd(const Eigen::MatrixXd& a);
Eigen::VectorXd singular_values(const Eigen::MatrixXd& a);

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& a);

struct EigenPairs {
    Eigen::VectorXcd values{};
    Eigen::MatrixXcd vectors{};  // by columns
};
EigenPairs eigenpairs(const Eigen::MatrixXd& a);

}  // namespace involute
