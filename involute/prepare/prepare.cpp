// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/complete/array/numerical.hpp"
#include "involute/complete/routes.hpp"
#include "involute/complete/structural/find_structure.hpp"

namespace involute {
namespace {

// An invariant whose relative change is below this is one; true ones show round-off, 1e-16.
constexpr double invariant_tolerance = 1e-11;
constexpr int generic_points = 4;
constexpr double generic_spread = 0.2;

/// J is singular at the start. Is it regular at other points of M?
template <class S>
bool regular_elsewhere(PreparedOf<S>& prepared)
{
    Geometry<S>& geometry = *prepared.geometry;
    std::mt19937 random(77);
    for (int k = 0; k < generic_points; ++k) {
        std::vector<S> p = prepared.start.p;
        if (generic_point(geometry, prepared.scale, generic_spread, random, p) &&
            geometry.choose_order(p.data()))
            return true;
    }
    return false;
}

template <class S>
void check_invariants(PreparedOf<S>& prepared)
{
    const System& system = prepared.geometry->completed().system;
    for (int k = 0; k < int(system.invariants.size()); ++k) {
        const Invariant& invariant = system.invariants[k];
        if (invariant.closure) continue;  // completion has seen to it
        InvariantReport report =
            measure_invariant(*prepared.geometry, prepared.scale, prepared.start.p, k);
        report.name = invariant.name;
        report.holds = report.defect <= invariant_tolerance;
        prepared.invariants.push_back(report);
        if (!report.holds && invariant.imposed)
            prepared.start.notices.push_back(fmt::format(
                "`{}` is imposed although it changes at a relative rate of {} along solutions: "
                "what is returned solves other equations",
                invariant.name, to_text(report.defect, 3)));
        if (report.holds || invariant.imposed || prepared.outcome != Outcome::complete) continue;
        prepared.outcome = Outcome::false_invariant;
        prepared.message = fmt::format(
            "`{}` (line {}) is not an invariant: along solutions it changes at a relative rate of "
            "{} (d{}/d{} = {} at {} = {}); remove it, or write `impose` to hold it "
            "constant all the same",
            invariant.name, invariant.place.line, to_text(report.defect, 3), invariant.name,
            system.names.independent, to_text(report.rate, 6), system.names.independent,
            to_text(report.at, 6));
    }
}

/// Geometry and consistent start of a system with its structure.
template <class S>
void make_ready(PreparedOf<S>& prepared, System system, const SolveOptions& options, bool generic)
{
    prepared.geometry = std::make_unique<Geometry<S>>(
        make_completed(std::move(system), prepared.structure), options.native);
    prepared.start = consistent_start(*prepared.geometry, prepared.scale, generic);
    prepared.outcome = prepared.start.outcome;
    prepared.message = prepared.start.message;
}

/// The start is a singular point, and there are regular ones nearby.
template <class S>
void judge_singular_start(PreparedOf<S>& prepared)
{
    if (prepared.curve) {
        prepared.outcome = Outcome::complete;
        return;
    }
    prepared.outcome = Outcome::singular_start;
    prepared.message =
        "the highest derivatives are not determined at the start, though they are at points "
        "nearby: the start is a singular point; start elsewhere, or use --curve";
}

/// Whether the structural route has failed so that the other routes have a say.
template <class S>
bool structure_misleads(PreparedOf<S>& prepared)
{
    switch (prepared.outcome) {
        case Outcome::not_square:
        case Outcome::structurally_singular:
            return true;
        case Outcome::singular_start:
            return !regular_elsewhere(prepared);
        case Outcome::no_start_found:
            // No point satisfies the equations: perhaps because they contradict each other.
            return prepared.completion.route == Route::structural;
        default:
            return false;
    }
}

template <class S>
void go_other_routes(PreparedOf<S>& prepared, const System& system, const SolveOptions& options,
                     bool jointly_affine, bool generic)
{
    const CompletionOptions further{.jointly_affine = jointly_affine,
                                    .floor = options.atol / options.rtol};
    const Outcome before = prepared.outcome;
    Completion found = before == Outcome::no_start_found ? complete_numerically(system, further)
                                                         : complete_further(system, further);
    if (before == Outcome::no_start_found && found.outcome != Outcome::inconsistent) return;
    System completed = std::move(found.system);
    prepared.completion = std::move(found);
    prepared.outcome = prepared.completion.outcome;
    prepared.message = prepared.completion.message;
    if (prepared.outcome != Outcome::complete) {
        prepared.geometry.reset();
        return;
    }
    prepared.structure = std::move(prepared.completion.structure);
    const std::vector<int> gauged = completed.gauged;
    make_ready(prepared, std::move(completed), options, generic);
    if (gauged.empty()) return;
    std::vector<std::string> names;
    for (const int unknown : gauged) names.push_back(system.names.unknowns[unknown]);
    prepared.start.notices.push_back(
        fmt::format("{} belong to redundant constraints and are not unique: those of minimum norm "
                    "are returned",
                    fmt::join(names, ", ")));
}

}  // namespace

template <class S>
InvariantReport measure_invariant(Geometry<S>& geometry, Scale scale, const std::vector<S>& start,
                                  int invariant)
{
    using std::abs;
    CompletedSystem& c = geometry.completed();
    const int row = int(c.layout.constraints.size()) + invariant;
    std::vector<S> entries(c.constraint_jacobian.entries.size()), z(c.layout.unknowns),
        v(c.layout.size);
    std::mt19937 random(99);
    InvariantReport worst;
    for (int k = 0; k <= generic_points; ++k) {
        std::vector<S> p = start;
        if (k > 0 && !generic_point(geometry, scale, generic_spread, random, p)) continue;
        if (geometry.field(p.data(), z.data()).health != Health::good) continue;
        geometry.direction(p.data(), z.data(), v.data());
        geometry.constraint_jacobian(p.data(), entries.data());
        S sum(0), size(0);
        for (std::size_t e = 0; e < entries.size(); ++e) {
            if (c.constraint_jacobian.entries[e].row != row) continue;
            const S term = entries[e] * v[c.constraint_jacobian.entries[e].column];
            sum += term;
            size += abs(term);
        }
        // Where all terms are small against I itself, their sum is round-off of I.
        const S value = abs(geometry.invariant_values()[invariant]);
        size = std::max<S>(size, S(1e-3) * value);
        if (!(size > S(0))) continue;
        const double defect = to_double(S(abs(sum) / size));
        if (defect > worst.defect)
            worst = {.defect = defect, .rate = to_double(sum), .at = to_double(p[0])};
    }
    return worst;
}

template <class S>
Certificate<S>& PreparedOf<S>::certificate()
{
    if (!certificate_) certificate_ = std::make_unique<Certificate<S>>(*geometry, scale);
    return *certificate_;
}

template <class S>
PreparedOf<S> prepare_in(const System& system, const SolveOptions& options, bool curve,
                         bool generic)
{
    require_unknowns(system);
    PreparedOf<S> prepared;
    prepared.scale = {options.atol / options.rtol};
    prepared.curve = curve;
    const bool jointly_affine = curve || options.technique.distribution == Distribution::null_space;
    System copy = system;
    prepared.structure = find_structure(copy, {.jointly_affine = jointly_affine});
    prepared.outcome = prepared.structure.code;
    prepared.message = prepared.structure.message;
    if (prepared.outcome == Outcome::complete)
        make_ready(prepared, std::move(copy), options, generic);
    if (structure_misleads(prepared))
        go_other_routes(prepared, system, options, jointly_affine, generic);
    if (prepared.outcome == Outcome::singular_start) judge_singular_start(prepared);
    const bool regular = prepared.geometry && prepared.start.outcome == Outcome::complete;
    if (prepared.outcome == Outcome::complete && regular) check_invariants(prepared);
    return prepared;
}

template struct PreparedOf<double>;
template struct PreparedOf<Quad>;
template PreparedOf<double> prepare_in(const System&, const SolveOptions&, bool, bool);
template PreparedOf<Quad> prepare_in(const System&, const SolveOptions&, bool, bool);
template InvariantReport measure_invariant(Geometry<double>&, Scale, const std::vector<double>&,
                                           int);
template InvariantReport measure_invariant(Geometry<Quad>&, Scale, const std::vector<Quad>&, int);

}  // namespace involute
