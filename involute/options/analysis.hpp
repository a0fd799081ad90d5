// SPDX-License-Identifier: Apache-2.0
// What is known of a system without solving it: what is hidden in it, and what is free.
//
//     const Analysis a = analyze(read_system(text));
//     if (a.status != Verdict::complete) std::cerr << a.message << '\n';
//     for (const std::string& equation : a.hidden) std::cout << equation << '\n';
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/options/findings.hpp"

namespace involute {

/// complete: nothing hidden is left, and solutions are determined by as many values as the
/// dimension. The others: the equations contradict each other, leave unknowns free, or it could
/// not be decided.
enum class Verdict { complete, inconsistent, underdetermined, undecided };

/// What became of a declared invariant I: does it hold along solutions?
struct InvariantReport {
    std::string name{};  // as declared
    bool holds = false;  // constant along solutions, as far as was looked
    double defect = 0;   // largest |L_V I| found, in scale
    double rate = 0;     // L_V I itself there,
    double at = 0;       // and x of the point
};

struct Analysis {
    Verdict status = Verdict::undecided;        // in one word
    Outcome code = Outcome::internal_error;     // in one word of many (base/outcome.hpp)
    std::vector<std::string> unknowns{};        // in order of declaration
    int equations = 0;                          // as written
    std::optional<int> index{};                 // the differential index, where it is known
    bool index_is_bound = false;                // too large to decide: it is at most that
    std::vector<int> differentiated{};          // times, by equation
    std::vector<std::string> hidden{};          // "x*x' + y*y' = 0"
    int dimension = 0;                          // the number of free start values
    std::vector<std::string> free{};            // names of as many that can be chosen,
    std::vector<std::string> determined{};      // and of those that follow
    Route route = Route::structural;            // how the hidden equations were found
    std::vector<InvariantReport> invariants{};  // in order of declaration
    std::vector<std::string> notes{};           // what completion did and why
    std::vector<std::string> gauge{};  // unknowns of which only combinations are determined
    std::vector<BranchReport> start_branches{};  // where several solutions pass through the start
    std::vector<ComponentReport> components{};   // where the constraint set decomposes
    std::string message{};                       // the explanation in words
};

}  // namespace involute
