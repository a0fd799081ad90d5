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

#include <optional>
#include <string>
#include <vector>

#include "involute/complete/array_points.hpp"
#include "involute/complete/completion.hpp"

namespace involute {

class DerivativeArray {
public:
    /// Rewrites the equations so that no false dependence is left; the system's graph grows by
    /// their first partial derivatives only.
    DerivativeArray(System& system, const CompletionOptions& options);

    int equations() const { return int(rows_.size()); }
    int unknowns() const { return int(orders_.size()); }
    const std::vector<NodeId>& rows() const { return rows_; }
    /// ord_j, 0 for an unknown that occurs nowhere.
    const std::vector<int>& orders() const { return orders_; }
    /// o_j: the highest order that belongs to p.
    const std::vector<int>& below() const { return below_; }
    const Signature& signature() const { return signature_; }
    /// Whether the Jacobian depends on jets, or on anything at all.
    bool is_linear() const { return linear_; }
    bool has_constant_coefficients() const { return constant_; }

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
    std::vector<Partial> partials_{};
    bool linear_ = true, constant_ = true;
};

/// What the ranks of the array say about a system.
struct ArrayVerdict {
    Outcome outcome = Outcome::singular_jacobian;  // complete, underdetermined, inconsistent,
                                                   // no_start_found, too_large; else not decided
    std::string message{};
    int level = 0;                     // r
    int m = 0, t = 0;                  // at that level, at generic points
    JetPoint reference{};              // a generic consistent point of F_{r+1}, near the start
    std::optional<JetPoint> other{};   // another one
    std::vector<int> free_unknowns{};  // underdetermined: as many as are free, to be fixed
    /// Nothing but unknowns of order 0 is free, and nothing depends on them: multipliers of
    /// redundant constraints. The outcome is then `underdetermined` all the same.
    bool gauge = false;
    std::vector<int> gauge_unknowns{};  // all that take part in free directions
    std::vector<int> gauge_pivots{};    // those to set to 0, one per free direction
    std::vector<std::string> notes{};   // doubtful ranks, a start of lower rank
};

ArrayVerdict judge_array(System& system, const DerivativeArray& array,
                         const CompletionOptions& options = {});

/// The multipliers of redundant constraints, if the array says that nothing else is free.
std::optional<ArrayVerdict> redundant_multipliers(const System& system,
                                                  const CompletionOptions& options = {});

}  // namespace involute
