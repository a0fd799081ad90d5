// SPDX-License-Identifier: Apache-2.0
// The normal space of M = {f = 0} at a point, in a metric with units of length ℓ:
//
//     W = diag(ℓ²),   B = df W dfᵗ,   π_n = W dfᵗ B⁻¹ df,   π_t = 1 - π_n.
//
// A unit of length 0 holds a coordinate fixed: normal vectors have no part along it. Rows of df
// that depend on earlier ones are left out, so redundant equations are harmless as long as they
// agree. From orthonormalised rows, so that the condition number is not squared.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

template <class S>
class NormalSpace {
public:
    explicit NormalSpace(const SparsePattern& pattern);

    /// At a point where df has these entries. False where a value is not finite. With `rows`, only
    /// these are looked at.
    bool stand(const S* entries, const S* lengths);
    bool stand(const S* entries, const S* lengths, const std::vector<int>& rows);
    int rank() const { return int(kept_.size()); }
    /// The independent rows, ascending.
    const std::vector<int>& kept() const { return kept_; }
    /// Component i of unit normal k, k < rank(): orthonormal in units of ℓ.
    const S& basis(int k, int i) const { return q_(k, i); }

    /// r = df v.
    void differential(const S* v, S* r) const;
    /// W dfᵗ B⁻¹ r: the shortest vector n with df n = r.
    void lift(const S* r, S* n);
    /// B⁻¹ r, with 0 for the rows left out.
    void multipliers(const S* r, S* mu);
    /// v := π_t v.
    void make_tangent(S* v);

private:
    /// coordinates_ := L⁻¹ r, where df diag(ℓ) = L Q.
    void to_coordinates(const S* r);

    SparsePattern pattern_;
    std::vector<int> all_rows_;
    std::vector<S> entries_, lengths_;  // of the point stood on
    std::vector<int> kept_;
    MatrixOf<S> q_, l_;  // rows of q_ are orthonormal, l_ is lower triangular
    VectorOf<S> coordinates_, scratch_, rows_;
};

extern template class NormalSpace<double>;
extern template class NormalSpace<Quad>;

}  // namespace involute
