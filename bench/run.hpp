// SPDX-License-Identifier: Apache-2.0
// What one solve of one problem by one solver tells.
#pragma once

namespace bench {

/// Nobody gets more steps than these.
constexpr long most_steps = 200000;

struct Run {
    bool reached = false;  // the end of the interval
    long steps = 0;
    long rejected = 0;
};

}  // namespace bench
