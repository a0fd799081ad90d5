// SPDX-License-Identifier: Apache-2.0
// To what residual a point satisfies every equation as written, every hidden equation, and every
// invariant:
//
//     |f_i^(l)| / Σ_jets |∂f_i^(l)/∂jet| s(jet),    s = |jet| + atol / rtol,
//
// the relative change of the numbers that would make the equation hold. It depends neither on
// units nor on a factor in front of the equation.
#pragma once

#include <string>
#include <vector>

#include "involute/project/project.hpp"

namespace involute {

struct Residual {
    double value = 0;  // the largest; not finite if the point is not
    int row = 0;       // of the certificate
};

template <class S>
class Certificate {
public:
    /// The geometry must outlive it: the values of the invariants are read from there.
    Certificate(Geometry<S>& geometry, Scale scale);
    Residual operator()(const S* p, const S* z);
    /// "equation 3 (x^2 + y^2 = 1) differentiated once".
    const std::string& name(int row) const { return names_[std::size_t(row)]; }

private:
    Program<S> program_;
    Scale scale_;
    std::size_t point_size_;
    const std::vector<S>& invariant_values_;
    std::vector<int> invariants_;  // by row: the invariant whose value is subtracted; -1: none
    std::vector<std::string> names_;
    std::vector<S> in_, out_, work_;
};

extern template class Certificate<double>;
extern template class Certificate<Quad>;

}  // namespace involute
