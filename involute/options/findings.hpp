// SPDX-License-Identifier: Apache-2.0
// What a run and an analysis both may report of a system: how it was completed, what singular
// points there are, the ways out of them, the components of a constraint set. Each closed list has
// one table of words, which the JSON and the reports use:
//
//     if (analysis.route != Route::structural) std::cout << word_of(analysis.route);  // "repaired"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace involute {

/// How the hidden equations were found: from the structure alone; after combining equations; from
/// more equations than unknowns; by ranks of the derivative array; on one component of polynomial
/// constraints.
enum class Route { structural, repaired, overdetermined, numerical, algebraic };

struct RouteRow {
    Route route{};
    std::string_view word{};
};

/// Every route, in the order of the enumeration.
inline constexpr RouteRow routes[] = {
    {Route::structural, "structural"},         {Route::repaired, "repaired"},
    {Route::overdetermined, "overdetermined"}, {Route::numerical, "numerical"},
    {Route::algebraic, "algebraic"},
};

constexpr std::string_view word_of(Route route)
{
    return routes[static_cast<int>(route)].word;
}

/// What a singular point is (docs/singular_points.md). A new kind is a value here and its row in
/// the table below.
enum class SingularKind {
    fold,                  // x turns back, all derivatives finite
    impasse,               // x turns back, a derivative is infinite
    folded_saddle,         // the direction is lost; two solutions pass
    folded_node,           // the direction is lost; many solutions meet
    folded_focus,          // the direction is lost; folds accumulate
    folded_saddle_node,    // between saddle and node: an eigenvalue is zero
    singular_solution,     // an envelope of the general solution
    constraint_rank_drop,  // branches of the constraint set cross
    blow_up,               // a solution grows without bound
    pole,                  // an undifferentiated unknown does, the rest stays finite
    domain_end,            // a function leaves its domain
    double_zero,           // det J touches zero: nothing tells how the solution goes on
    regular_singular,      // one solution passes, the others are undetermined or infinite there
    overflow,              // a value grows beyond the largest number, without a pole
};

struct SingularKindRow {
    SingularKind kind{};
    std::string_view word{};
};

/// Every kind, in the order of the enumeration.
inline constexpr SingularKindRow singular_kinds[] = {
    {SingularKind::fold, "fold"},
    {SingularKind::impasse, "impasse"},
    {SingularKind::folded_saddle, "folded saddle"},
    {SingularKind::folded_node, "folded node"},
    {SingularKind::folded_focus, "folded focus"},
    {SingularKind::folded_saddle_node, "folded saddle-node"},
    {SingularKind::singular_solution, "singular solution"},
    {SingularKind::constraint_rank_drop, "constraint rank drop"},
    {SingularKind::blow_up, "blow-up"},
    {SingularKind::pole, "pole"},
    {SingularKind::domain_end, "domain end"},
    {SingularKind::double_zero, "double zero"},
    {SingularKind::regular_singular, "regular singular point"},
    {SingularKind::overflow, "overflow"},
};

constexpr std::string_view word_of(SingularKind kind)
{
    return singular_kinds[static_cast<int>(kind)].word;
}

/// A way out of a singular point, or a solution through the start.
struct BranchReport {
    std::string description{};        // in words, with slopes where there are some
    std::vector<double> direction{};  // of (x; coordinates), of length 1 in scale; or tops
    bool followed = false;            // the run went this way
};

/// A component of the set that the constraints describe.
struct ComponentReport {
    int dimension = 0;                     // free start values on it
    std::vector<std::string> equations{};  // that describe it
    bool contains_start = false;           // the start lies on it
    bool chosen = false;                   // the run stays on it
};

}  // namespace involute
