// SPDX-License-Identifier: Apache-2.0
// Tables 6.1 to 6.3 of TA2: how many steps a run takes, which depends on the rule that chooses
// them. The paper does not give its rule; these are the usual ones.
#pragma once

#include <string>
#include <vector>

#include "papers/paper_walk.hpp"

namespace involute::papers {

enum class Control {
    classic,  // h · min(5, max(0.2, 0.9 (tol/err)^(1/5))), in arclength
    halving,  // half the step after a rejection, twice the step after every other, in arclength
    in_x,     // as classic, with x as the parameter
};

struct CountRow {
    std::string method{};
    double tolerance = 0;
    std::vector<long> paper{};
    /// By the same rules in a prototype that shares no code with this one; empty: not known.
    std::vector<long> prototype[3]{};
};

struct StepTable {
    System (*system)() = nullptr;
    std::vector<double> x{};  // steps are counted to the first point past each
    std::vector<CountRow> rows{};
    std::vector<Control> controls{};
};

/// Number 1, 2 or 3 of section 6.
const StepTable& step_table(int number);

struct Counts {
    std::vector<long> steps{};  // accepted, two for each pair of RK4
    double rejected = 0;        // part of all attempts
};
Counts count(const StepTable& table, const CountRow& row, Control control);

}  // namespace involute::papers
