// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/scale.hpp"

namespace involute {

std::vector<double> floors_of(const Scale& scale, const Layout& layout, bool with_tops)
{
    std::vector<double> floors;
    for (const Layout::Jet& jet : layout.jets)
        floors.push_back(jet.unknown < 0 ? scale.floor : scale.of(jet.unknown, jet.order));
    for (int j = 0; with_tops && j < layout.unknowns; ++j)
        floors.push_back(scale.of(j, layout.d[std::size_t(j)]));
    return floors;
}

}  // namespace involute
