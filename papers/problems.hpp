// SPDX-License-Identifier: Apache-2.0
// The systems of the papers.
#pragma once

#include <string_view>

#include "involute/model/read.hpp"

namespace involute::papers {

/// A model of the folder models/, by the name of its file without .ode, as it was when the program
/// was built. Throws Error if there is none.
System shipped_model(std::string_view name, const Overrides& overrides = {});

}  // namespace involute::papers
