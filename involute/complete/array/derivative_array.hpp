// SPDX-License-Identifier: Apache-2.0
// The derivative array F_r = {D^l F_i, l <= r} and what its ranks say. Jets are split into
// p (order <= o_j), u1 (order o_j + 1) and u2 (higher), o_j = ord_j - 1 where F is affine in the
// highest jets jointly and ord_j where it is not; A, B1, B2 are the derivatives of F_r by them.
//
//   m_r = rank[A B] - rank B     how many constraints on p the array contains
//   t_r = rank[B1 B2] - rank B2  how many combinations of u1 it determines
//
// m_r = m_{r-1} and t_r = n: complete. (m, t) unchanged with t < n: n - t directions are free.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"
#include "involute/complete/structural/jet_point.hpp"
#include "involute/complete/structural/signature.hpp"

namespace involute {

class DerivativeArray {
public:
    /// Rewrites the equations so that no false dependence is left; the system's graph grows by
    /// their first partial derivatives only.
    explicit DerivativeArray(System& system);

    int equations() const { return int(rows_.size()); }
    int unknowns() const { return int(orders_.size()); }
    const std::vector<NodeId>& rows() const { return rows_; }
    /// ord_j, 0 for an unknown that occurs nowhere.
    const std::vector<int>& orders() const { return orders_; }
    bool occurs(int unknown) const { return occurs_[unknown] != 0; }
    /// o_j: the highest order that belongs to p.
    const std::vector<int>& below() const { return below_; }
    const Signature& signature() const { return signature_; }
    /// Whether no first partial derivative depends on a jet, or on x.
    bool is_linear() const { return linear_; }
    bool is_autonomous() const { return constant_; }

    /// The jets of level r, as columns: orders 0..ord_j + r + 1 of every unknown.
    std::vector<int> orders_at(int level) const;

    /// Taylor coefficients (F_i)_l, l <= r, row l k + i, and their derivatives by the Taylor
    /// coefficients y_j^(s)/s!, column by unknown and order. False where not finite.
    template <class S>
    bool evaluate_at(const Graph& graph, const JetPoint& point, int level, VectorOf<S>& f,
                     MatrixOf<S>* jacobian) const;

private:
    struct Partial {
        int equation = 0, unknown = 0, order = 0;
        NodeId node = 0;
    };
    std::vector<NodeId> rows_{};
    Signature signature_{};
    std::vector<int> orders_{}, below_{};
    std::vector<char> occurs_{};
    std::vector<Partial> partials_{};
    bool linear_ = true, constant_ = true;
};

/// Some rows of a matrix, in another precision.
template <class S>
MatrixOf<S> rows_of(const MatrixOf<Quad>& matrix, const std::vector<int>& rows)
{
    MatrixOf<S> part(rows.size(), matrix.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (Eigen::Index c = 0; c < matrix.cols(); ++c)
            part(Eigen::Index(i), c) = S(matrix(rows[i], c));
    return part;
}

}  // namespace involute
