// SPDX-License-Identifier: Apache-2.0
// The highest derivatives when the strong forces are known. They follow from the equations of
// motion with these forces, not from positions: so the equations of motion hold to round-off after
// an implicit step, and a force keeps its digits.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

template <class S>
class TopsGivenForces {
public:
    /// For systems without strong forces among their tops settle() does nothing.
    explicit TopsGivenForces(Geometry<S>& geometry);

    bool applies() const { return !rows_.empty(); }
    /// Solves the equations of motion at p for z, forces held; false where they are singular.
    bool settle(const S* p, S* z);

private:
    Geometry<S>& geometry_;
    std::vector<int> rows_, columns_;  // those that stay
    std::vector<int> kept_entries_;    // of J
    LinearSolver<S> solver_;
    std::vector<S> top_rows_, entries_, kept_, rhs_;
};

extern template class TopsGivenForces<double>;
extern template class TopsGivenForces<Quad>;

}  // namespace involute
