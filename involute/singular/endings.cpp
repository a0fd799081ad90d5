// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/endings.hpp"

#include <fmt/format.h>

#include <cmath>

namespace involute {
namespace {

// Growth over the run beyond which a collapse of the step is called a blow-up.
constexpr double blow_up_growth = 1e6;

/// An unknown that completion brought in: it can grow where the rows chosen lose rank, while the
/// author's unknowns do not.
bool is_ours(const CompletedSystem& c, int unknown)
{
    return unknown >= c.layout.unknowns - c.system.auxiliary;
}

/// The coordinate's pole from the two ends of the last step, where w = y / y' is linear: w = 0.
template <class S>
double pole_of(const Walker<S>& walker, int coordinate)
{
    const auto ratio = [&](const std::vector<S>& p, const std::vector<S>& v) {
        return to_double(S(p[coordinate] / v[coordinate] * v[0]));
    };
    const double x = to_double(walker.p[0]), before = to_double(walker.p_before[0]);
    const double w = ratio(walker.p, walker.v), w_before = ratio(walker.p_before, walker.v_before);
    const double pole = x - w * (x - before) / (w - w_before);
    // Not where the two ends do not tell: then it is here to what the step can resolve.
    const bool ahead = (pole >= x) == (x >= before);
    return std::isfinite(pole) && ahead ? pole : x;
}

}  // namespace

template <class S>
std::optional<Encounter> meet_blow_up(Geometry<S>& geometry, const Walker<S>& walker,
                                      const std::vector<S>& start, Scale scale)
{
    const Growth growth = largest_growth(start, walker.p, scale);
    if (!(growth.factor > blow_up_growth)) return std::nullopt;
    const Names& names = geometry.completed().system.names;
    const Layout::Jet jet = geometry.layout().jets[growth.coordinate];
    if (is_ours(geometry.completed(), jet.unknown)) return std::nullopt;
    Encounter met;
    met.point.kind = SingularKind::blow_up;
    met.point.x = pole_of(walker, growth.coordinate);
    met.point.message = fmt::format(
        "{} grows without bound near {} (it is {} there): the solution ends in a "
        "blow-up",
        jet_name(names, jet.unknown, jet.order), place_of(names.independent, met.point.x),
        to_text(to_double(walker.p[growth.coordinate]), 3));
    return met;
}

template <class S>
std::optional<Encounter> meet_pole(Geometry<S>& geometry, const Walker<S>& walker,
                                   const std::vector<S>& z_start, const std::vector<S>& z_now,
                                   Scale scale)
{
    const Layout& l = geometry.layout();
    const Names& names = geometry.completed().system.names;
    for (int j = 0; j < l.unknowns; ++j) {
        if (l.d[j] > 0 || is_ours(geometry.completed(), j)) continue;
        const double size = std::abs(to_double(z_start[j])) + scale.floor;
        if (!(std::abs(to_double(z_now[j])) > blow_up_growth * size)) continue;
        Encounter met;
        met.point.kind = SingularKind::pole;
        met.point.x = to_double(walker.p[0]);
        met.point.message =
            fmt::format("{} has a pole at {}, while everything that is differentiated stays finite",
                        jet_name(names, j, 0), place_of(names.independent, met.point.x));
        return met;
    }
    return std::nullopt;
}

template <class S>
Encounter meet_domain_end(Geometry<S>& geometry, const Walker<S>& walker)
{
    Encounter met{.code = Outcome::not_finite};
    met.point.kind = SingularKind::domain_end;
    met.point.x = to_double(walker.p[0]);
    met.point.message = explain_not_finite(geometry, walker).reason;
    return met;
}

template std::optional<Encounter> meet_blow_up(Geometry<double>&, const Walker<double>&,
                                               const std::vector<double>&, Scale);
template std::optional<Encounter> meet_blow_up(Geometry<Quad>&, const Walker<Quad>&,
                                               const std::vector<Quad>&, Scale);
template std::optional<Encounter> meet_pole(Geometry<double>&, const Walker<double>&,
                                            const std::vector<double>&, const std::vector<double>&,
                                            Scale);
template std::optional<Encounter> meet_pole(Geometry<Quad>&, const Walker<Quad>&,
                                            const std::vector<Quad>&, const std::vector<Quad>&,
                                            Scale);
template Encounter meet_domain_end(Geometry<double>&, const Walker<double>&);
template Encounter meet_domain_end(Geometry<Quad>&, const Walker<Quad>&);

}  // namespace involute
