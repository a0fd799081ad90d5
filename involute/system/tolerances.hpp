// SPDX-License-Identifier: Apache-2.0
// Tolerances of single unknowns: which of them a text names.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "involute/system/system.hpp"

namespace involute {

/// The unknowns that "x", "c[2..5]'" or "c" names, and how many primes follow.
struct NamedUnknowns {
    std::vector<int> unknowns{};  // empty: there is none of that name
    int order = 0;
};
NamedUnknowns named_unknowns(const Names& names, std::string_view text);

/// atol by unknown, then by order of the derivative; the last one holds for all above it. Empty for
/// an unknown that has the common one. What is named again has the later value.
using OwnTolerances = std::vector<std::vector<double>>;
OwnTolerances own_tolerances(const Names& names, const std::vector<OwnTolerance>& list,
                             double common);

/// Throws Error where a text names no unknown.
void require_named(const Names& names, const std::vector<std::pair<std::string, double>>& list);

}  // namespace involute
