// SPDX-License-Identifier: Apache-2.0
// The private module `_core`: the library as the package `involute` needs it. It hands over and
// translates; what can be said in Python is said there.
#include "python/binding/binding.hpp"

PYBIND11_MODULE(_core, core)
{
    core.doc() = "The library behind the package involute; private.";
    core.attr("version") = INVOLUTE_VERSION;
    binding::bind_errors(core);
    binding::bind_watch(core);
    binding::bind_options(core);
    binding::bind_system(core);
    binding::bind_solution(core);
    binding::bind_solve(core);
    binding::bind_callable(core);
    binding::bind_simulation(core);
    binding::bind_function(core);
    binding::bind_sweep(core);
    binding::bind_show(core);
}
