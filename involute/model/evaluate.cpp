// SPDX-License-Identifier: Apache-2.0
#include "involute/model/evaluate.hpp"

#include <fmt/format.h>

#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// Indices and bounds are kept in 32 bits; the limits are far below.
constexpr std::int64_t largest_integer = 1'000'000'000;

/// Whether a number is what rounding leaves of a sum.
bool cancels(const Graph& graph, NodeId id)
{
    if (graph.fraction(id)) return false;
    const Node& origin = graph.origin(id);
    return (origin.op == Op::add || origin.op == Op::subtract) &&
           abs(graph.value(id)) <= 1e-28 * abs(graph.value(origin.a));
}

/// Whether an expression contains a function that jumps: its derivative would be right on both
/// sides and leave out the jump itself.
bool may_jump(const Graph& graph, NodeId of)
{
    const Subgraph part = subgraph(graph, {of});
    return std::ranges::any_of(part.visits, [&](const Visit& visit) {
        const Node& node = graph[visit.id];
        if (node.op != Op::call) return false;
        return is_choice(node.function) || node.function == sign_function() ||
               node.function == floor_function();
    });
}

/// a + b, a - b, a * b for integers below 2^53: indices and counts, which no node is needed for.
std::optional<Quad> of_small_integers(SyntaxKind kind, const Value& a, const Value& b)
{
    const auto small = [](const Value& x) {
        return x.node == Value::no_node && !x.literal && abs(x.number) < Quad(0x1p53) &&
               x.number == trunc(x.number);
    };
    if (!small(a) || !small(b)) return std::nullopt;
    if (kind == SyntaxKind::add) return a.number + b.number;
    if (kind == SyntaxKind::subtract) return a.number - b.number;
    if (kind == SyntaxKind::multiply) return a.number * b.number;
    return std::nullopt;
}

}  // namespace

std::string Evaluator::loop_text() const
{
    std::string text;
    for (const auto& [id, value] : loop_values)
        text += fmt::format("{}{} = {}", text.empty() ? " (" : ", ", name(id), value);
    return text.empty() ? text : text + ")";
}

void Evaluator::complain(const Place& place, std::string message, std::string hint)
{
    findings_.add(place, std::move(message) + loop_text(), std::move(hint));
    if (findings_.full()) throw TooMuch{};
}

void Evaluator::give_up(const Place& place, std::string message, const Limit& limit)
{
    complain(place, std::move(message), limit_text(limit));
    throw TooMuch{};
}

void Evaluator::spend(std::size_t nodes, const Place& place)
{
    const auto most = std::size_t(limits::expression_nodes.value);
    spent_ += nodes;
    if (spent_ > most || graph_.size() > most)
        give_up(place, "the expressions of this model are too large", limits::expression_nodes);
}

Value Evaluator::value(const Expression& expression)
{
    return between(expression.begin, expression.end, expression.place);
}

Value Evaluator::between(std::uint32_t begin, std::uint32_t end, const Place& place)
{
    spend(end - begin, place);
    for (std::uint32_t i = begin; i < end; ++i) {
        const SyntaxNode& node = model_.nodes[i];
        const bool is_repeat = node.kind == SyntaxKind::repeat;
        const bool is_choice = node.kind == SyntaxKind::choice;
        stack_.push_back(is_repeat   ? repeated(node, i + 1)
                         : is_choice ? chosen(node, i + 1)
                                     : evaluate(node));
        if (is_repeat) i = model_.repetitions[node.value].end - 1;
        if (is_choice) i = model_.choices[node.value].end - 1;
    }
    return pop();
}

Value Evaluator::pop()
{
    const Value top = stack_.back();
    stack_.pop_back();
    return top;
}

std::vector<Value> Evaluator::pop(int count)
{
    std::vector<Value> values(stack_.end() - count, stack_.end());
    stack_.resize(stack_.size() - std::size_t(count));
    return values;
}

NodeId Evaluator::as_node(const Value& value)
{
    if (value.node != Value::no_node) return value.node;
    if (!value.literal) return graph_.constant(value.number);
    const std::optional<Rational> exact = exact_value(model_, *value.literal);
    if (!exact) return graph_.constant(value.number);
    return graph_.exact_constant(value.negative ? -*exact : *exact);
}

std::optional<NodeId> Evaluator::node(const Expression& expression)
{
    const Value found = value(expression);
    if (!found.usable()) return {};
    return as_node(found);
}

std::optional<NodeId> Evaluator::difference(const Expression& a, const Expression& b)
{
    const std::optional<NodeId> left = node(a), right = node(b);
    if (!left || !right) return {};
    return graph_.subtract(*left, *right);
}

Value Evaluator::settled(const Value& value)
{
    if (value.kind != Value::Kind::node || !scope_.small) return value;
    return value_of(graph_, involute::settled(graph_, value.node, *scope_.small));
}

std::optional<Quad> Evaluator::constant(const Expression& expression, std::string_view what)
{
    return constant(value(expression), expression.place, what);
}

std::optional<Quad> Evaluator::constant(const Value& value, const Place& place,
                                        std::string_view what)
{
    const Value found = settled(value);
    if (!found.usable()) return {};
    if (!is_number(found)) {
        complain(place, fmt::format("{} must be a constant", what),
                 "numbers, parameters, pi and functions of them are constants");
        return {};
    }
    const Quad number = found.is_constant() ? found.number : present_value(graph_, found.node);
    if (!fits_double(number)) {
        complain(place, fmt::format("{} must fit in a double", what),
                 "numbers reach up to about 1.8e308");
        return {};
    }
    return number;
}

bool Evaluator::is_number(const Value& value) const
{
    return value.is_constant() || formula(value);
}

std::optional<NodeId> Evaluator::formula(const Value& value) const
{
    const bool none = value.kind != Value::Kind::node || graph_.parameter_values().empty();
    if (none || !leaves(graph_, value.node).empty()) return {};
    return value.node;
}

/// What shapes the system is fixed before any number can be set.
bool Evaluator::refuse_tunable(const Value& value, const Place& place, std::string_view what)
{
    const std::optional<NodeId> found = formula(value);
    if (!found) return false;
    std::string name;
    for (const Visit& visit : subgraph(graph_, {*found}).visits)
        for (std::size_t i = 0; i < scope_.symbols.size() && name.empty(); ++i)
            if (graph_[visit.id].op == Op::parameter && scope_.symbols[i].value.node == visit.id &&
                scope_.symbols[i].role == "a parameter")
                name = model_.names[i];
    complain_of_setting(place, name,
                        fmt::format("{} depends on it, which shapes the system", what));
    return true;
}

void Evaluator::complain_of_setting(const Place& place, std::string_view parameter,
                                    std::string_view why)
{
    complain(
        place,
        fmt::format("the parameter `{}` cannot be set once the model is read: {}", parameter, why),
        fmt::format("every value of it makes a model of its own, to be read with that value: "
                    "leave `{}` out of what is tunable or swept",
                    parameter));
}

std::optional<std::int64_t> Evaluator::integer(const Expression& expression, std::string_view what)
{
    return as_integer(settled(value(expression)), expression.place, what);
}

std::optional<std::int64_t> Evaluator::as_integer(const Value& value, const Place& place,
                                                  std::string_view what)
{
    if (!value.usable()) return {};
    if (refuse_tunable(value, place, what)) return {};
    if (!value.is_constant()) {
        complain(place, fmt::format("{} must be a constant integer", what),
                 "it may contain numbers, parameters and loop variables");
        return {};
    }
    if (value.number != trunc(value.number)) {
        complain(place, fmt::format("{} must be an integer, this is {}", what,
                                    to_text(to_double(value.number))));
        return {};
    }
    if (abs(value.number) > largest_integer) {
        complain(place, fmt::format("{} is too large: {}", what, to_text(to_double(value.number))),
                 fmt::format("integers reach from {} to {}", -largest_integer, largest_integer));
        return {};
    }
    return static_cast<std::int64_t>(value.number);
}

std::optional<Indices> Evaluator::indices(const std::vector<Expression>& expressions)
{
    Indices result;
    bool usable = true;
    for (const Expression& e : expressions) {
        const std::optional<std::int64_t> index = integer(e, "an index");
        usable &= index.has_value();
        result.push_back(index.value_or(0));
    }
    return usable ? std::optional(result) : std::nullopt;
}

Value Evaluator::evaluate(const SyntaxNode& node)
{
    switch (node.kind) {
        case SyntaxKind::number:
            return literal(model_.numbers[node.value], node.place);
        case SyntaxKind::name:
            return named(node);
        case SyntaxKind::element:
            return element(node);
        case SyntaxKind::call:
            return call(node);
        case SyntaxKind::prime:
            return derivative(pop(), node.value, node.place);
        case SyntaxKind::negate: {
            const Value a = pop();
            return a.usable() ? negated(a) : a;
        }
        case SyntaxKind::less:
        case SyntaxKind::less_equal:
        case SyntaxKind::greater:
        case SyntaxKind::greater_equal:
            return compared(node);
        case SyntaxKind::both:
        case SyntaxKind::either:
        case SyntaxKind::denied:
            return joined(node);
        default:
            return binary(node);
    }
}

Value Evaluator::derivative(const Value& of, std::int64_t order, const Place& place)
{
    if (order < 0 || order > limits::derivative_order.value) {
        complain(place, fmt::format("a derivative of order {} is not possible", order),
                 limit_text(limits::derivative_order));
        return {};
    }
    if (order > 0 && !of.alone.empty()) {
        complain(place, fmt::format("the derivative of {} is {}", of.alone, is_number(of) ? 0 : 1),
                 "a prime belongs to an unknown, or to an expression of unknowns");
        return {};
    }
    Value result = of;
    for (std::int64_t i = 0; i < order; ++i) {
        if (result.is_constant()) return constant_value(0);
        if (!result.usable()) return result;
        const Node& node = graph_[result.node];
        if (node.op == Op::jet && node.b >= limits::derivative_order.value) {
            complain(place, "this derivative is too high", limit_text(limits::derivative_order));
            return {};
        }
        if (node.op != Op::jet && may_jump(graph_, result.node)) {
            complain(
                place,
                "this differentiates what may jump: `sign`, `floor` or an `if`, or `max`, `min` "
                "or `abs` for the second time",
                "give it an unknown of its own (`var u`, `u = ...`) and differentiate u: "
                "where it jumps is found then");
            return {};
        }
        const auto d = total_derivative(graph_, result.node, derivatives_,
                                        std::size_t(limits::expression_nodes.value));
        spend(1, place);
        if (!d) give_up(place, "this derivative is too large", limits::expression_nodes);
        result = value_of(graph_, *d);
    }
    return result;
}

/// A decimal is the fraction that it says: made when it meets an expression.
Value Evaluator::literal(const Literal& number, const Place& place)
{
    Value value = constant_value(number.value);
    if (number.value == 0 && exact_value(model_, number) != Rational(0))
        complain(place, "this number is too small", "numbers reach down to about 1e-4900");
    const bool whole = number.value == trunc(number.value) && abs(number.value) < largest_integer;
    if (!whole) value.literal = &number;
    value.alone = "a number";
    return value;
}

Value Evaluator::negated(const Value& a)
{
    if (a.node != Value::no_node) return value_of(graph_, graph_.negate(a.node));
    Value value = a;
    value.number = -a.number;
    value.negative = !a.negative;
    value.alone = {};
    return value;
}

Value Evaluator::binary(const SyntaxNode& node)
{
    const Value b = pop(), a = pop();
    if (node.kind == SyntaxKind::divide && b.is_constant() && b.number == 0)
        return no_number(node.place, "division by zero");
    if (!a.usable() || !b.usable()) return {};
    if (node.kind == SyntaxKind::power) return power(node, a, b);
    return combined(node.kind, a, b, node.place);
}

/// a + b, a - b, a * b or a / b.
Value Evaluator::combined(SyntaxKind kind, const Value& a, const Value& b, const Place& place)
{
    if (const auto whole = of_small_integers(kind, a, b)) return constant_value(*whole);
    const NodeId left = as_node(a), right = as_node(b);
    const NodeId result = kind == SyntaxKind::add        ? graph_.add(left, right)
                          : kind == SyntaxKind::subtract ? graph_.subtract(left, right)
                          : kind == SyntaxKind::multiply ? graph_.multiply(left, right)
                                                         : graph_.divide(left, right);
    return folded(result, a.is_constant() && b.is_constant(), place);
}

/// A constant that stays an expression is one that could not be computed.
Value Evaluator::folded(NodeId result, bool constant, const Place& place)
{
    if (constant && !graph_.is_constant(result)) {
        const Node& node = graph_[result];
        const bool vanishes = node.op == Op::multiply && graph_.is_constant(node.a) &&
                              graph_.is_constant(node.b) &&
                              graph_.value(node.a) * graph_.value(node.b) == 0;
        return no_number(place, vanishes ? "this number is too small: numbers reach down to 1e-4900"
                                         : "the value of this is not a finite number");
    }
    if (constant && cancels(graph_, result)) {
        complain(place, "this number cannot be told from 0: its terms cancel to all digits",
                 "write 0, or a formula in which nothing cancels");
        return {};
    }
    return value_of(graph_, result);
}

Value Evaluator::power(const SyntaxNode& node, const Value& base, const Value& exponent)
{
    const bool integer = exponent.is_constant() && exponent.number == trunc(exponent.number);
    if (!base.is_constant() && integer && abs(exponent.number) > limits::exponent.value) {
        complain(node.place, fmt::format("the exponent {} is too large", to_text(exponent.number)),
                 limit_text(limits::exponent));
        return {};
    }
    if (!is_number(base) && formula(exponent)) {
        const Quad now = present_value(graph_, exponent.node);
        if (now == trunc(now) && refuse_tunable(exponent, node.place, "an integer exponent"))
            return {};
    }
    return folded(graph_.power(as_node(base), as_node(exponent)),
                  base.is_constant() && exponent.is_constant(), node.place);
}

}  // namespace involute
