// SPDX-License-Identifier: Apache-2.0
// Multipliers of redundant constraints are not unique: the equations determine L λ, not λ. Of all
// λ with the same L λ the one of minimum norm is returned, each λ_k measured by the force |L_k| λ_k
// it stands for, so that a factor in front of a constraint changes nothing.
#pragma once

#include <vector>

#include "involute/expr/program.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/geometry/normal_space.hpp"

namespace involute {

template <class S>
class Gauge {
public:
    /// For the unknowns in `gauged` of the geometry's system.
    explicit Gauge(Geometry<S>& geometry);
    bool empty() const { return places_.empty(); }

    /// Replaces the multipliers among the numbers (p, z) that stand one after the other.
    void apply(S* point_and_tops);

private:
    std::vector<int> places_;  // of the multipliers in (p, z)
    SparsePattern pattern_;    // of L
    Program<S> entries_of_;
    NormalSpace<S> row_space_;
    std::vector<S> entries_, lengths_, lambda_, forces_, work_;
};

extern template class Gauge<double>;
extern template class Gauge<Quad>;

}  // namespace involute
