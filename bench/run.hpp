// SPDX-License-Identifier: Apache-2.0
// What one solve of one problem by one solver tells.
#pragma once

namespace bench {

struct Run {
    bool reached = false;  // the end of the interval
    long steps = 0;
    long rejected = 0;
};

}  // namespace bench
