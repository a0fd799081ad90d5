// SPDX-License-Identifier: Apache-2.0
// The numbers of a point with its highest derivatives as jets, for what looks at equations in Quad.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

/// x, then y_j^(0..d_j) for every unknown, as read_point wants them.
template <class S>
std::vector<double> jet_values(const Layout& layout, const std::vector<S>& p,
                               const std::vector<S>& z)
{
    std::vector<double> values{to_double(p[0])};
    for (int j = 0; j < layout.unknowns; ++j) {
        for (int l = 0; l < layout.d[std::size_t(j)]; ++l)
            values.push_back(to_double(p[std::size_t(layout.position(j, l))]));
        values.push_back(to_double(z[std::size_t(j)]));
    }
    return values;
}

}  // namespace involute
