// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/complete.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "involute/complete/array/numerical.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/complete/closure/solved.hpp"
#include "involute/complete/closure_index.hpp"
#include "involute/complete/redundant/fewer.hpp"
#include "involute/complete/redundant/loose_forces.hpp"
#include "involute/complete/routes.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/prepare/author_point.hpp"
#include "involute/prepare/jet_values.hpp"
#include "involute/prepare/one_side.hpp"
#include "involute/prepare/round_off.hpp"
#include "involute/prepare/single_unknowns.hpp"
#include "involute/prepare/vanishing_jacobian.hpp"
#include "involute/project/start_again.hpp"
#include "involute/project/start_wishes.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

// Points near the start at which J is looked at when it is singular there, and how far away.
constexpr int points_looked_at = 4;
constexpr double spread = 0.2;

/// Compiles a system with its structure and finds a consistent start.
template <class S>
void make_ready(Completed<S>& done, System system, Structure structure,
                const CompleteOptions& options)
{
    done.geometry = std::make_unique<Geometry<S>>(
        make_completed(std::move(system), std::move(structure)), options.native);
    done.start = consistent_start(*done.geometry, Scale{}, options.generic_start);
    done.outcome = done.start.outcome;
    done.message = done.start.message;
}

template <class S>
Completed<S> by_structure(const System& system, const CompleteOptions& options)
{
    Completed<S> done;
    System copy = system;
    Structure structure = find_structure(copy, {.jointly_affine = options.jointly_affine});
    done.outcome = structure.code;
    done.message = structure.message;
    done.report.differentiated = structure.canonical_c;
    if (done.outcome != Outcome::complete) return done;
    if (!copy.written.empty() &&
        !raise_for_author(copy, structure, CompletionOptions{}.max_nodes)) {
        done.outcome = Outcome::too_large;
        done.message = "the differentiated equations exceed the size limit";
        return done;
    }
    make_ready(done, copy, structure, options);
    if (done.outcome == Outcome::no_start_found && guess_single_unknowns(copy))
        make_ready(done, std::move(copy), std::move(structure), options);
    return done;
}

/// Are the constraints independent at a point of M? Where J is regular they are. Where they are
/// not, points are found to half of the digits only, and J can look regular beside M.
template <class S>
bool are_independent(Geometry<S>& geometry, const std::vector<S>& p,
                     const std::vector<double>& sizes)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    const int rows = int(c.layout.constraints.size());
    SparsePattern pattern{rows, c.layout.size, {}};
    std::vector<S> all(c.constraint_jacobian.entries.size()), entries, weights(p.size());
    geometry.constraint_jacobian(p.data(), all.data());
    for (std::size_t e = 0; e < all.size(); ++e) {
        if (c.constraint_jacobian.entries[e].row >= rows) continue;
        pattern.entries.push_back(c.constraint_jacobian.entries[e]);
        entries.push_back(all[e]);
    }
    for (std::size_t i = 1; i < p.size(); ++i) {
        const S size = abs(p[i]) + S(sizes[i]);
        weights[i] = size * size;
    }
    MinimumNorm<S> minimum_norm(pattern);
    std::vector<S> residual(std::size_t(rows), S(0)), delta(p.size());
    return minimum_norm.correct(entries.data(), weights.data(), residual.data(), delta.data()) &&
           minimum_norm.rank() == rows;
}

/// J is singular at the start. Is it regular at other points of M?
template <class S>
bool regular_elsewhere(Completed<S>& done, Scale scale)
{
    Geometry<S>& geometry = *done.geometry;
    std::mt19937 random(77);
    for (int k = 0; k < points_looked_at; ++k) {
        std::vector<S> p = done.start.p;
        if (!generic_point(geometry, Scale{}, spread, random, p) ||
            !are_independent(geometry, p, done.start.sizes) || !geometry.choose_order(p.data()))
            continue;
        if (round_off_row(geometry, p, scale)) return false;
        std::vector<S> z(std::size_t(geometry.layout().unknowns), S(0));
        geometry.field(p.data(), z.data());
        return !vanishes_on_manifold(geometry, p, z, scale);
    }
    return false;
}

/// Whether the structural route has failed in a way that another route may mend.
template <class S>
bool structure_misleads(Completed<S>& done, Scale scale)
{
    switch (done.outcome) {
        case Outcome::not_square:
        case Outcome::structurally_singular:
            return true;
        case Outcome::no_start_found:  // perhaps because the equations contradict each other
            return !done.start.elsewhere;
        case Outcome::singular_start:
            return !regular_elsewhere(done, scale);
        case Outcome::inconsistent_start:  // or the equations themselves contradict each other
            return !done.start.p.empty() && !done.geometry->choose_order(done.start.p.data()) &&
                   !regular_elsewhere(done, scale);
        case Outcome::complete:
            return vanishes_on_manifold(*done.geometry, done.start.p, done.start.z, scale);
        default:
            return false;
    }
}

std::string gauge_notice(const System& system, const std::vector<int>& gauged)
{
    std::vector<std::string> names;
    for (const int unknown : gauged) names.push_back(system.names.unknowns[unknown]);
    return fmt::format(
        "{} belong to redundant constraints and are not unique: those of minimum norm are "
        "returned",
        fmt::join(names, ", "));
}

/// What a route found, with a start if it found anything.
template <class S>
Completed<S> made_ready(const System& system, Completion found, const CompleteOptions& options)
{
    Completed<S> done;
    done.outcome = found.outcome;
    done.message = found.message;
    const std::vector<int> gauged = found.system.gauged;
    if (found.outcome == Outcome::complete)
        make_ready(done, std::move(found.system), std::move(found.structure), options);
    if (found.outcome == Outcome::complete && !gauged.empty())
        done.start.notices.push_back(gauge_notice(system, gauged));
    done.report = std::move(static_cast<CompletionReport&>(found));
    return done;
}

/// What is said twice is left out, where the structure of the rest holds as that of other systems
/// must, and what is left undetermined are forces.
template <class S>
std::optional<Completed<S>> by_fewer_equations(const System& system, const CompleteOptions& options)
{
    const CompletionOptions further{.jointly_affine = options.jointly_affine,
                                    .floor = options.floor};
    const auto fewer = fewer_equations(system);
    if (!fewer) return std::nullopt;
    Completion found = complete_fewer(system, *fewer, further);
    if (found.outcome != Outcome::complete) return std::nullopt;
    Completed<S> done = made_ready<S>(system, std::move(found), options);
    if (done.outcome != Outcome::complete || structure_misleads(done, Scale{options.floor}))
        return std::nullopt;
    const CompletedSystem& c = done.geometry->completed();
    const JetPoint point =
        read_point(c.structure, jet_values(c.layout, done.start.p, done.start.z), 0);
    if (!fewer->gauged.empty() && !are_forces_at(system, fewer->gauged, point)) return std::nullopt;
    Completion completed;
    completed.system = c.system;
    completed.structure = c.structure;
    completed.differentiated = done.report.differentiated;
    done.report.index = index_of(completed, further);
    return done;
}

/// The other routes; `tried` is what the structural one came to.
template <class S>
Completed<S> by_other_routes(const System& system, const CompleteOptions& options,
                             Completed<S> tried)
{
    const CompletionOptions further{.jointly_affine = options.jointly_affine,
                                    .floor = options.floor};
    const bool no_start = tried.outcome == Outcome::no_start_found;
    Completion found =
        no_start ? complete_numerically(system, further) : complete_further(system, further);
    // Where only the search for a start failed, a contradiction is news, and so is a start that
    // rows chosen by ranks have: those of the structure may depend on each other at the start
    // alone.
    if (no_start && found.outcome == Outcome::complete) {
        Completed<S> done = made_ready<S>(system, std::move(found), options);
        return done.outcome == Outcome::complete ? std::move(done) : std::move(tried);
    }
    if (no_start && found.outcome != Outcome::inconsistent) return tried;
    // A start there is, but a singular one.
    if (tried.outcome == Outcome::singular_start && found.outcome == Outcome::no_start_found)
        return tried;

    const bool repaired = found.outcome == Outcome::complete && !found.replacements.empty();
    Completed<S> done = made_ready<S>(system, std::move(found), options);
    const bool lost = done.outcome == Outcome::no_start_found;
    if (!repaired || !(lost || done.outcome == Outcome::singular_start)) return done;
    // Combinations can vanish where the equations they were made of do not: these decide.
    Completion ranks = complete_numerically(system, further);
    if (ranks.outcome != Outcome::complete) return done;
    Completed<S> by_ranks = made_ready<S>(system, std::move(ranks), options);
    return lost && by_ranks.outcome != Outcome::complete ? std::move(done) : std::move(by_ranks);
}

/// J of a completed system is singular at the start. That is the author's singular point only where
/// the derivative array of his equations loses rank as well; where it does not, rows of it that
/// are regular there are taken.
template <class S>
Completed<S> compared_with_array(const System& system, const CompleteOptions& options,
                                 Completed<S> done)
{
    const CompletionOptions further{.jointly_affine = options.jointly_affine,
                                    .floor = options.floor};
    System held = system;
    const std::vector<Quad> p(done.start.p.begin(), done.start.p.end());
    held.starts = as_start(done.geometry->layout(), p, system.unknowns());
    Completion ranks = complete_at_start(held, further);
    if (ranks.outcome == Outcome::singular_start) return done;
    if (ranks.outcome == Outcome::complete) {
        ranks.system.starts = system.starts;
        Completed<S> regular = made_ready<S>(system, std::move(ranks), options);
        if (regular.outcome == Outcome::complete) return regular;
        ranks.message = "no start was found for other ones that do";
    }
    if (done.report.route == Route::structural) return done;  // then J is the author's own matrix
    done.outcome = Outcome::singular_jacobian;
    done.message =
        "the completed equations do not determine the highest derivatives at the start, but the "
        "equations as written, differentiated, were not found to lose rank there";
    if (!ranks.message.empty()) done.message += ": " + ranks.message;
    return done;
}

/// A factor that vanishes at the start alone, t*(x - 1) = 0, makes no singular point.
template <class S>
std::optional<Completed<S>> from_solved_equations(const System& system,
                                                  const CompleteOptions& options)
{
    const CompletionOptions further{.jointly_affine = options.jointly_affine,
                                    .floor = options.floor};
    Completion found = complete_solved(system, further);
    if (found.outcome != Outcome::complete) return std::nullopt;
    found.index = index_of(found, further);
    Completed<S> done = made_ready<S>(system, std::move(found), options);
    if (done.outcome != Outcome::complete) return std::nullopt;
    return done;
}

/// Rows of the derivative array that are regular at a given point, started where the system says.
template <class S>
std::optional<Completed<S>> with_regular_rows(const System& system, const CompleteOptions& options)
{
    System held = system;
    held.starts = options.regular_at;
    held.guesses = sizes_at(held.starts, options.floor);
    Completion ranks =
        complete_at_start(held, {.jointly_affine = options.jointly_affine, .floor = options.floor});
    if (ranks.outcome != Outcome::complete) return std::nullopt;
    ranks.system.starts = system.starts;
    ranks.system.guesses = system.guesses;
    Completed<S> done = made_ready<S>(system, std::move(ranks), options);
    if (done.outcome != Outcome::complete) return std::nullopt;
    return done;
}

template <class S>
Completed<S> on_all_sides(const System& system, const CompleteOptions& options)
{
    if (!options.regular_at.empty())
        if (auto done = with_regular_rows<S>(system, options)) return std::move(*done);
    Completed<S> done = by_structure<S>(system, options);
    if (structure_misleads(done, Scale{options.floor})) {
        auto fewer = by_fewer_equations<S>(system, options);
        done = fewer ? std::move(*fewer) : by_other_routes(system, options, std::move(done));
    } else {
        done.by_structure = done.outcome == Outcome::complete;
    }
    const bool no_start =
        done.outcome == Outcome::no_start_found && done.report.route != Route::structural;
    if (done.outcome == Outcome::singular_start || no_start)
        if (auto solved = from_solved_equations<S>(system, options)) return std::move(*solved);
    if (done.outcome == Outcome::singular_start)
        return compared_with_array(system, options, std::move(done));
    return done;
}

/// For systems of which no parameter is tunable. Where nothing holds on both sides of a kink, what
/// holds on the side of the start is enough to begin with.
template <class S>
Completed<S> complete_numbers(const System& system, const CompleteOptions& options)
{
    Completed<S> done = on_all_sides<S>(system, options);
    if (done.outcome == Outcome::complete) return done;
    const std::optional<System> here = on_one_side(system);
    if (!here) return done;
    Completed<S> beside = on_all_sides<S>(*here, options);
    // What is singular because of the far side may be a contradiction on this one.
    const bool refuted =
        done.outcome == Outcome::singular_start && beside.outcome == Outcome::inconsistent_start;
    if (beside.outcome != Outcome::complete) return refuted ? std::move(beside) : std::move(done);
    const auto in_full = [](const std::vector<S>& of) {
        return std::vector<Quad>(of.begin(), of.end());
    };
    if (!stands_on_its_side(beside.geometry->completed(), in_full(beside.start.p),
                            in_full(beside.start.z)))
        return done;
    beside.by_structure = false;
    return beside;
}

}  // namespace

/// Where all that is found by structure holds with parameters that are no numbers, they stay that.
/// Every other route decides by values: they are put in first.
template <class S>
Completed<S> complete(const System& system, const CompleteOptions& options)
{
    Completed<S> done;
    if (has_tunable(system)) {
        done = by_structure<S>(system, options);
        done.by_structure =
            done.outcome == Outcome::complete && !structure_misleads(done, Scale{options.floor});
        if (!done.by_structure) done = complete_numbers<S>(with_folded_parameters(system), options);
    } else {
        done = complete_numbers<S>(system, options);
    }
    done.how = options;
    if (done.by_structure) done.decisive = parameters_of_start(done.geometry->completed());
    return done;
}

template <class S>
bool Completed<S>::can_move() const
{
    return by_structure && has_tunable(geometry->completed().system);
}

template <class S>
bool Completed<S>::restart(const System& system)
{
    if (!by_structure) return false;
    System& completed = geometry->completed().system;
    // Suggestions were made for one start.
    if (!completed.suggestions.empty() || has_tunable(system) != has_tunable(completed))
        return false;
    const std::vector<Quad> decided = what_decides_the_start(completed, decisive);
    const bool same_wishes = take_starts(completed, system);
    geometry->set_parameters(system);
    const bool same = same_wishes && !moved_since_start && start.outcome == Outcome::complete &&
                      what_decides_the_start(completed, decisive) == decided;
    moved_since_start = false;
    if (!same || !start_again(*geometry, start))
        start = consistent_start(*geometry, Scale{}, how.generic_start);
    outcome = start.outcome;
    message = start.message;
    return outcome == Outcome::complete && !structure_misleads(*this, Scale{how.floor});
}

template <class S>
bool Completed<S>::move(const System& system, std::vector<S>& p, std::vector<S>& z)
{
    if (!can_move()) return false;
    const System& completed = geometry->completed().system;
    const std::vector<Quad> decided = what_decides_the_manifold(completed, decisive);
    moved_since_start = true;
    geometry->set_parameters(system);
    fix_invariants(*geometry, p);  // those whose values are prescribed
    if (what_decides_the_manifold(completed, decisive) != decided &&
        !move_to_manifold(*geometry, start.sizes, p))
        return false;
    fix_invariants(*geometry, p);
    return geometry->settle_tops(p.data(), z.data()).health == Health::good &&
           !vanishes_on_manifold(*geometry, p, z, Scale{how.floor}) &&
           geometry->choose_order(p.data()) &&
           geometry->field(p.data(), z.data()).health == Health::good;
}

template struct Completed<double>;
template struct Completed<Quad>;

template Completed<double> complete(const System&, const CompleteOptions&);
template Completed<Quad> complete(const System&, const CompleteOptions&);

}  // namespace involute
