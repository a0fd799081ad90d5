// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/endings.hpp"

#include <fmt/format.h>

#include <cmath>

namespace involute {
namespace {

// Growth over the run beyond which a collapse of the step is called a blow-up.
constexpr double blow_up_growth = 1e6;

// A value beyond this is about to overflow; it has a pole if y/y' is less than this part of the way
// gone. An exponential has 1/709 there, and exp(exp(t)) 1/4000.
constexpr double about_to_overflow = 1e290;
constexpr double pole_distance = 1e-5;

/// x without its rounding beside the way gone.
double rounded(double x, double way)
{
    return std::abs(x) < 1e-20 * way ? 0.0 : x;
}

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
    const Growth growth = largest_growth(start, walker.p, floors_of(scale, geometry.layout()));
    if (!(growth.factor > blow_up_growth)) return std::nullopt;
    const Names& names = geometry.completed().system.names;
    const Layout::Jet jet = geometry.layout().jets[growth.coordinate];
    if (is_ours(geometry.completed(), jet.unknown)) return std::nullopt;
    Encounter met;
    const double value = to_double(walker.p[growth.coordinate]);
    const double way = std::abs(to_double(S(walker.p[0] - start[0])));
    const double reach =
        std::abs(value / to_double(walker.v[growth.coordinate]) * to_double(walker.v[0]));
    const std::string name = jet_name(names, jet.unknown, jet.order);
    if (std::abs(value) > about_to_overflow && reach > pole_distance * way) {
        met.code = Outcome::not_finite;
        met.point.kind = SingularKind::overflow;
        met.point.x = to_double(walker.p[0]);
        met.point.message = fmt::format(
            "{} grows beyond the largest number near {} (it is {} there): an overflow, not a pole; "
            "its logarithm, or a unit of its own size, can be followed further",
            name, place_of(names.independent, met.point.x), to_text(value, 3));
        return met;
    }
    met.point.kind = SingularKind::blow_up;
    met.point.x = rounded(pole_of(walker, growth.coordinate), way);
    met.point.message = fmt::format(
        "{} grows without bound near {} (it is {} there): the solution ends in a "
        "blow-up",
        name, place_of(names.independent, met.point.x), to_text(value, 3));
    return met;
}

/// Where 1/z, linear between the ends of the last step, vanishes ahead; else where the walk stands.
template <class S>
double pole_of_top(const Walker<S>& walker, double before, double now)
{
    const double x = to_double(walker.p[0]), step = x - to_double(walker.p_before[0]);
    const double ahead = step * (before / (now - before));
    return std::isfinite(ahead) && ahead * step >= 0 ? x + ahead : x;
}

template <class S>
std::optional<Encounter> meet_pole(Geometry<S>& geometry, const Walker<S>& walker,
                                   const TopsOfWalk<S>& tops, Scale scale)
{
    const Layout& l = geometry.layout();
    const Names& names = geometry.completed().system.names;
    for (int j = 0; j < l.unknowns; ++j) {
        if (l.d[j] > 0 || is_ours(geometry.completed(), j)) continue;
        const double size = std::abs(to_double(tops.start[j])) + scale.of(j, 0);
        const double now = to_double(tops.now[j]);
        if (!(std::abs(now) > blow_up_growth * size)) continue;
        Encounter met;
        met.point.kind = SingularKind::pole;
        met.point.x = rounded(pole_of_top(walker, to_double(tops.before[j]), now), scale.floor);
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
    met.point.kind = is_overlong(walker) ? SingularKind::overflow : SingularKind::domain_end;
    met.point.x = to_double(walker.p[0]);
    met.point.message = explain_not_finite(geometry, walker).reason;
    return met;
}

template std::optional<Encounter> meet_blow_up(Geometry<double>&, const Walker<double>&,
                                               const std::vector<double>&, Scale);
template std::optional<Encounter> meet_blow_up(Geometry<Quad>&, const Walker<Quad>&,
                                               const std::vector<Quad>&, Scale);
template std::optional<Encounter> meet_pole(Geometry<double>&, const Walker<double>&,
                                            const TopsOfWalk<double>&, Scale);
template std::optional<Encounter> meet_pole(Geometry<Quad>&, const Walker<Quad>&,
                                            const TopsOfWalk<Quad>&, Scale);
template Encounter meet_domain_end(Geometry<double>&, const Walker<double>&);
template Encounter meet_domain_end(Geometry<Quad>&, const Walker<Quad>&);

}  // namespace involute
