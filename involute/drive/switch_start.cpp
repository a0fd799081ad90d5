// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/switch_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/expr/evaluate.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/print.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/observe/columns.hpp"
#include "involute/observe/stop_reasons.hpp"

namespace involute {
namespace {

// How far beyond the switch the run begins, in parts of the way and of x: as far as a hop over a
// kink.
const Quad part_of_way = Quad(1e-13), part_of_x = Quad(1e-15);
constexpr double steady = 1e-9;

/// The first sign(s), of which `if` and its like are made, with s zero at this x and of x alone.
std::optional<NodeId> switch_at(const System& system, const Quad& x)
{
    const Graph& graph = system.graph;
    std::vector<NodeId> formulas;
    for (const Equation& equation : system.equations) formulas.push_back(equation.f);
    for (const Visit& visit : subgraph(graph, formulas).visits) {
        const Node& node = graph[visit.id];
        if (node.op != Op::call || node.function != sign_function()) continue;
        const Subgraph inside = subgraph(graph, std::vector<NodeId>{node.a});
        const bool of_x = std::ranges::none_of(inside.visits, [&](const Visit& part) {
            return graph[part.id].op == Op::jet || graph[part.id].op == Op::input;
        });
        if (of_x && evaluate<Quad>(graph, node.a, [&](NodeId) { return x; }) == Quad(0))
            return visit.id;
    }
    return std::nullopt;
}

/// Whether completed equations determine the highest derivatives just beyond the switch: what holds
/// on it alone does not.
template <class S>
bool hold_beyond(PreparedOf<S>& here, const Quad& hop)
{
    std::vector<S> p = here.start.p, z = here.start.z;
    p[0] += from_quad<S>(hop);
    return here.geometry->field(p.data(), z.data()).health == Health::good;
}

/// What holds at the start alone is no start if what holds beyond has none, nor is it a singular
/// point if that contradicts the start values.
bool leads_nowhere(Outcome here, Outcome beyond)
{
    return here == Outcome::complete
               ? beyond != Outcome::complete
               : here == Outcome::singular_start && beyond == Outcome::inconsistent_start;
}

/// Whether highest derivatives are what they are beside the switch, not what grows towards it: then
/// the start is singular for another reason.
template <class S>
bool are_steady(PreparedOf<S>& there, const Quad& hop)
{
    using std::abs;
    std::vector<S> p = there.start.p, z = there.start.z;
    p[0] += from_quad<S>(hop);
    if (there.geometry->field(p.data(), z.data()).health != Health::good) return false;
    for (std::size_t j = 0; j < z.size(); ++j) {
        const S size = abs(z[j]) + abs(there.start.z[j]);
        if (!(abs(z[j] - there.start.z[j]) <= S(steady) * size + S(steady))) return false;
    }
    return true;
}

/// Whether the equations as written hold at x, those that contain no highest derivative there: what
/// is below these cannot jump.
template <class S>
bool hold_at(const System& author, const PreparedOf<S>& there, const Quad& x)
{
    const Graph& graph = author.graph;
    const Layout& layout = there.geometry->layout();
    const auto value = [&](const Equation& equation, const Quad& shift) {
        return evaluate<Quad>(graph, equation.f, [&](NodeId id) {
            const Node& node = graph[id];
            if (node.op == Op::independent) return x;
            const int j = int(node.a), order = int(node.b);
            if (layout.in_point(j, order))
                return Quad(there.start.p[std::size_t(layout.position(j, order))]);
            return Quad(there.start.z[std::size_t(j)]) + shift * Quad(j + 1);
        });
    };
    return std::ranges::all_of(author.equations, [&](const Equation& equation) {
        const Quad found = value(equation, 0);
        return found != value(equation, Quad(0.7)) || abs(found) <= Quad(steady);
    });
}

}  // namespace

template <class S>
Departure leave_switch(const System& author, const Destination& d, const SolveOptions& options,
                       PreparedOf<S>& prepared)
{
    if (d.curve || !d.to) return {};
    Quad x = 0;
    for (const Given& given : author.starts)
        if (given.unknown < 0) x = given.value;
    const Quad way = Quad(*d.to) - x;
    const auto met = switch_at(author, x);
    if (!met || way == Quad(0) || !isfinite(way)) return {};
    const Quad size = part_of_way * abs(way) + part_of_x * abs(x), hop = way < 0 ? -size : size;
    if (prepared.outcome == Outcome::complete && hold_beyond(prepared, hop)) return {};
    System beyond = author;
    std::erase_if(beyond.starts, [](const Given& given) { return given.unknown < 0; });
    beyond.starts.push_back({.unknown = -1, .order = 0, .value = x + hop});
    PreparedOf<S> there = prepare_in<S>(beyond, options, false);
    if (leads_nowhere(prepared.outcome, there.outcome)) {
        prepared.outcome = there.outcome;
        prepared.message = fmt::format(
            "{} passes zero at the start, and the equations of the side that the run goes to have "
            "no solution from there: {}",
            print(author.graph, author.graph[*met].a, author.names), there.message);
    }
    if (there.outcome != Outcome::complete || !are_steady(there, hop) || !hold_at(author, there, x))
        return {};
    prepared = std::move(there);

    std::vector<S> p = prepared.start.p, row;
    p[0] = from_quad<S>(x);
    Columns<S>(*prepared.geometry, options.columns, false)
        .append(p.data(), prepared.start.z.data(), row);
    Departure left;
    left.row.push_back(to_double(x));
    for (const S& entry : row) left.row.push_back(to_double(entry));
    const std::string at = place_of(author.names.independent, to_double(x));
    left.notice = fmt::format(
        "{} passes zero at the start, and what holds there alone leads nowhere: the equations of "
        "the side that the run goes to are solved, and the row at {} is their limit",
        print(author.graph, author.graph[*met].a, author.names), at);
    return left;
}

template Departure leave_switch(const System&, const Destination&, const SolveOptions&,
                                PreparedOf<double>&);
template Departure leave_switch(const System&, const Destination&, const SolveOptions&,
                                PreparedOf<Quad>&);

}  // namespace involute
