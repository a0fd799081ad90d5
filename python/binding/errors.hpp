// SPDX-License-Identifier: Apache-2.0
// Errors of the library as Python's exceptions, and words of the library as Python's users know
// them.
#pragma once

#include <string>
#include <string_view>

#include "python/binding/binding.hpp"

namespace binding {

/// TypeError: `argument=` ...
[[noreturn]] void refuse_type(std::string_view argument, std::string_view what, py::handle given);
/// ValueError
[[noreturn]] void refuse_value(std::string_view argument, std::string_view what);

/// Text of the library with its options written as arguments, `rtol=1e-8`, and the program's
/// command as the function that it is here.
std::string in_python(std::string_view text);

/// What an option is called here: the last part of its field.
std::string_view argument_of(std::string_view field);

}  // namespace binding
