// SPDX-License-Identifier: Apache-2.0
// What a system asks to be drawn: the `draw` lines of its text.
#pragma once

#include <vector>

#include "involute/system/system.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {

/// Nodes of the system's graph; none where it was made in C++ or its text draws nothing.
std::vector<Drawing> drawings_of(const System& system);

}  // namespace involute
