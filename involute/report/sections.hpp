// SPDX-License-Identifier: Apache-2.0
// The parts of a report that are words and formulas.
#pragma once

#include <string>

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"
#include "involute/report/strips.hpp"
#include "involute/system/system.hpp"

namespace involute::report {

/// An equation as MathML; as text where it is too long or was shortened.
std::string formula(const std::string& equation);

std::string heading(const System& system);
std::string outcome(const Solution& solution);
std::string completion(const System& system, const Analysis& analysis);
std::string start_table(const Solution& solution);
std::string residuals(const Strips& strips, const Solution& solution);
std::string marks(const Solution& solution);
std::string statistics(const Solution& solution);
std::string model_text(const System& system);

}  // namespace involute::report
