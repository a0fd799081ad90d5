// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/regimes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "involute/drive/checkpoints.hpp"
#include "involute/drive/resume.hpp"
#include "involute/drive/run_state.hpp"
#include "involute/observe/columns.hpp"
#include "involute/observe/request_notices.hpp"
#include "involute/prepare/author_point.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/project/nearest.hpp"
#include "involute/project/start_wishes.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

// More changes than this are a sign that none of them helps.
constexpr int most_changes = 1000;
// Changes between which x moves by less than this part of the way get nowhere.
constexpr double no_way = 1e-10;
constexpr int most_in_place = 8;
constexpr int most_choices_in_place = 3;  // of rows
// Tolerances by which a value below the highest derivative may differ in the new regime.
constexpr double same_within = 1e3;
// What is left of a zero, in parts of what it was.
constexpr double rounding = 1e-15;
// What the walk knows moves this much less than what it does not.
constexpr double hardly = 1e-8;

/// The author's system, to be started where the regime changes: every value that is known there is
/// a guess, so that what the new regime leaves free stays what it is. Derivatives that no equation
/// has any more, for the present numbers, cannot be guessed.
System system_at(const System& author, const RegimeChange& at)
{
    System system = author;
    system.starts = {{.unknown = -1, .order = 0, .value = at.p[0]}};
    system.guesses.clear();
    const Layout& l = at.layout;
    const std::vector<int> orders = highest_orders(with_folded_parameters(author));
    for (int j = 0; j < author.unknowns(); ++j)
        for (int order = 0; order <= std::min(l.d[std::size_t(j)], orders[std::size_t(j)]); ++order)
            system.guesses.push_back({.unknown = j,
                                      .order = order,
                                      .value = l.in_point(j, order)
                                                   ? at.p[std::size_t(l.position(j, order))]
                                                   : at.z[std::size_t(j)]});
    return system;
}

/// Puts the start exactly where the walk stands, as far as the new regime lets it: the search for a
/// start balances all guesses, those of highest derivatives too. False if it stays where that
/// ended.
template <class S>
bool start_where_it_stands(const RegimeChange& at, PreparedOf<S>& next, int unknowns)
{
    using std::abs;
    Geometry<S>& geometry = *next.geometry;
    const Layout &before = at.layout, &now = geometry.layout();
    std::vector<S> p = next.start.p, freedom(p.size(), S(1));
    for (int j = 0; j < unknowns; ++j)
        for (int order = 0; now.in_point(j, order) && order <= before.d[std::size_t(j)]; ++order) {
            const auto place = std::size_t(now.position(j, order));
            p[place] = from_quad<S>(before.in_point(j, order)
                                        ? at.p[std::size_t(before.position(j, order))]
                                        : at.z[std::size_t(j)]);
            freedom[place] = S(hardly);
        }
    std::vector<int> rows = imposed_rows(geometry.completed());
    if (!rows.empty()) {
        std::vector<S> weights(p.size(), S(0)), target = p;
        const std::vector<double> floors = floors_of(next.scale, now);
        for (std::size_t i = 1; i < p.size(); ++i) {
            const S size = abs(p[i]) + S(floors[i]);
            weights[i] = freedom[i] * size * size;
        }
        NearestPoint<S> nearest(geometry, next.scale, std::move(rows));
        if (!nearest.find(target.data(), weights.data(), p.data()).converged) return false;
    }
    fix_invariants(geometry, p);
    std::vector<S> z(next.start.z.size());
    if (!geometry.choose_order(p.data()) ||
        geometry.field(p.data(), z.data()).health != Health::good) {
        fix_invariants(geometry, next.start.p);
        geometry.choose_order(next.start.p.data());
        return false;
    }
    next.start.p = std::move(p);
    next.start.z = std::move(z);
    return true;
}

/// A coordinate of the author's that the new regime would have to change, as a sentence.
template <class S>
std::string forced_jump(const RegimeChange& at, const PreparedOf<S>& next,
                        const SolveOptions& options)
{
    using std::abs;
    const Layout &before = at.layout, &now = next.geometry->layout();
    const CompletedSystem& c = next.geometry->completed();
    for (int j = 0; j < std::min(before.unknowns, now.unknowns - c.system.auxiliary); ++j)
        for (int order = 0; order < before.d[std::size_t(j)] && now.in_point(j, order); ++order) {
            const Quad was = at.p[std::size_t(before.position(j, order))];
            const S is = next.start.p[std::size_t(now.position(j, order))];
            const double apart = std::abs(to_double(S(is - from_quad<S>(was))));
            const double size = std::abs(to_double(was)) + next.scale.of(j, order);
            if (apart <= same_within * options.rtol * size) continue;
            const bool zero = std::abs(to_double(is)) < rounding * size;
            return fmt::format("{} would have to jump from {} to {}",
                               jet_name(c.system.names, j, order), to_text(to_double(was), 6),
                               to_text(zero ? 0 : to_double(is), 6));
        }
    return {};
}

/// "index 1 -> 2, 3 free values -> 2".
template <class S>
std::string difference(const PreparedOf<S>& before, const PreparedOf<S>& after)
{
    const auto most = [](const PreparedOf<S>& prepared) {
        const std::vector<int>& times = prepared.report.differentiated;
        return times.empty() ? 0 : *std::ranges::max_element(times);
    };
    std::string text;
    if (before.report.route != after.report.route)
        text += fmt::format("route {} -> {}, ", word_of(before.report.route),
                            word_of(after.report.route));
    if (most(before) != most(after))
        text += fmt::format("differentiated at most {} -> {} times, ", most(before), most(after));
    const int were = free_values(before), are = free_values(after);
    text += were == are ? fmt::format("{} free values as before", are)
                        : fmt::format("{} -> {} free values", were, are);
    return text;
}

void stop(Solution& solution, Outcome code, std::string reason)
{
    solution.status = RunStatus::stopped;
    solution.code = code;
    solution.reason = std::move(reason);
}

/// "at x = 0.25 the regime changes: max(0, t - 1) passes its kink".
std::string words_of(const System& author, const RegimeChange& change)
{
    return fmt::format("at {} {}: {}", place_of(author.names.independent, change.x),
                       change.of_rows ? "other rows are chosen" : "the regime changes",
                       change.what);
}

constexpr const char* same_again = "; chosen again and again they come to the same";
constexpr const char* undecided = ": how the solution goes on is undecided";
constexpr const char* no_rows_beyond =
    "; beyond it the equations may determine other unknowns, and no rows were found that tell the "
    "highest derivatives so near to that place: this is no verdict on the solution, which can be "
    "followed from a start further on";

std::string no_end_of(const RegimeChange& change)
{
    return change.of_rows ? std::string(same_again) + undecided
                          : "; completed anew again and again, the equations come to the same, so "
                            "that the solution cannot be continued";
}

/// Were the rows chosen to be regular at this very place? It is as near to the last one as the walk
/// is to it.
template <class S>
bool were_chosen_for(const PreparedOf<S>& before, const RegimeChange& change)
{
    if (change.regular_at.empty() || before.how.regular_at.empty()) return false;
    const double here = to_double(change.regular_at.front().value);
    const double there = to_double(before.how.regular_at.front().value);
    return std::abs(here - there) <= std::abs(here - change.x);
}

/// What the pieces so far have left of the limits.
SolveOptions rest_of(const SolveOptions& options, const Solution& so_far)
{
    SolveOptions rest = options;
    if (options.max_steps > 0)
        rest.max_steps = std::max(1L, options.max_steps - so_far.statistics.steps);
    const double kept =
        1e-6 * (sizeof(double) * double(so_far.rows.size() * (so_far.names.size() + 1)) +
                double(so_far.function.bytes()));
    rest.max_memory = std::max(1e-9, options.max_memory - kept);
    return rest;
}

/// With rows that are to be regular at a place, or, where none is given, those that completion
/// chooses.
template <class S>
NextRegime<S> completed_anew(const System& author, const PreparedOf<S>& before,
                             const RegimeChange& change, bool curve, const SolveOptions& options,
                             const std::vector<Given>& regular_at)
{
    const std::string what = words_of(author, change);
    const auto none = [&](std::string words) {
        return NextRegime<S>{{}, std::move(words), change.ending()};
    };
    System system = system_at(author, change);
    if (change.invariant_values.size() < system.invariants.size())
        throw Error(Diagnostic{
            .message = "the state is not of this system: it has too few values of invariants"});
    for (std::size_t k = 0; k < system.invariants.size(); ++k)
        system.invariants[k].value = change.invariant_values[k];
    PreparedOf<S> next = prepare_in<S>(system, options, curve, false, {}, regular_at);
    // So near to a kink of the state points nearby are of both of its sides: no verdict.
    if (next.outcome == Outcome::singular_start)
        return {{}, what + no_rows_beyond, Outcome::singular_jacobian};
    if (next.outcome != Outcome::complete)
        return none(fmt::format("{}; beyond it: {}", what, next.message));
    const bool stands = start_where_it_stands(change, next, author.unknowns());
    const std::string jump = forced_jump(change, next, options);
    if (!jump.empty() && change.of_rows)
        return none(what + "; none were found that hold close by" + undecided);
    if (!jump.empty())
        return none(stands ? fmt::format("{}; beyond it {}", what, jump)
                           : what + "; beyond it no start was found close by");
    next.start.notices.clear();
    std::string words = fmt::format("{}; completed anew: {}", what, difference(before, next));
    return {std::move(next), std::move(words)};
}

}  // namespace

template <class S>
NextRegime<S> next_regime(const System& author, const PreparedOf<S>& before,
                          const RegimeChange& change, bool curve, const SolveOptions& options)
{
    if (were_chosen_for(before, change))
        return {{}, words_of(author, change) + same_again + undecided, change.ending()};
    NextRegime<S> next = completed_anew(author, before, change, curve, options, change.regular_at);
    if (next.prepared || !change.of_rows || !change.regular_at.empty()) return next;
    // Where terms vanish a little further on, rows that are regular here may be so there.
    const std::vector<Given> here = as_start(change.layout, change.p, author.unknowns());
    NextRegime<S> other = completed_anew(author, before, change, curve, options, here);
    return other.prepared ? std::move(other) : std::move(next);
}

template <class S>
NextRegime<S> completed_here(const System& author, const PreparedOf<S>& before,
                             const RegimeChange& at, const SolveOptions& options)
{
    PreparedOf<S> next = prepare_in<S>(system_at(author, at), options, before.curve);
    if (next.outcome != Outcome::complete) return {{}, next.message, next.outcome};
    start_where_it_stands(at, next, author.unknowns());
    next.start.notices.clear();
    std::string words = difference(before, next);
    return {std::move(next), std::move(words)};
}

template <class S>
void follow_regimes(const System& author, const PreparedOf<S>& first,
                    const Destination& destination, const SolveOptions& options, Ran& ran,
                    Checkpoints* checkpoints)
{
    RegimeChange change;  // that the present piece began with
    int changes = 0, in_place = 0;
    const bool put_back = checkpoints && checkpoints->resuming();
    if (!ran.change && !put_back) return;
    const CheckpointPart part(checkpoints, [&](State& state) {
        const State::Part name(state, "regimes");
        visit_solution(state, ran.solution);
        visit_change(state, change);
        state("changes", changes);
        state("in place", in_place);
    });
    if (put_back) ran.change = change;
    Destination on = destination;
    on.continued = Continued{.first_x = Quad(first.start.p[0])};
    PreparedOf<S> now;
    const PreparedOf<S>* before = &first;
    for (bool told = put_back; ran.change; ++changes, told = false) {
        change = std::move(*std::exchange(ran.change, std::nullopt));
        if (changes >= most_changes ||
            in_place >= (change.of_rows ? most_choices_in_place : most_in_place)) {
            stop(ran.solution, change.ending(), words_of(author, change) + no_end_of(change));
            break;
        }
        NextRegime<S> next = next_regime(author, *before, change, on.curve, options);
        if (!next.prepared) {
            stop(ran.solution, next.outcome, next.words);
            break;
        }
        if (!told) ran.solution.notices.push_back(next.words);
        now = std::move(*next.prepared);
        before = &now;
        on.continued->travelled = ran.solution.travelled;
        Ran more = run(now, on, rest_of(options, ran.solution), checkpoints);
        take_columns(ran.solution.names, more.solution);
        join(ran.solution, std::move(more.solution));
        ran.resume = std::move(more.resume);
        ran.change = std::move(more.change);
        const double way = std::abs(destination.to.value_or(change.x) - change.x);
        const bool moved = ran.change && std::abs(ran.change->x - change.x) > no_way * way;
        in_place = moved ? 0 : in_place + 1;
    }
    for (std::string& notice : request_notices(ran.solution, options))
        ran.solution.notices.push_back(std::move(notice));
}

template NextRegime<double> next_regime(const System&, const PreparedOf<double>&,
                                        const RegimeChange&, bool, const SolveOptions&);
template NextRegime<Quad> next_regime(const System&, const PreparedOf<Quad>&, const RegimeChange&,
                                      bool, const SolveOptions&);
template NextRegime<double> completed_here(const System&, const PreparedOf<double>&,
                                           const RegimeChange&, const SolveOptions&);
template NextRegime<Quad> completed_here(const System&, const PreparedOf<Quad>&,
                                         const RegimeChange&, const SolveOptions&);
template void follow_regimes(const System&, const PreparedOf<double>&, const Destination&,
                             const SolveOptions&, Ran&, Checkpoints*);
template void follow_regimes(const System&, const PreparedOf<Quad>&, const Destination&,
                             const SolveOptions&, Ran&, Checkpoints*);

}  // namespace involute
