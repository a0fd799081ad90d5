// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/array/numerical.hpp"
#include "involute/complete/closure/apart.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/complete/closure/overdetermined.hpp"
#include "involute/complete/closure/repair.hpp"
#include "involute/complete/closure/solved.hpp"
#include "involute/complete/closure_index.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/multiples.hpp"
#include "involute/complete/combine/refutation.hpp"
#include "involute/complete/combine/unmix.hpp"
#include "involute/complete/explain.hpp"
#include "involute/complete/gauge.hpp"
#include "involute/complete/redundant/fewer.hpp"
#include "involute/complete/redundant/loose_forces.hpp"

namespace involute {

namespace {

// How often multipliers may be set to 0 and the result completed again: a mechanism can be
// redundant in several ways.
constexpr int most_choices = 3;

// From so many unknowns on, combinations of all of them are long, and what can be solved for single
// ones is.
constexpr int many = 11;
constexpr int long_system = 6;

Completion try_routes(const System& system, const CompletionOptions& options, int choices);

bool contains_multiples(const System& system)
{
    Graph graph = system.graph;
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    return without_multiples(graph, equations).changed;
}

// A base of the equations as they stand, or of what they are without each other. Where one contains
// another times a function it is no good for a base: the function may vanish at the start.
Completion by_base(const System& system, const CompletionOptions& options)
{
    std::optional<Completion> apart;
    if (contains_multiples(system)) apart = complete_apart(system, options);
    if (apart && apart->outcome == Outcome::complete) return std::move(*apart);
    Completion found = complete_overdetermined(system, options);
    if (found.outcome != Outcome::singular_jacobian) return found;
    if (!apart) apart = complete_apart(system, options);
    return apart->outcome == Outcome::complete ? std::move(*apart) : std::move(found);
}

// Repair for square systems, base and closure for more equations than unknowns.
Completion by_structure(const System& system, const CompletionOptions& options)
{
    const int n = system.unknowns(), k = int(system.equations.size());
    if (k == n) return repair(system, options, SmallFactors::refused);
    if (k > n) return by_base(system, options);
    Completion none;
    none.system = system;
    none.outcome = Outcome::singular_jacobian;
    return none;
}

// Forces of redundant constraints and nothing else are free, as the array says; a derivative of an
// equation beside it says nothing new of that, though it makes them look differentiated.
std::optional<ArrayVerdict> free_forces(const System& system, const ArrayVerdict& said,
                                        const CompletionOptions& options)
{
    if (said.gauge) return said;
    const System fewer = without_derivatives(system);
    if (fewer.equations.size() == system.equations.size()) return std::nullopt;
    return redundant_multipliers(fewer, options);
}

// Only combinations of some multipliers are determined: some of them are set to 0.
Completion with_choices(const System& system, const ArrayVerdict& open,
                        const CompletionOptions& options, int choices, Completion ranks)
{
    Completion found;
    found.outcome = Outcome::singular_jacobian;
    if (choices < most_choices)
        found = try_routes(with_zero_multipliers(system, open), options, choices + 1);
    if (found.outcome == Outcome::complete) {
        name_gauged(found, system, open);
        return found;
    }
    ranks.outcome = Outcome::singular_jacobian;
    ranks.free.clear();
    ranks.message =
        "forces of redundant constraints are not unique, and no equations were found that "
        "determine "
        "the motion without them";
    return ranks;
}

// The message if ranks could not decide.
Completion undecided(const System& system, Completion tried, Completion ranks)
{
    if (int(system.equations.size()) < system.unknowns()) {
        Probe probe(system);
        System copy = system;
        std::vector<NodeId> equations;
        for (const Equation& equation : copy.equations) equations.push_back(equation.f);
        ranks.outcome = Outcome::underdetermined;
        ranks.message =
            explain_not_square(system, true_signature(copy.graph, equations, probe).sigma);
        return ranks;
    }
    if (tried.message.empty()) return ranks;
    ranks.message =
        ranks.message.empty() ? tried.message : fmt::format("{}; {}", tried.message, ranks.message);
    ranks.notes.insert(ranks.notes.begin(), tried.notes.begin(), tried.notes.end());
    return ranks;
}

Completion try_routes(const System& system, const CompletionOptions& options, int choices)
{
    Completion tried = by_structure(system, options);
    if (tried.outcome == Outcome::complete) return tried;
    ArrayVerdict said;
    Completion ranks = complete_numerically(system, options, said);
    if (ranks.outcome == Outcome::underdetermined)
        if (const auto open = free_forces(system, said, options))
            return with_choices(system, *open, options, choices, std::move(ranks));
    if (ranks.outcome != Outcome::too_large && ranks.outcome != Outcome::singular_jacobian)
        return ranks;
    if (tried.message == small_factor_message) {
        Completion repaired = repair(system, options, SmallFactors::accepted);
        if (repaired.outcome == Outcome::complete) return repaired;
    }
    return undecided(system, std::move(tried), std::move(ranks));
}

Completion refuted(const System& system, std::string words)
{
    Completion refused;
    refused.system = system;
    refused.route = Route::numerical;
    refused.outcome = Outcome::inconsistent;
    refused.message = std::move(words);
    return refused;
}

// A combination of the equations with numbers in which everything cancels but a number; also after
// multiples of equations in others, by functions, are left out.
std::optional<Completion> contradicts_itself(const System& system)
{
    Graph graph = system.graph;
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    auto found = exact_contradiction(graph, equations);
    const WithoutMultiples apart = found ? WithoutMultiples{} : without_multiples(graph, equations);
    if (apart.changed) found = exact_contradiction(graph, apart.rows);
    if (!found) return std::nullopt;
    std::vector<Summand> summands;
    for (std::size_t i = 0; i < equations.size(); ++i)
        if (const Rational& x = found->factors[i]; x != Rational(0)) {
            const bool left = apart.changed && apart.rows[i] != equations[i];
            summands.push_back(
                {to_text(to_double(x.nearest()), 6),
                 fmt::format("equation {}{}", i + 1, left ? " without multiples of others" : ""),
                 0});
        }
    return refuted(system, fmt::format("the equations contradict each other: {} reads 0 = {}",
                                       describe_sum(summands),
                                       to_text(to_double(Rational(-found->value).nearest()), 6)));
}

// What is said twice by exact sums is left out first: all the rest is the shorter for it. A choice
// takes the place of every equation left out, so that all others keep their numbers.
std::optional<Completion> with_fewer_equations(const System& system,
                                               const CompletionOptions& options)
{
    const auto fewer = fewer_equations(system);
    if (!fewer || fewer->pivots.size() != fewer->implied.size()) return std::nullopt;
    Completion found = try_routes(fewer->system, options, 0);
    if (found.outcome != Outcome::complete) return std::nullopt;
    name_left_out(found, system, *fewer);
    if (!raise_for_author(found.system, found.structure, options.max_nodes)) return std::nullopt;
    std::vector<NodeId> closure;
    for (const Invariant& invariant : found.system.invariants)
        if (invariant.closure) closure.push_back(invariant.expression);
    System at = found.system;
    const auto points = points_of_structure(at, found.structure, closure, 1);
    if (points.empty() || !are_forces_at(system, fewer->gauged, points.front().at))
        return std::nullopt;
    return found;
}

bool is_open(Outcome outcome)
{
    return outcome != Outcome::complete && outcome != Outcome::inconsistent &&
           outcome != Outcome::underdetermined;
}

}  // namespace

Completion complete_further(const System& system, const CompletionOptions& options)
{
    Completion found;
    found.outcome = Outcome::singular_jacobian;
    if (system.unknowns() >= many && int(system.equations.size()) == system.unknowns())
        found = complete_solved(system, options, SolvedFor::every_unknown);
    if (found.outcome != Outcome::complete)
        if (auto fewer = with_fewer_equations(system, options)) found = std::move(*fewer);
    if (found.outcome != Outcome::complete) found = try_routes(system, options, 0);
    // Ranks see 16 digits of it, and only what shows near the start.
    if (found.outcome != Outcome::complete && found.outcome != Outcome::inconsistent)
        if (auto refused = contradicts_itself(system)) return std::move(*refused);
    // A long square system that was completed is not asked again: exact elimination takes seconds.
    const bool settled = found.outcome == Outcome::complete && system.unknowns() >= long_system &&
                         int(system.equations.size()) <= system.unknowns();
    if (found.outcome != Outcome::inconsistent && !settled)
        if (auto words = refutation(system)) return refuted(system, std::move(*words));
    if (is_open(found.outcome))
        if (Completion solved = complete_solved(system, options);
            solved.outcome == Outcome::complete)
            found = std::move(solved);
    if (found.outcome == Outcome::complete && !found.index) found.index = index_of(found, options);
    return found;
}

}  // namespace involute
