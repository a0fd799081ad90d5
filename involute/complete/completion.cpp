// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/completion.hpp"

namespace involute {

Completion complete_further(const System& system, const CompletionOptions& options)
{
    const int n = system.unknowns(), k = int(system.equations.size());
    Completion found;
    found.outcome = Outcome::singular_jacobian;
    if (k == n) found = repair(system, options);
    if (k > n) found = complete_overdetermined(system, options);
    return found.outcome == Outcome::complete ? found : complete_numerically(system, options);
}

}  // namespace involute
