// SPDX-License-Identifier: Apache-2.0
// The program around a comparison: every contestant on every problem, every tolerance, as tables.
#pragma once

#include <span>
#include <vector>

#include "bench/problem.hpp"
#include "bench/variant.hpp"

namespace bench {

/// Options: [--quick] [--summary] [--problem PART-OF-NAME], or --self-check.
/// Tolerances go from 10^-loosest to 1e-13.
int contest(int argc, char** argv, std::span<const Problem> problems,
            std::vector<Variant> (*contestants)(const Problem&), int loosest);

}  // namespace bench
