// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/stop_reasons.hpp"

#include <fmt/format.h>

#include <cmath>

namespace involute {
namespace {

template <class S>
std::string where(Geometry<S>& geometry, const Walker<S>& walker)
{
    return place_of(geometry.completed().system.names.independent, to_double(walker.p[0]));
}

}  // namespace

std::string place_of(const std::string& independent, double x)
{
    return fmt::format("{} = {}", independent, to_text(x, 12));
}

std::string memory_used_up(const SolveOptions& options, const std::string& place)
{
    if (options.keep_function)
        return fmt::format(
            "rows and steps kept fill {} megabytes at {}; allow more with option `max_memory`, or "
            "leave out option `keep_function` and ask for rows",
            options.max_memory, place);
    return fmt::format(
        "the rows kept fill {} megabytes at {}; ask for fewer with options `sampling.points` or "
        "`sampling.every`, allow more with option `max_memory`, or write them as csv, which keeps "
        "none",
        options.max_memory, place);
}

template <class S>
Growth largest_growth(const std::vector<S>& start, const std::vector<S>& now,
                      const std::vector<double>& floors)
{
    Growth largest;
    for (std::size_t i = 1; i < start.size(); ++i) {
        const double factor =
            std::abs(to_double(now[i])) / (std::abs(to_double(start[i])) + floors[i]);
        if (factor > largest.factor) largest = {int(i), factor};
    }
    return largest;
}

template <class S>
bool is_overlong(const Walker<S>& walker)
{
    constexpr double longest = 1e150;  // products of two such numbers are about to overflow
    return std::abs(to_double(S(walker.t - walker.t_before))) > longest;
}

template <class S>
Stop explain_not_finite(Geometry<S>& geometry, const Walker<S>& walker)
{
    using std::isfinite;
    if (is_overlong(walker))
        return {Outcome::not_finite,
                fmt::format("the solution changes so slowly that steps have grown to {} at {}, and "
                            "products of such numbers overflow: end the run earlier",
                            to_text(to_double(S(walker.t - walker.t_before)), 3),
                            where(geometry, walker))};
    const CompletedSystem& c = geometry.completed();
    std::vector<S> z(c.layout.unknowns), rows(c.layout.unknowns),
        entries(c.jacobian.entries.size());
    geometry.matrix(walker.failed().data(), z.data(), rows.data(), entries.data());
    std::string reason = "the solution leaves the domain of a function, or a number overflows";
    for (std::size_t e = 0; e < entries.size(); ++e)
        if (!isfinite(entries[e])) rows[c.jacobian.entries[e].row] = entries[e];
    for (int i = 0; i < c.layout.unknowns; ++i)
        if (!isfinite(rows[i])) {
            reason = fmt::format(
                "{} cannot be evaluated: a function leaves its domain, or a "
                "number overflows",
                equation_name(c.system, i, c.structure.c[i]));
            break;
        }
    return {Outcome::not_finite, fmt::format("{}, just after {}", reason, where(geometry, walker))};
}

template <class S>
Stop explain_failed_step(Geometry<S>& geometry, const Walker<S>& walker)
{
    const std::string at = where(geometry, walker);
    if (is_overlong(walker)) return explain_not_finite(geometry, walker);
    switch (walker.trial) {
        case Trial::not_finite:
            return explain_not_finite(geometry, walker);
        case Trial::singular:
        case Trial::sign_changed:
            return {Outcome::singular,
                    fmt::format("the highest derivatives are not determined just after {}: the "
                                "system Jacobian becomes singular",
                                at)};
        case Trial::unsolved: {
            const std::string equation = walker.complaint();
            return {
                Outcome::step_too_small,
                fmt::format("the stages of the implicit method could not be solved for at "
                            "{}{}{}",
                            at, equation.empty() ? "" : ": Newton's method does not settle for ",
                            equation)};
        }
        case Trial::off_manifold:
            return {Outcome::projection_failed,
                    fmt::format("no point near {} satisfies all equations", at)};
        default: {
            const std::string equation = walker.complaint();
            return {Outcome::step_too_small,
                    fmt::format("the step needed for the tolerance became too small at {}: the "
                                "solution is not smooth there, or the tolerance is below "
                                "round-off{}{}",
                                at, equation.empty() ? "" : "; see ", equation)};
        }
    }
}

template Growth largest_growth(const std::vector<double>&, const std::vector<double>&,
                               const std::vector<double>&);
template Growth largest_growth(const std::vector<Quad>&, const std::vector<Quad>&,
                               const std::vector<double>&);
template bool is_overlong(const Walker<double>&);
template bool is_overlong(const Walker<Quad>&);
template Stop explain_not_finite(Geometry<double>&, const Walker<double>&);
template Stop explain_not_finite(Geometry<Quad>&, const Walker<Quad>&);
template Stop explain_failed_step(Geometry<double>&, const Walker<double>&);
template Stop explain_failed_step(Geometry<Quad>&, const Walker<Quad>&);

}  // namespace involute
