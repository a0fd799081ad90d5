// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// An invariant whose relative change is below this is one; true ones show round-off, 1e-16.
constexpr double invariant_tolerance = 1e-11;
constexpr int generic_points = 4;
constexpr double generic_spread = 0.2;

/// J is singular at the start. Is it so everywhere on M, or only there?
template <class S>
void judge_singular(PreparedOf<S>& prepared)
{
    Geometry<S>& geometry = *prepared.geometry;
    std::mt19937 random(77);
    for (int k = 0; k < generic_points; ++k) {
        std::vector<S> p = prepared.start.p;
        if (!generic_point(geometry, prepared.scale, generic_spread, random, p)) continue;
        if (!geometry.choose_order(p.data())) continue;
        prepared.outcome = Outcome::singular_start;
        prepared.message =
            "the highest derivatives are not determined at the start, though they are at points "
            "nearby: the start is a singular point; start elsewhere, or use --curve";
        return;
    }
    prepared.outcome = Outcome::singular_jacobian;
    prepared.message =
        "the structure of the equations promises that the highest derivatives are determined, "
        "but the system Jacobian is singular at every point tried: hidden equations remain that "
        "a structural analysis cannot see";
}

template <class S>
void check_invariants(PreparedOf<S>& prepared)
{
    const System& system = prepared.geometry->completed().system;
    for (int k = 0; k < int(system.invariants.size()); ++k) {
        const Invariant& invariant = system.invariants[k];
        InvariantReport report{.name = invariant.name};
        report.defect = invariant_defect(*prepared.geometry, prepared.scale, prepared.start.p, k);
        report.holds = report.defect <= invariant_tolerance;
        prepared.invariants.push_back(report);
        if (!report.holds && invariant.imposed)
            prepared.start.notices.push_back(fmt::format(
                "`{}` is imposed although it changes at a relative rate of {:.3g} along solutions: "
                "what is returned solves other equations",
                invariant.name, report.defect));
        if (report.holds || invariant.imposed || prepared.outcome != Outcome::complete) continue;
        prepared.outcome = Outcome::false_invariant;
        prepared.message = fmt::format(
            "`{}` (line {}) is not an invariant: along solutions it changes at a relative rate of "
            "{:.3g}; remove it, or write `impose` to hold it constant all the same",
            invariant.name, invariant.place.line, report.defect);
    }
}

}  // namespace

template <class S>
double invariant_defect(Geometry<S>& geometry, Scale scale, const std::vector<S>& start,
                        int invariant)
{
    using std::abs;
    CompletedSystem& c = geometry.completed();
    const int row = int(c.layout.constraints.size()) + invariant;
    std::vector<S> entries(c.constraint_jacobian.entries.size()), z(c.layout.unknowns),
        v(c.layout.size);
    std::mt19937 random(99);
    double worst = 0;
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
        if (size > S(0)) worst = std::max(worst, to_double(S(abs(sum) / size)));
    }
    return worst;
}

template <class S>
Certificate<S>& PreparedOf<S>::certificate()
{
    if (!certificate_)
        certificate_ =
            std::make_unique<Certificate<S>>(geometry->completed(), scale, geometry->native());
    return *certificate_;
}

template <class S>
PreparedOf<S> prepare_in(const System& system, const SolveOptions& options, bool curve,
                         bool generic)
{
    PreparedOf<S> prepared;
    prepared.scale = {options.atol / options.rtol};
    prepared.curve = curve;
    System copy = system;
    prepared.structure = find_structure(
        copy,
        {.jointly_affine = curve || options.technique.distribution == Distribution::null_space});
    if (prepared.structure.code != Outcome::complete) {
        prepared.outcome = prepared.structure.code;
        prepared.message = prepared.structure.message;
        return prepared;
    }
    prepared.geometry = std::make_unique<Geometry<S>>(
        make_completed(std::move(copy), prepared.structure), options.native);
    prepared.start = consistent_start(*prepared.geometry, prepared.scale, generic);
    prepared.outcome = prepared.start.outcome;
    prepared.message = prepared.start.message;
    if (prepared.outcome == Outcome::singular_start) {
        if (curve)
            prepared.outcome = Outcome::complete;
        else
            judge_singular(prepared);
    }
    const bool regular = prepared.start.outcome == Outcome::complete;
    if (prepared.outcome == Outcome::complete && regular) check_invariants(prepared);
    return prepared;
}

template struct PreparedOf<double>;
template struct PreparedOf<Quad>;
template PreparedOf<double> prepare_in(const System&, const SolveOptions&, bool, bool);
template PreparedOf<Quad> prepare_in(const System&, const SolveOptions&, bool, bool);
template double invariant_defect(Geometry<double>&, Scale, const std::vector<double>&, int);
template double invariant_defect(Geometry<Quad>&, Scale, const std::vector<Quad>&, int);

}  // namespace involute
