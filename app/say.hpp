// SPDX-License-Identifier: Apache-2.0
// Words on standard error. Whether anybody reads them changes nothing: where it is closed or full
// they are lost, and the run and its exit code are what they would have been.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace app {

template <class... T>
void say(fmt::format_string<T...> format, T&&... values)
{
    const std::string text = fmt::format(format, std::forward<T>(values)...);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace app
