// SPDX-License-Identifier: Apache-2.0
// A value that had to change when something else was set.
#pragma once

#include <string>

namespace involute {

struct MovedValue {
    std::string name{};  // "x'"
    double before = 0;
    double after = 0;  // not a number: the equations do not have it any more
};

}  // namespace involute
