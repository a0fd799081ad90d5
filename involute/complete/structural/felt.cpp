// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/felt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

constexpr std::size_t few = 16;
// A change of this part of the largest intermediate value is no round-off in double: ten
// times what Probe takes for clear, because the change is told from the slope.
constexpr double clear_change = 1e-8;
// The points of Probe at which a leaf is sampled, and to where it is moved.
constexpr int here = 0, elsewhere = 12;

// The derivatives of a node by its operands, where it is a sum, product or quotient: what couples
// many unknowns. Others are no number, and so is whatever they lead to.
struct Slopes {
    double a = std::numeric_limits<double>::quiet_NaN(), b = a;
};

Slopes slopes_of(const Node& node, double a, double b)
{
    switch (node.op) {
        case Op::add:
            return {1, 1};
        case Op::subtract:
            return {1, -1};
        case Op::negate:
            return {-1, 0};
        case Op::multiply:
            return {b, a};
        case Op::divide:
            return {1 / b, -a / (b * b)};
        case Op::constant:
        case Op::independent:
        case Op::jet:
        case Op::parameter:
        case Op::power:
        case Op::integer_power:
        case Op::call:
        case Op::input:
            break;
    }
    return {};
}

}  // namespace

NodeMap clearly_felt(const Graph& graph, const Evaluable& formula, std::size_t asked,
                     const Probe& probe)
{
    NodeMap felt;
    if (asked <= few) return felt;
    const auto& visits = formula.part.visits;
    std::vector<double> values, by(visits.size(), 0.0);
    double scale = 0;
    for (const Visit& visit : visits) {
        const auto leaf = [&](NodeId id) { return probe.sample(graph, id, here); };
        values.push_back(node_value<double>(graph, visit.id, values.data() + visit.a,
                                            values.data() + visit.b, leaf));
        if (!std::isfinite(values.back())) return felt;
        scale = std::max(scale, std::abs(values.back()));
    }
    by[formula.part.roots[0]] = 1;
    for (std::size_t k = visits.size(); k-- > 0;) {
        const Visit& visit = visits[k];
        const int operands = operand_count(graph[visit.id]);
        if (operands == 0 || by[k] == 0) continue;
        const Slopes slopes = slopes_of(graph[visit.id], values[visit.a], values[visit.b]);
        by[visit.a] += by[k] * slopes.a;
        if (operands > 1) by[visit.b] += by[k] * slopes.b;
    }
    for (std::size_t k = 0; k < visits.size(); ++k) {
        const Op op = graph[visits[k].id].op;
        if (op != Op::jet && op != Op::independent) continue;
        const double change =
            std::abs(by[k] * (probe.sample(graph, visits[k].id, elsewhere) - values[k]));
        if (std::isfinite(change) && change > clear_change * scale) felt.set(visits[k].id, 1);
    }
    return felt;
}

}  // namespace involute
