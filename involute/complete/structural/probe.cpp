// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/probe.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "involute/base/patience.hpp"
#include "involute/base/prime_field.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/identity.hpp"
#include "involute/expr/input.hpp"

namespace involute {

namespace {

constexpr NodeId nothing = 0xffffffff;
// Points are tried until this many gave finite values ...
constexpr int wanted_points = 3;
// ... but not more than this. Later points lie closer to the start, where exponentials are
// moderate.
constexpr int tried_points = 12;
// A change of this part of the largest intermediate value is no round-off in double.
constexpr double clear_change = 1e-9;
// In Quad this part of it is zero: round-off is 2e-34 an operation.
constexpr double round_off = 1e-30;
// Uniform in [-1, 1], a pure function of its arguments: a leaf has the same values in every
// equation and in every run.
double noise(int unknown, int order, int point)
{
    const std::uint64_t h =
        scrambled((std::uint64_t(std::uint32_t(unknown)) << 32) ^
                  (std::uint64_t(std::uint32_t(order)) << 16) ^ std::uint32_t(point));
    return 2 * double(h >> 11) / double(1ull << 53) - 1;
}

/// The largest number that a constant was computed from by sums.
Quad terms_of(const Graph& graph, NodeId id)
{
    const Node& origin = graph.origin(id);
    const bool sum = origin.op == Op::add || origin.op == Op::subtract;
    return sum ? std::max<Quad>(abs(graph.value(origin.a)), abs(graph.value(origin.b))) : Quad(0);
}

/// Code that is given from outside may have values only where the run goes, and random points lie
/// elsewhere. Structure does not depend on which function it is: this one stands for it.
bool is_code(const Graph& graph, const Node& node)
{
    if (node.op != Op::input) return false;
    const auto& function = graph.input_functions()[node.b];
    return function && !function->degree();
}

double stand_in(const Node& input, double t)
{
    return std::sin(t + 1 + double(input.b) + double(input.exponent) * std::numbers::pi / 2);
}

template <class S>
bool is_finite(const S& x)
{
    using std::isfinite;
    return isfinite(x);
}

}  // namespace

Evaluable make_evaluable(const Graph& graph, NodeId e)
{
    Evaluable formula{subgraph(graph, {e}), {}};
    for (const Visit& visit : formula.part.visits) {
        const Op op = graph[visit.id].op;
        if (op == Op::jet || op == Op::independent) formula.leaves.push_back(visit.id);
    }
    return formula;
}

Probe::Probe(const System& system)
    : given_(system.unknowns() + 1), size_(system.unknowns() + 1, 0.0)
{
    // The first entry for a jet counts, so what is demanded comes before what is guessed.
    for (const auto* list : {&system.starts, &system.guesses})
        for (const Given& g : *list) {
            given_[g.unknown + 1].push_back({g.order, to_double(g.value)});
            double& size = size_[g.unknown + 1];
            size = std::max(size, std::abs(to_double(g.value)));
        }
    for (double& size : size_)
        if (size == 0) size = 1;
}

Probe::Jet Probe::jet_of(const Graph& graph, NodeId leaf)
{
    const Node& node = graph[leaf];
    return node.op == Op::jet ? Jet{int(node.a), int(node.b)} : Jet{};
}

const double* Probe::given(const Jet& jet) const
{
    for (const auto& [order, value] : given_[jet.unknown + 1])
        if (order == jet.order) return &value;
    return nullptr;
}

double Probe::sample(const Graph& graph, NodeId leaf, int point) const
{
    const Jet jet = jet_of(graph, leaf);
    const double u = noise(jet.unknown, jet.order, point);
    const double* value = given(jet);
    if (value && *value != 0) return *value * (1 + 0.1 * u);
    const double calm = std::ldexp(1.0, -std::max(0, point % tried_points - wanted_points));
    if (value) return 0.1 * u * calm * size_[jet.unknown + 1];
    // Derivatives without a given value are taken to be as large as the unknown.
    return size_[jet.unknown + 1] * calm * std::copysign(0.1 + 0.9 * std::abs(u), u);
}

template <class S>
Probe::Measured<S> Probe::measure(const Graph& graph, const Evaluable& formula, int point,
                                  NodeId moved, const S& to)
{
    using std::abs;
    std::vector<S>* values = nullptr;
    if constexpr (std::is_same_v<S, double>)
        values = &values_;
    else
        values = &quad_values_;
    values->clear();
    S scale = 0;
    const auto leaf = [&](NodeId id) { return id == moved ? to : S(sample(graph, id, point)); };
    for (const Visit& visit : formula.part.visits) {
        const S* at = values->data();
        const Node& node = graph[visit.id];
        values->push_back(is_code(graph, node)
                              ? S(stand_in(node, to_double(at[visit.a])))
                              : node_value<S>(graph, visit.id, at + visit.a, at + visit.b, leaf));
        const S size = abs(values->back());
        if (!is_finite(size)) return {size, size};
        scale = std::max(scale, size);
        if (graph.is_constant(visit.id) && !graph.fraction(visit.id))
            scale = std::max<S>(scale, from_quad<S>(terms_of(graph, visit.id)));
    }
    return {(*values)[formula.part.roots[0]], scale};
}

bool Probe::changes_in_double(const Graph& graph, const Evaluable& formula, NodeId leaf)
{
    int compared = 0;
    for (int point = 0; point < tried_points && compared < wanted_points; ++point) {
        keep_patience();
        const auto before = measure<double>(graph, formula, point, nothing, 0);
        if (!is_finite(before.scale)) continue;
        const double elsewhere = sample(graph, leaf, point + tried_points);
        const auto after = measure<double>(graph, formula, point, leaf, elsewhere);
        if (!is_finite(after.scale)) continue;
        const double scale = std::max(before.scale, after.scale);
        if (std::abs(after.value - before.value) > clear_change * scale) return true;
        ++compared;
    }
    return false;
}

bool Probe::depends_on(const Graph& graph, const Evaluable& formula, NodeId leaf)
{
    return changes_in_double(graph, formula, leaf) ||
           !is_proved_free_of(graph, formula.part.visits[formula.part.roots[0]].id, leaf);
}

bool Probe::depends_on(const Graph& graph, NodeId e, NodeId leaf)
{
    const Evaluable formula = make_evaluable(graph, e);
    const auto& leaves = formula.leaves;
    return std::find(leaves.begin(), leaves.end(), leaf) != leaves.end() &&
           depends_on(graph, formula, leaf);
}

bool Probe::is_finite_somewhere(const Graph& graph, const Evaluable& formula)
{
    for (int point = 0; point < tried_points; ++point)
        if (is_finite(measure<double>(graph, formula, point, nothing, 0).scale)) return true;
    return false;
}

bool Probe::vanishes(const Graph& graph, const Evaluable& formula)
{
    for (int point = 0; point < tried_points; ++point) {
        const auto found = measure<Quad>(graph, formula, point, nothing, 0);
        if (is_finite(found.scale) && abs(found.value) > round_off * found.scale) return false;
    }
    return true;
}

}  // namespace involute
