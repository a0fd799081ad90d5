// SPDX-License-Identifier: Apache-2.0
// The text of a model of models/.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace bench {

inline std::string model_text(const std::string& file)
{
    std::ifstream in(std::string(INVOLUTE_MODELS "/") + file);
    if (!in) throw std::runtime_error("cannot read models/" + file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace bench
