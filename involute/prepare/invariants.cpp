// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/invariants.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <random>

#include "involute/project/start.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// Points near the start at which a rate of change is measured, and how far away.
constexpr int generic_points = 4;
constexpr double generic_spread = 0.2;
// Numbers below this have lost digits: what is at rest changes at no rate.
constexpr double least = std::numeric_limits<double>::min() / 1e-16;

}  // namespace

template <class S>
std::optional<InvariantReport> rate_of_invariant(Geometry<S>& geometry, const std::vector<S>& p,
                                                 int invariant)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    const int row = int(c.layout.constraints.size()) + invariant;
    std::vector<S> entries(c.constraint_jacobian.entries.size()), z(c.layout.unknowns),
        v(c.layout.size);
    if (geometry.field(p.data(), z.data()).health != Health::good) return std::nullopt;
    geometry.direction(p.data(), z.data(), v.data());
    geometry.constraint_jacobian(p.data(), entries.data());
    S sum(0), terms(0);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        if (c.constraint_jacobian.entries[e].row != row) continue;
        const S term = entries[e] * v[c.constraint_jacobian.entries[e].column];
        sum += term;
        terms += abs(term);
    }
    const S size = size_of_rate(terms, S(abs(geometry.invariant_values()[invariant])));
    if (!(size > S(least))) return std::nullopt;
    return InvariantReport{
        .defect = to_double(S(abs(sum) / size)), .rate = to_double(sum), .at = to_double(p[0])};
}

std::string not_an_invariant(const System& system, int k, const InvariantReport& report)
{
    const Invariant& invariant = system.invariants[k];
    return fmt::format(
        "`{}` (line {}) is not an invariant: along solutions it changes at a relative rate of "
        "{} (d{}/d{} = {} at {} = {}); remove it, or write `impose` to hold it "
        "constant all the same",
        invariant.name, invariant.place.line, to_text(report.defect, 3), invariant.name,
        system.names.independent, to_text(report.rate, 6), system.names.independent,
        to_text(report.at, 6));
}

template <class S>
InvariantReport measure_invariant(Geometry<S>& geometry, Scale scale, const std::vector<S>& start,
                                  int invariant)
{
    std::mt19937 random(99);
    InvariantReport worst;
    for (int k = 0; k <= generic_points; ++k) {
        std::vector<S> p = start;
        if (k > 0 && !generic_point(geometry, scale, generic_spread, random, p)) continue;
        const auto report = rate_of_invariant(geometry, p, invariant);
        if (report && report->defect > worst.defect) worst = *report;
    }
    return worst;
}

template InvariantReport measure_invariant(Geometry<double>&, Scale, const std::vector<double>&,
                                           int);
template InvariantReport measure_invariant(Geometry<Quad>&, Scale, const std::vector<Quad>&, int);

template std::optional<InvariantReport> rate_of_invariant(Geometry<double>&,
                                                          const std::vector<double>&, int);
template std::optional<InvariantReport> rate_of_invariant(Geometry<Quad>&, const std::vector<Quad>&,
                                                          int);

}  // namespace involute
