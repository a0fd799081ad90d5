// SPDX-License-Identifier: Apache-2.0
// The functions of dense.hpp and sparse.hpp, on random matrices and against known values.
#include "involute/base/dense.hpp"

#include <gtest/gtest.h>

#include <random>

#include "involute/base/sparse.hpp"

namespace involute {
namespace {

template <class T>
MatrixOf<T> random_matrix(int rows, int columns, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    MatrixOf<T> a(rows, columns);
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) a(i, j) = T(uniform(random));
    return a;
}

/// The largest entry of A X - B, by plain loops: Eigen's products take long to compile.
template <class T, class X, class B>
double residual(const MatrixOf<T>& a, const X& x, const B& b)
{
    double largest = 0;
    for (int i = 0; i < a.rows(); ++i)
        for (int j = 0; j < x.cols(); ++j) {
            T sum = -b(i, j);
            for (int k = 0; k < a.cols(); ++k) sum += a(i, k) * x(k, j);
            largest = std::max(largest, std::abs(to_double(sum)));
        }
    return largest;
}

template <class T>
class Solving : public testing::Test {
public:
    // Round-off times the size, for random matrices of condition below 1e4.
    static constexpr double tolerance = std::is_same_v<T, double> ? 1e-11 : 1e-28;
};
using Scalars = testing::Types<double, Quad>;
TYPED_TEST_SUITE(Solving, Scalars);

TYPED_TEST(Solving, LeavesNoResidual)
{
    using T = TypeParam;
    for (int n = 1; n <= 40; n += 13) {
        const MatrixOf<T> a = random_matrix<T>(n, n, 1), b = random_matrix<T>(n, 3, 2);
        const VectorOf<T> v = b.col(0);
        const Lu<T> lu(a);
        VectorOf<T> x(n);
        lu.solve(v, x);
        EXPECT_LT(residual(a, x, v), this->tolerance);
        EXPECT_LT(residual(a, lu.solve(b), b), this->tolerance);
        EXPECT_LT(residual(a, lu.solve(v), v), this->tolerance);
        EXPECT_LT(residual(a, solve_square(a, v), v), this->tolerance);
        EXPECT_LT(residual(a, solve_square(a, b), b), this->tolerance);
        EXPECT_LT(residual(a, FullLu<T>(a).solve(v), v), this->tolerance);
        EXPECT_LT(residual(a, FullLu<T>(a).solve(b), b), this->tolerance);
        EXPECT_LT(residual(a, least_squares<T>(a, v, T(1e-15)), v), this->tolerance);
    }
}

TYPED_TEST(Solving, KnowsTheDeterminantOfHilbertsMatrix)
{
    using T = TypeParam;
    MatrixOf<T> hilbert(3, 3);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) hilbert(i, j) = T(1) / T(i + j + 1);
    EXPECT_NEAR(to_double(T(2160 * Lu<T>(hilbert).determinant())), 1, 1e-13);
    EXPECT_NEAR(to_double(T(2160 * FullLu<T>(hilbert).determinant())), 1, 1e-13);
}

TYPED_TEST(Solving, CanBeRepeatedWithTheSameFactors)
{
    using T = TypeParam;
    Lu<T> lu(5);
    for (unsigned seed = 1; seed < 4; ++seed) {
        const MatrixOf<T> a = random_matrix<T>(5, 5, seed);
        lu.compute(a);
        const VectorOf<T> b = a.col(0);
        EXPECT_LT(residual(a, lu.solve(b), b), this->tolerance);
        T product(1);
        for (int k = 0; k < 5; ++k) product *= lu.pivot(k);
        bool odd = false;
        for (int i = 0; i < 5; ++i)
            for (int k = 0; k < i; ++k) odd ^= lu.permutation()[k] > lu.permutation()[i];
        EXPECT_NEAR(to_double(T((odd ? -product : product) / lu.determinant())), 1, 1e-13);
    }
}

TYPED_TEST(Solving, FindsRankAndNullSpace)
{
    using T = TypeParam;
    using std::abs;
    // 7 × 6 of rank 3.
    const MatrixOf<T> left = random_matrix<T>(7, 3, 1), right = random_matrix<T>(3, 6, 2);
    MatrixOf<T> a(7, 6);
    T largest(0);
    for (int i = 0; i < 7; ++i)
        for (int j = 0; j < 6; ++j) {
            a(i, j) = T(0);
            for (int k = 0; k < 3; ++k) a(i, j) += left(i, k) * right(k, j);
            if (abs(a(i, j)) > largest) largest = abs(a(i, j));
        }
    const FullLu<T> lu(a, T(1e-12));
    EXPECT_EQ(lu.rank(), 3);
    const MatrixOf<T> kernel = lu.kernel();
    ASSERT_EQ(kernel.cols(), 3);
    EXPECT_LT(residual(a, kernel, MatrixOf<T>(MatrixOf<T>::Zero(7, 3))), this->tolerance);
    EXPECT_EQ(FullLu<T>(kernel).rank(), 3);
    // Pivots are what the orders say: the first is the largest entry of all.
    EXPECT_EQ(abs(a(lu.row_order()[0], lu.column_order()[0])), largest);
}

TYPED_TEST(Solving, PrefersTheShortestOfManySolutions)
{
    using T = TypeParam;
    const MatrixOf<T> a = MatrixOf<T>::Ones(1, 2);
    const VectorOf<T> x = least_squares<T>(a, VectorOf<T>::Constant(1, T(2)), T(1e-12));
    EXPECT_NEAR(to_double(x[0]), 1, 1e-15);
    EXPECT_NEAR(to_double(x[1]), 1, 1e-15);
}

TEST(Solving, WorksWithComplexNumbers)
{
    using C = std::complex<double>;
    MatrixOf<C> a(2, 2);
    a << C(1, 1), C(0, 2), C(3, 0), C(1, -1);
    const VectorOf<C> x{{C(1, 2), C(-1, 1)}};
    const VectorOf<C> b = a * x;
    EXPECT_LT((solve_square(a, b) - x).norm(), 1e-14);
    using Q = std::complex<Quad>;
    MatrixOf<Q> q(2, 2);
    q << Q(1, 1), Q(0, 2), Q(3, 0), Q(1, -1);
    const VectorOf<Q> y{{Q(1, 2), Q(-1, 1)}};
    VectorOf<Q> c(2);
    for (int i = 0; i < 2; ++i) c[i] = q(i, 0) * y[0] + q(i, 1) * y[1];
    const VectorOf<Q> found = solve_square(q, c);
    for (int i = 0; i < 2; ++i) {
        EXPECT_LT(abs(found[i].real() - y[i].real()), Quad(1e-31));
        EXPECT_LT(abs(found[i].imag() - y[i].imag()), Quad(1e-31));
    }
}

TEST(DampedLeastSquares, MinimisesTheDocumentedSum)
{
    // One equation 3 x = 2: x = 3·2 / (9 + µ²).
    const Eigen::MatrixXd one = Eigen::MatrixXd::Constant(1, 1, 3);
    const Eigen::VectorXd two = Eigen::VectorXd::Constant(1, 2);
    EXPECT_NEAR(damped_least_squares(one, two, 2)[0], 6.0 / 13, 1e-15);
    // Aᵗ(A x - b) + µ² x = 0, more rows than columns and fewer.
    for (const int rows : {3, 8}) {
        const Eigen::MatrixXd a = random_matrix<double>(rows, 5, 3);
        const Eigen::VectorXd b = random_matrix<double>(rows, 1, 4);
        const Eigen::VectorXd x = damped_least_squares(a, b, 0.1);
        EXPECT_LT((a.transpose() * (a * x - b) + 0.01 * x).norm(), 1e-12);
    }
}

TEST(SingularValues, MultiplyBackToTheMatrix)
{
    for (const auto& [rows, columns] : {std::pair{4, 4}, {6, 3}, {3, 6}}) {
        const Eigen::MatrixXd a = random_matrix<double>(rows, columns, 5);
        const Svd full = full_svd(a), thin = thin_svd(a);
        const int k = std::min(rows, columns);
        EXPECT_EQ(full.U.cols(), rows);
        EXPECT_EQ(full.V.cols(), columns);
        EXPECT_EQ(thin.U.cols(), k);
        EXPECT_LT((thin.U * thin.values.asDiagonal() * thin.V.transpose() - a).norm(), 1e-13);
        EXPECT_LT((full.U.transpose() * full.U - Eigen::MatrixXd::Identity(rows, rows)).norm(),
                  1e-13);
        EXPECT_LT(
            (full.U.leftCols(k) * full.values.asDiagonal() * full.V.leftCols(k).transpose() - a)
                .norm(),
            1e-13);
        EXPECT_LT((singular_values(a) - full.values).norm(), 1e-13);
    }
}

TEST(OrthogonalFactor, IsOrthogonalAndTriangularises)
{
    const Eigen::MatrixXd a = random_matrix<double>(5, 3, 6), q = orthogonal_factor(a);
    EXPECT_LT((q.transpose() * q - Eigen::MatrixXd::Identity(5, 5)).norm(), 1e-13);
    EXPECT_LT((q.rightCols(2).transpose() * a).norm(), 1e-13);
}

TEST(Eigenvalues, OfARotationLieOnTheUnitCircle)
{
    const Eigen::MatrixXd turn{{0.6, -0.8}, {0.8, 0.6}};
    const Eigen::VectorXcd values = eigenvalues(turn);
    EXPECT_NEAR(values[0].real(), 0.6, 1e-15);
    EXPECT_NEAR(std::abs(values[0].imag()), 0.8, 1e-15);
    const EigenPairs pairs = eigenpairs(turn);
    for (int k = 0; k < 2; ++k)
        EXPECT_LT((turn.cast<std::complex<double>>() * pairs.vectors.col(k) -
                   pairs.values[k] * pairs.vectors.col(k))
                      .norm(),
                  1e-14);
}

TEST(Inverted, TimesTheMatrixIsOne)
{
    const Eigen::Matrix3d a{{1, 2, 0}, {0, 1, 4}, {5, 0, 1}};
    EXPECT_LT((inverted(a) * a - Eigen::Matrix3d::Identity()).norm(), 1e-15);
}

TEST(SparseLu, AgreesWithDenseLu)
{
    // A chain with a repeated entry, whose values add up.
    const int n = 30;
    std::vector<SparseEntry> entries;
    for (int i = 0; i < n; ++i)
        for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j)
            entries.push_back({i, j});
    entries.push_back({0, 0});
    SparseLu sparse(n, entries);
    for (unsigned seed = 1; seed < 4; ++seed) {
        const Eigen::MatrixXd values = random_matrix<double>(int(entries.size()), 1, seed);
        Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
        sparse.set_zero();
        for (std::size_t e = 0; e < entries.size(); ++e) {
            sparse.add(e, values(Eigen::Index(e), 0));
            dense(entries[e].row, entries[e].column) += values(Eigen::Index(e), 0);
        }
        ASSERT_TRUE(sparse.factor());
        const Eigen::VectorXd b = random_matrix<double>(n, 1, 9);
        Eigen::VectorXd x(n);
        sparse.solve(b, x);
        EXPECT_LT((dense * x - b).norm(), 1e-9 * (1 + x.norm()));
        EXPECT_EQ(sparse.determinant_is_negative(), Lu<double>(dense).determinant() < 0);
    }
    sparse.set_zero();
    EXPECT_FALSE(sparse.factor());
}

TEST(SparseNormal, SolvesTheNormalEquations)
{
    const std::vector<SparseEntry> entries{{0, 0}, {0, 2}, {1, 1}, {1, 3}, {0, 3}};
    const std::vector<double> values{1, 2, 3, -1, 0.5};
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(2, 4);
    for (std::size_t e = 0; e < entries.size(); ++e)
        a(entries[e].row, entries[e].column) = values[e];
    const Eigen::VectorXd weights{{1, 2, 0.5, 3}};
    const Eigen::MatrixXd normal = a * weights.asDiagonal() * a.transpose();
    SparseNormal sparse(2, 4, entries);
    ASSERT_TRUE(sparse.factor(values, weights, 0.25));
    const Eigen::VectorXd b{{1, -2}}, x = sparse.solve(b);
    EXPECT_LT((normal * x + 0.25 * x - b).norm(), 1e-14);
    EXPECT_LT((sparse.times(b) - normal * b).norm(), 1e-14);
}

}  // namespace
}  // namespace involute
