// SPDX-License-Identifier: Apache-2.0
#include "involute/system/system.hpp"

namespace involute {

const std::vector<Equation>& author_equations(const System& system)
{
    return system.written.empty() ? system.equations : system.written;
}

void require_unknowns(const System& system)
{
    if (system.unknowns() > 0) return;
    throw Error(Diagnostic{.message = "the system has no unknowns",
                           .hint = "make one with read_system, a Builder or trace; a System that "
                                   "was moved from is empty",
                           .file = system.file});
}

}  // namespace involute
