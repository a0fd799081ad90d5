// SPDX-License-Identifier: Apache-2.0
// Reading results back: csv and json, as our writers write them.
#pragma once

#include <string>
#include <string_view>

#include "involute/plot/table.hpp"

namespace involute::plot {

/// Reads what write_csv or write_json wrote; the content shows which. `name` is used in messages.
/// Throws Error with the faulty line.
Results read_results(std::string_view text, const std::string& name);

}  // namespace involute::plot
