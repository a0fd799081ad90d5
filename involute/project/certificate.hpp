// SPDX-License-Identifier: Apache-2.0
// To what residual a point satisfies every equation and every hidden equation:
//
//     |f_i^(l)| / Σ_jets |∂f_i^(l)/∂jet| s(jet),    s = |jet| + atol / rtol,
//
// the relative change of the numbers that would make the equation hold. It depends neither on
// units nor on a factor in front of the equation.
#pragma once

#include <vector>

#include "involute/project/project.hpp"

namespace involute {

struct Residual {
    double value = 0;  // the largest; not finite if the point is not
    int equation = 0;  // of which equation, differentiated how often
    int order = 0;
};

template <class S>
class Certificate {
public:
    Certificate(CompletedSystem& completed, Scale scale, bool native);
    Residual operator()(const S* p, const S* z);

private:
    Program<S> program_;
    Scale scale_;
    std::size_t point_size_;
    std::vector<std::pair<int, int>> rows_;  // (equation, order)
    std::vector<S> in_, out_, work_;
};

extern template class Certificate<double>;
extern template class Certificate<Quad>;

}  // namespace involute
