// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/range.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "involute/expr/functions.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {
namespace {

/// The smallest range that contains the values; everything where one is no number.
ValueRange hull(std::initializer_list<double> values)
{
    for (const double value : values)
        if (std::isnan(value)) return {};
    return {std::min(values), std::max(values)};
}

ValueRange times(const ValueRange& a, const ValueRange& b)
{
    return hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

ValueRange divided(const ValueRange& a, const ValueRange& b)
{
    if (b.low <= 0 && b.high >= 0) return {};
    return times(a, {1 / b.high, 1 / b.low});
}

ValueRange to_the_power(const ValueRange& a, int exponent)
{
    if (exponent < 0) return divided({1, 1}, to_the_power(a, -exponent));
    const double low = std::pow(a.low, exponent), high = std::pow(a.high, exponent);
    if (exponent % 2 == 0 && a.low < 0 && a.high > 0) return {0, std::max(low, high)};
    return hull({low, high});
}

/// Monotone functions by their ends, bounded ones by their bounds; others may have any value.
ValueRange called(const Function& f, const ValueRange& a, const ValueRange& b)
{
    if (f.name == "exp" || f.name == "atan" || f.name == "sinh" || f.name == "tanh" ||
        f.name == "asinh" || f.name == "erf" || f.name == "sign" || f.name == "floor")
        return hull({f.unary(a.low), f.unary(a.high)});
    if (f.name == "sqrt" || f.name == "log" || f.name == "log10") {
        const double low = f.unary(std::max(a.low, 0.0)), high = f.unary(std::max(a.high, 0.0));
        return hull({low, high});
    }
    if (f.name == "abs")
        return a.low <= 0 && a.high >= 0 ? ValueRange{0, std::max(-a.low, a.high)}
                                         : hull({std::abs(a.low), std::abs(a.high)});
    if (f.name == "max") return {std::max(a.low, b.low), std::max(a.high, b.high)};
    if (f.name == "min") return {std::min(a.low, b.low), std::min(a.high, b.high)};
    if (f.name == "[if]" || f.name == "[else]") {
        const bool on = f.name == "[if]" ? a.low > 0 : a.high <= 0;
        return on ? b : ValueRange{std::min(b.low, 0.0), std::max(b.high, 0.0)};
    }
    if (a.low == a.high && f.arity == 1) return hull({f.unary(a.low)});
    if (f.name == "sin" || f.name == "cos") return {-1, 1};
    if (f.name == "cosh") return {1, std::numeric_limits<double>::infinity()};
    return {};
}

}  // namespace

ValueRange range_of(const Graph& graph, NodeId e,
                    const std::function<std::optional<double>(NodeId)>& known)
{
    const Subgraph part = subgraph(graph, {e});
    std::vector<ValueRange> ranges;
    for (const Visit& visit : part.visits) {
        const Node& node = graph[visit.id];
        const int operands = operand_count(node);
        const ValueRange a = operands > 0 ? ranges[visit.a] : ValueRange{};
        const ValueRange b = operands > 1 ? ranges[visit.b] : ValueRange{};
        switch (node.op) {
            case Op::constant: {
                const double value = to_double(graph.value(visit.id));
                ranges.push_back({value, value});
                break;
            }
            case Op::parameter: {
                const double value = to_double(graph.parameter_value(visit.id));
                ranges.push_back({value, value});
                break;
            }
            case Op::independent:
            case Op::jet: {
                const std::optional<double> value = known(visit.id);
                ranges.push_back(value ? ValueRange{*value, *value} : ValueRange{});
                break;
            }
            case Op::add:
                ranges.push_back({a.low + b.low, a.high + b.high});
                break;
            case Op::subtract:
                ranges.push_back({a.low - b.high, a.high - b.low});
                break;
            case Op::negate:
                ranges.push_back({-a.high, -a.low});
                break;
            case Op::multiply:
                ranges.push_back(visit.a == visit.b ? to_the_power(a, 2) : times(a, b));
                break;
            case Op::divide:
                ranges.push_back(divided(a, b));
                break;
            case Op::integer_power:
                ranges.push_back(to_the_power(a, node.exponent));
                break;
            case Op::call:
                ranges.push_back(called(functions()[node.function], a, b));
                break;
            case Op::power:
                ranges.push_back({});
                break;
            case Op::input: {
                const Interval found =
                    graph.input_functions()[node.b]->bounds(node.exponent, {a.low, a.high});
                ranges.push_back({found.low, found.high});
                break;
            }
        }
    }
    return ranges[part.roots[0]];
}

}  // namespace involute
