// SPDX-License-Identifier: Apache-2.0
// Sections and events with their names, whether a model declares them or they are added to one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "involute/model/evaluate.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// The name that a label gives; reports one that is taken. `role` says of what: "an invariant".
std::optional<std::string> new_label(Evaluator& evaluator, const Label& label,
                                     std::string_view role, std::unordered_set<std::string>& taken);

/// What a statement declares; its mistakes are reported.
std::optional<Crossing> read_crossing(Evaluator& evaluator, const Graph& graph,
                                      const CrossingStatement& statement,
                                      std::unordered_set<std::string>& taken);

}  // namespace involute
