// SPDX-License-Identifier: Apache-2.0
// Characters that people paste into models from papers and word processors, and what to write
// instead.
#pragma once

#include <string>

#include "involute/text/lexer.hpp"

namespace involute {

/// Why a bad token is bad, and what to write instead.
struct Explanation {
    std::string message{};
    std::string hint{};
};
Explanation explain_bad(const Source& source, const Token& token);

}  // namespace involute
