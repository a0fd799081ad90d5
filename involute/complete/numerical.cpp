// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/completion.hpp"

namespace involute {

Completion complete_numerically(const System& system, const CompletionOptions&)
{
    Completion result;
    result.system = system;
    result.outcome = Outcome::singular_jacobian;
    return result;
}

}  // namespace involute
