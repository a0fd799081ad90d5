// SPDX-License-Identifier: Apache-2.0
// Inputs of a model as Python gives them: a number, a table (t, u) with words, or a function with
// as many derivatives as it can tell.
#pragma once

#include "involute/system/inputs.hpp"
#include "python/binding/binding.hpp"

namespace binding {

/// {"u": 2.5, "v": (t, u, "cubic", "hold"), "w": f, "z": (f, 2)}
involute::Inputs inputs_of(const py::dict& given);

}  // namespace binding
