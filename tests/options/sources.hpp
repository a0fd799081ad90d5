// SPDX-License-Identifier: Apache-2.0
// The texts of our own files.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace involute::test {

/// A file of the source tree.
inline std::string text_of(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(std::string(INVOLUTE_SOURCE "/") + path, std::ios::binary).rdbuf();
    return text.str();
}

}  // namespace involute::test
