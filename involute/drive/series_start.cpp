// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/series_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/complete/array/numerical.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/roots_ahead.hpp"
#include "involute/geometry/switches.hpp"
#include "involute/observe/columns.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/options/destination.hpp"

namespace involute {
namespace {

// Where steps begin, in units of x of the series and of the way to the end.
const Quad part_beside = Quad(1e-3);
// Kinks nearer than this part of it are where the series begins.
constexpr double shortest_part = 1e-9;

Quad value_at_start(const RegularSeries& series, const Graph& graph, NodeId e)
{
    return evaluate<Quad>(graph, e, [&](NodeId leaf) {
        const Node& node = graph[leaf];
        return node.op == Op::jet ? series.jet(int(node.a), int(node.b), 0) : series.x;
    });
}

/// Whether the equations as written have values at the start: y'/t at t = 0 has none.
bool has_values(const RegularSeries& series, const System& system)
{
    return std::ranges::all_of(system.equations, [&](const Equation& equation) {
        return isfinite(value_at_start(series, system.graph, equation.f));
    });
}

/// As far as switches need one: all that the author's equations contain has values.
CompletedSystem with_all_values(const System& system)
{
    CompletedSystem c{.system = system};
    c.system.written = system.equations;
    c.layout.d = highest_orders(system);
    return c;
}

/// Ranks beside a start on a kink may be those of other equations on either side.
bool starts_on_a_kink(const RegularSeries& series, const System& system)
{
    CompletedSystem c = with_all_values(system);
    return std::ranges::any_of(find_switches(c), [&](const Switch& kink) {
        return value_at_start(series, c.system.graph, kink.expression) == Quad(0);
    });
}

/// The series as a solution of equations with kinks: the first of these beyond the start ends it.
/// How far it may be followed, at most h; 0: that cannot be told.
Quad before_kinks(const RegularSeries& series, const System& system, const Quad& h)
{
    CompletedSystem c = with_all_values(system);
    Graph& graph = c.system.graph;
    const double from = to_double(series.x);
    Quad reached = h;
    for (const Switch& kink : find_switches(c)) {
        const std::vector<NodeId> in = leaves(graph, kink.expression);
        std::vector<NodeId> along;
        for (const NodeId leaf : in) {
            const Node node = graph[leaf];
            along.push_back(node.op == Op::jet ? series.formula(graph, int(node.a), int(node.b))
                                               : leaf);
        }
        const NodeId function = substitute(graph, kink.expression, in, along);
        if (leaves(graph, function).empty()) continue;
        RootsAhead ahead(graph, function, graph.independent());
        ahead.begin(from, to_double(Quad(series.x + reached)));
        const auto root = ahead.next();
        if (!root && !ahead.gave_up()) continue;
        const Quad clear = Quad(root ? root->before : ahead.known_to()) - series.x;
        reached = clear / 2;
    }
    return abs(reached) > Quad(shortest_part) * abs(h) ? reached : Quad(0);
}

/// A singular point is one where the equations as written, differentiated, lose rank, or
/// have no value.
const char* how_it_starts(StartRank rank)
{
    switch (rank) {
        case StartRank::full:
            return "the completed equations are singular at the start, where those as written are "
                   "not: the solution is followed";
        case StartRank::lost:
            return "the start is a regular singular point: the regular solution is followed";
        case StartRank::unknown:
            break;
    }
    return "the completed equations do not begin at the start, and whether those as written are "
           "singular there is not known: the one smooth solution found is followed";
}

}  // namespace

std::optional<StartBySeries> series_start(const System& system, const SolveOptions& options,
                                          const Solution& failed)
{
    const bool may_be =
        failed.code == Outcome::singular_start || failed.code == Outcome::no_start_found;
    const auto has_ways = [](const SingularPoint& point) {
        return !point.branches.empty() && point.kind != SingularKind::regular_singular;
    };
    if (!may_be || std::ranges::any_of(failed.singular_points, has_ways)) return std::nullopt;
    const Destination d = destination(system, options);
    if (!options.continuations.empty() || d.curve || !d.to || !system.forces.empty())
        return std::nullopt;
    Quad x = 0;
    for (const Given& given : system.starts)
        if (given.unknown < 0) x = given.value;
    const Quad reach = Quad(*d.to) - x;
    auto series = regular_series(system, reach);
    if (!series) return std::nullopt;
    const Quad size = part_beside * std::min<Quad>(series->unit, abs(reach));
    const Quad h = before_kinks(*series, system, reach < 0 ? -size : size);
    if (h == Quad(0)) return std::nullopt;
    StartBySeries start{.series = std::move(*series), .h = h, .system = system};
    start.system.starts = {{.unknown = -1, .order = 0, .value = x + start.h}};
    start.system.guesses.clear();
    System there = start.system;
    there.starts = {{.unknown = -1, .order = 0, .value = x}};
    const std::vector<int> orders = highest_orders(system);
    for (int j = 0; j < system.unknowns(); ++j)
        for (int l = 0; l <= orders[std::size_t(j)]; ++l) {
            start.system.guesses.push_back(
                {.unknown = j, .order = l, .value = start.series.jet(j, l, start.h)});
            there.starts.push_back({.unknown = j, .order = l, .value = start.series.jet(j, l, 0)});
        }
    if (!has_values(start.series, system))
        start.rank = StartRank::lost;
    else if (!starts_on_a_kink(start.series, system))
        start.rank = rank_at_start(there);
    return start;
}

template <class S>
Departure depart_on_series(const StartBySeries& start, PreparedOf<S>& prepared,
                           const SolveOptions& options)
{
    Geometry<S>& geometry = *prepared.geometry;
    const Layout& layout = geometry.layout();
    const RegularSeries& series = start.series;
    const auto value = [&](int j, int l) {
        return j < int(series.c.size()) ? from_quad<S>(series.jet(j, l, 0)) : S(0);
    };
    std::vector<S> p(prepared.start.p.size()), z, row;
    p[0] = from_quad<S>(series.x);
    for (int j = 0; j < layout.unknowns; ++j) {
        const int d = layout.d[std::size_t(j)];
        for (int l = 0; l < d; ++l) p[std::size_t(layout.position(j, l))] = value(j, l);
        z.push_back(value(j, d));
    }
    Columns<S>(geometry, options.columns, false).append(p.data(), z.data(), row);

    prepared.start.notices.clear();
    Departure left;
    left.row.push_back(to_double(series.x));
    for (const S& entry : row) left.row.push_back(to_double(entry));
    if (!std::ranges::all_of(left.row, [](double entry) { return std::isfinite(entry); }))
        left.row.clear();
    const std::string& independent = geometry.completed().system.names.independent;
    const std::string at = place_of(independent, to_double(series.x));
    left.notice = fmt::format(
        "{}, as a power series to {} and by steps from there; the row at {} is its limit",
        how_it_starts(start.rank), place_of(independent, to_double(Quad(series.x + start.h))), at);
    if (start.rank != StartRank::lost) return left;
    SingularPoint point{.kind = SingularKind::regular_singular, .x = to_double(series.x)};
    point.row = left.row;
    point.message = fmt::format(
        "it is a regular singular point at {}, which one smooth solution alone leaves with the "
        "values given",
        at);
    point.branches.push_back({.description = "the regular solution, " + independent +
                                             (start.h > 0 ? " increasing" : " decreasing"),
                              .followed = true});
    left.point = std::move(point);
    return left;
}

template Departure depart_on_series(const StartBySeries&, PreparedOf<double>&, const SolveOptions&);
template Departure depart_on_series(const StartBySeries&, PreparedOf<Quad>&, const SolveOptions&);

}  // namespace involute
