// SPDX-License-Identifier: Apache-2.0
// Parts of the program that are loaded when they are needed: what they are linked with takes longer
// to be loaded than a small model to be solved.
#pragma once

#include <string_view>

namespace app {

/// A function of a module, found beside the program where it was built and in lib/involute where it
/// was installed; null where there is none. `why` is what the system said of a module that cannot
/// be loaded.
void* function_of_module(std::string_view module, const char* function, std::string_view& why);

}  // namespace app
