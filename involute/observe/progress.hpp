// SPDX-License-Identifier: Apache-2.0
// Tells whoever asked which part of the way is done.
#pragma once

#include <cmath>

#include "involute/observe/walk_view.hpp"

namespace involute {

template <class S>
struct Progress {
    void begin(WalkView<S>&) {}
    void step(WalkView<S>& view)
    {
        if (!view.options.progress) return;
        const double whole = to_double(S(view.t_end - view.t_first));
        if (std::isfinite(whole))
            view.options.progress(to_double(S(view.walker.t - view.t_first)) / whole);
    }
};

}  // namespace involute
