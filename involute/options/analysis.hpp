// SPDX-License-Identifier: Apache-2.0
// What is known of a system without solving it: what is hidden in it, and what is free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/options/findings.hpp"

namespace involute {

enum class Verdict { complete, inconsistent, underdetermined, undecided };

struct InvariantReport {
    std::string name{};
    bool holds = false;
    double defect = 0;  // largest |L_V I| found, in scale
    double rate = 0;    // L_V I itself there,
    double at = 0;      // and x of the point
};

struct Analysis {
    Verdict status = Verdict::undecided;
    Outcome code = Outcome::internal_error;
    std::vector<std::string> unknowns{};
    int equations = 0;
    std::optional<int> index{};
    bool index_is_bound = false;
    std::vector<int> differentiated{};
    std::vector<std::string> hidden{};  // "x*x' + y*y' = 0"
    int dimension = 0;
    std::vector<std::string> free{};
    std::vector<std::string> determined{};
    std::string route = "structural";
    std::vector<InvariantReport> invariants{};
    std::vector<std::string> notes{};  // what completion did and why
    std::vector<std::string> gauge{};  // unknowns of which only combinations are determined
    std::vector<BranchReport> start_branches{};
    std::vector<ComponentReport> components{};
    std::string message{};  // the explanation in words
};

}  // namespace involute
