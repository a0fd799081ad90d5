// SPDX-License-Identifier: Apache-2.0
// Words for people, and the words of the enumerations.
//
//     std::cerr << brief(solution) << "\n";
//     std::cout << explanation(system, analyze(system));
#pragma once

#include <string>
#include <string_view>

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// "finished", "complete", ...: what JSON calls them. That of an Outcome is in base/outcome.hpp.
std::string_view word_of(RunStatus status);
std::string_view word_of(Verdict verdict);

/// One line: how the run ended, where, with which method and how good it is.
std::string brief(const Solution& solution);

/// The analysis in words, with a table of what was differentiated; ends with a new line.
std::string explanation(const System& system, const Analysis& analysis);

}  // namespace involute
