// SPDX-License-Identifier: Apache-2.0
// Options from keyword arguments: each by the last part of its field's name, as the table of
// options has them.
#pragma once

#include "involute/options/solve_options.hpp"
#include "python/binding/binding.hpp"

namespace binding {

/// None means that an option is not given. TypeError for a name that is none, with the nearest one
/// that is; values of the wrong type are refused by name.
involute::SolveOptions options_of(const py::dict& arguments);

}  // namespace binding
