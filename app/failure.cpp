// SPDX-License-Identifier: Apache-2.0
#include "app/failure.hpp"

#include <fmt/format.h>

namespace app {

void print_failure(involute::Outcome code, const std::string& reason)
{
    if (code == involute::Outcome::internal_error)
        fmt::print(stderr, "involute: internal error: {}\n    please report this\n", reason);
    else
        fmt::print(stderr, "{}\n", reason);
}

}  // namespace app
