// SPDX-License-Identifier: Apache-2.0
// The library's small readings of text, by their plain names.
#pragma once

#include "involute/base/pieces.hpp"

namespace app {

using involute::comma_separated;
using involute::number;
using involute::trimmed;

}  // namespace app
