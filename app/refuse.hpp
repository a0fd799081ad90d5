// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "involute/base/error.hpp"

namespace app {

/// What is wrong with what was typed, and what to do.
[[noreturn]] inline void refuse(std::string message, std::string hint = "")
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

}  // namespace app
