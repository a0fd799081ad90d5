// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "involute/system/system.hpp"

namespace binding {

/// Python holds systems by this, and never changes one: threads share them.
using SystemPointer = std::shared_ptr<involute::System>;

}  // namespace binding
