// SPDX-License-Identifier: Apache-2.0
#include "app/failure.hpp"

#include "app/say.hpp"

namespace app {

void print_failure(involute::Outcome code, const std::string& reason)
{
    if (code == involute::Outcome::internal_error)
        say("involute: internal error: {}\n    please report this\n", reason);
    else
        say("{}\n", reason);
}

}  // namespace app
