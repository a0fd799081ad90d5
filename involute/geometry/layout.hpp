// SPDX-License-Identifier: Apache-2.0
// Which jet stands where. A point is p = (x; y_j^(l), 0 <= l < d_j): position 0 is x, then the
// jets of each unknown in order of declaration. The tops z_j = y_j^(d_j) are not in p.
#pragma once

#include <vector>

#include "involute/complete/structural/structure.hpp"

namespace involute {

struct Layout {
    int unknowns = 0;
    int size = 1;               // numbers in p, x included
    std::vector<int> d{};       // jets of unknown j in p
    std::vector<int> offset{};  // position of y_j^(0); meaningless where d_j == 0

    struct Jet {
        int unknown = -1;  // -1: x
        int order = 0;
    };
    std::vector<Jet> jets{};  // of each position

    /// One constraint f_i^(l) = 0, l < c_i; its stage is l - c_i < 0.
    struct Constraint {
        int equation = 0;
        int order = 0;
        int stage = 0;
    };
    std::vector<Constraint> constraints{};
    int stages = 0;  // max c

    bool in_point(int unknown, int order) const { return order < d[unknown]; }
    int position(int unknown, int order) const { return offset[unknown] + order; }
    int dimension() const { return size - 1 - int(constraints.size()); }
};

Layout make_layout(const Structure& structure);

}  // namespace involute
