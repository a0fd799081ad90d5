// SPDX-License-Identifier: Apache-2.0
// Completion beyond the structural route, for systems whose structure is misleading: more equations
// than unknowns, a system Jacobian that is singular everywhere, no transversal. Every route returns
// the same: a square system whose structural completion is regular, and closure rows, which are
// further equations that hold on the completed set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/complete/structural/structure.hpp"
#include "involute/options/findings.hpp"

namespace involute {

struct CompletionOptions {
    bool jointly_affine = false;  // as in StructureOptions
    double floor = 1e-2;          // atol / rtol: the scale of a number that is zero
    int most_differentiations = 12;
    int most_rows = 400;  // of a derivative array
    std::size_t max_nodes = 2'000'000;
};

/// A combination in place of an equation says as much as it where the equation's factor is not 0.
struct Replacement {
    NodeId factor{};                // not a number
    std::vector<NodeId> instead{};  // the factors of equations that it could replace as well
};

/// What was done to complete a system, for people.
struct CompletionReport {
    Route route = Route::structural;
    std::vector<int> differentiated{};        // times, by equation of the author's
    std::vector<std::string> hidden{};        // "x*x' + y*y' = 0"
    std::vector<std::string> notes{};         // what was done and why, a sentence each
    std::optional<int> index{};               // where the route knows it
    std::optional<int> dimension{};           // the same: at points in general position
    std::vector<std::string> free{};          // underdetermined: names of unknowns left free
    std::vector<Replacement> replacements{};  // in the graph of the completed system
};

/// What a route found out. With outcome complete, `system` is square and `structure` is its
/// structure with J regular at points that satisfy everything; closure rows are invariants of
/// `system` with `closure` set and value 0; `system.written` are the author's equations. Every jet
/// of `written` is a coordinate or a top of `structure`.
struct Completion : CompletionReport {
    Outcome outcome = Outcome::complete;  // or inconsistent, underdetermined, singular_jacobian
                                          // (not decided), no_start_found, too_large
    std::string message{};                // why not, in plain words
    System system{};
    Structure structure{};
};

}  // namespace involute
