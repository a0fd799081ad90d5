// SPDX-License-Identifier: Apache-2.0
// Where method `auto` goes on with other steps.
#pragma once

#include <string>

namespace involute {

struct MethodChange {
    double x = 0;
    std::string to{};  // "radau", "explicit steps"
};

}  // namespace involute
