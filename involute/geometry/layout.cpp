// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/layout.hpp"

#include <algorithm>

namespace involute {

Layout make_layout(const Structure& structure)
{
    Layout layout;
    layout.d = structure.d;
    layout.unknowns = int(structure.d.size());
    layout.jets.push_back({});
    for (int j = 0; j < layout.unknowns; ++j) {
        layout.offset.push_back(layout.size);
        for (int l = 0; l < structure.d[j]; ++l) layout.jets.push_back({j, l});
        layout.size += structure.d[j];
    }
    for (int i = 0; i < int(structure.c.size()); ++i) {
        for (int l = 0; l < structure.c[i]; ++l)
            layout.constraints.push_back({i, l, l - structure.c[i]});
        layout.stages = std::max(layout.stages, structure.c[i]);
    }
    return layout;
}

}  // namespace involute
