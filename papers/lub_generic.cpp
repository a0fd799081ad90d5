// SPDX-License-Identifier: Apache-2.0
// The system in R⁴: y = (x, y, z, w), with
//     g1 = |y|² - 7/4,  g2 = x z + y w² + 3/8,  U = (k1 g1² + k2 g2² + 3/10 g1 g2)/2,
//     k1 = 1 + x y/3,  k2 = 2 + sin z,  M = I + y yᵗ/2,  f = -e_w - |v|² y/4.
#include "involute/base/dense.hpp"
#include "papers/lub_problems.hpp"

namespace involute::papers {
namespace {

template <class S>
VectorOf<S> constraints(const VectorOf<S>& y)
{
    return VectorOf<S>{{y.squaredNorm() - S(7) / 4, y[0] * y[2] + y[1] * y[3] * y[3] + S(3) / 8}};
}

template <class S>
MatrixOf<S> normals(const VectorOf<S>& y)
{
    MatrixOf<S> G(2, 4);
    G.row(0) = 2 * y.transpose();
    G.row(1) << y[2], y[3] * y[3], y[0], 2 * y[1] * y[3];
    return G;
}

/// λ1 ∇²g1 + λ2 ∇²g2.
template <class S>
MatrixOf<S> bend(const VectorOf<S>& y, const VectorOf<S>& lambda)
{
    MatrixOf<S> second = MatrixOf<S>::Zero(4, 4);
    second(0, 2) = second(2, 0) = 1;
    second(1, 3) = second(3, 1) = 2 * y[3];
    second(3, 3) = 2 * y[1];
    return 2 * lambda[0] * MatrixOf<S>::Identity(4, 4) + lambda[1] * second;
}

/// The stiffnesses k1, k2 with their derivatives; both second ones have few entries.
template <class S>
struct Stiffness {
    MatrixOf<S> K{}, slopes{};  // 2 × 2; ∇k1 and ∇k2 as columns
    MatrixOf<S> second[2]{};
};

template <class S>
Stiffness<S> stiffness(const VectorOf<S>& y)
{
    using std::cos;
    using std::sin;
    Stiffness<S> k{MatrixOf<S>(2, 2),
                   MatrixOf<S>::Zero(4, 2),
                   {MatrixOf<S>::Zero(4, 4), MatrixOf<S>::Zero(4, 4)}};
    k.K << 1 + y[0] * y[1] / 3, S(3) / 20, S(3) / 20, 2 + sin(y[2]);
    k.slopes(0, 0) = y[1] / 3;
    k.slopes(1, 0) = y[0] / 3;
    k.slopes(2, 1) = cos(y[2]);
    k.second[0](0, 1) = k.second[0](1, 0) = S(1) / 3;
    k.second[1](2, 2) = -sin(y[2]);
    return k;
}

/// ∇U = GᵗKg + (g1² ∇k1 + g2² ∇k2)/2: the last two are not along the rows of G.
template <class S>
VectorOf<S> gradient(const VectorOf<S>& y)
{
    const VectorOf<S> g = constraints(y);
    const Stiffness<S> k = stiffness(y);
    return normals(y).transpose() * (k.K * g) + k.slopes * g.cwiseProduct(g) / 2;
}

template <class S>
MatrixOf<S> hessian(const VectorOf<S>& y)
{
    const VectorOf<S> g = constraints(y);
    const MatrixOf<S> G = normals(y);
    const Stiffness<S> k = stiffness(y);
    const MatrixOf<S> mixed = k.slopes * g.asDiagonal() * G;
    return G.transpose() * k.K * G + bend(y, VectorOf<S>(k.K * g)) + mixed + mixed.transpose() +
           (g[0] * g[0] * k.second[0] + g[1] * g[1] * k.second[1]) / 2;
}

}  // namespace

template <class S>
StiffMechanics<S> generic_mechanics()
{
    using Vector = VectorOf<S>;
    using Matrix = MatrixOf<S>;
    StiffMechanics<S> p{.n = 4, .m = 2};
    p.mass = [](const Vector& y) -> Matrix {
        return Matrix::Identity(4, 4) + y * y.transpose() / 2;
    };
    p.force = [](const Vector& y, const Vector& v) -> Vector {
        return -Vector::Unit(4, 3) - v.squaredNorm() / 4 * y;
    };
    p.force_v = [](const Vector& y, const Vector& v) -> Matrix { return -y * v.transpose() / 2; };
    p.inertia_y = [](const Vector& y, const Vector& v, const Vector& a) -> Matrix {
        const S diagonal = y.dot(a) / 2 + v.squaredNorm() / 4;
        return diagonal * Matrix::Identity(4, 4) + y * a.transpose() / 2;
    };
    p.gradient = gradient<S>;
    p.hessian = hessian<S>;
    p.g = constraints<S>;
    p.g_y = normals<S>;
    p.G = normals<S>;
    p.pull_y = bend<S>;
    return p;
}

template <class S>
MechanicalState<S> generic_start()
{
    const VectorOf<S> y{{S(1), S(1) / 2, S(-1) / 2, S(1) / 2}};
    const VectorOf<S> u{{S(1), S(-1), S(1) / 2, S(1)}};
    const MatrixOf<S> G = normals(y);
    const VectorOf<S> across = solve_square<S>(G * G.transpose(), VectorOf<S>(G * u));
    return {y, u - G.transpose() * across};
}

template StiffMechanics<double> generic_mechanics();
template StiffMechanics<Quad> generic_mechanics();
template MechanicalState<double> generic_start();
template MechanicalState<Quad> generic_start();

}  // namespace involute::papers
