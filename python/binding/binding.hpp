// SPDX-License-Identifier: Apache-2.0
// The binding, file by file: each adds its part to the private module `_core`.
#pragma once

#include <pybind11/pybind11.h>

namespace binding {

namespace py = pybind11;

void bind_errors(py::module_& core);
void bind_watch(py::module_& core);
void bind_options(py::module_& core);
void bind_system(py::module_& core);
void bind_solution(py::module_& core);
void bind_solve(py::module_& core);
void bind_callable(py::module_& core);
void bind_simulation(py::module_& core);
void bind_function(py::module_& core);
void bind_sweep(py::module_& core);
void bind_show(py::module_& core);

}  // namespace binding
