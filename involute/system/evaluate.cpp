// SPDX-License-Identifier: Apache-2.0
#include "involute/system/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "involute/base/suggest.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// Indices and bounds are kept in 32 bits; the limits are far below.
constexpr std::int64_t largest_integer = 1'000'000'000;

// As many as a person reads in a hint.
std::vector<std::string> first_names(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 12;
    std::vector<std::string> first(names.begin(),
                                   names.begin() + std::ptrdiff_t(std::min(most, names.size())));
    if (names.size() > most) first.push_back("...");
    return first;
}

}  // namespace

std::vector<std::string_view> known_names(const Model& model, const Scope& scope)
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < scope.symbols.size(); ++i)
        if (scope.symbols[i].kind != Symbol::Kind::nothing) names.push_back(model.names[i]);
    for (const std::string& listed : scope.listed_names) names.push_back(listed);
    return names;
}

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
    spend(expression.end - expression.begin, expression.place);
    for (std::uint32_t i = expression.begin; i < expression.end; ++i)
        stack_.push_back(evaluate(model_.nodes[i]));
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
    return value.is_constant() ? graph_.constant(value.number) : value.node;
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

std::optional<Quad> Evaluator::constant(const Expression& expression, std::string_view what)
{
    const Value found = value(expression);
    if (!found.usable()) return {};
    if (!found.is_constant()) {
        complain(expression.place, fmt::format("{} must be a constant", what),
                 "numbers, parameters, pi and functions of them are constants");
        return {};
    }
    if (!fits_double(found.number)) {
        complain(expression.place, fmt::format("{} must fit in a double", what),
                 "numbers reach up to about 1.8e308");
        return {};
    }
    return found.number;
}

std::optional<std::int64_t> Evaluator::integer(const Expression& expression, std::string_view what)
{
    return as_integer(value(expression), expression.place, what);
}

std::optional<std::int64_t> Evaluator::as_integer(const Value& value, const Place& place,
                                                  std::string_view what)
{
    if (!value.usable()) return {};
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
    return value.number.convert_to<std::int64_t>();
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
    if (result.size() > 2) {
        complain(expressions[2].place, "there are more than two indices", "arrays have one or two");
        return {};
    }
    return usable ? std::optional(result) : std::nullopt;
}

Value Evaluator::evaluate(const SyntaxNode& node)
{
    switch (node.kind) {
        case SyntaxKind::number:
            return constant_value(model_.numbers[node.value]);
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
            if (a.is_constant()) return constant_value(-a.number);
            return a.usable() ? value_of(graph_, graph_.negate(a.node)) : a;
        }
        default:
            return binary(node);
    }
}

Value Evaluator::unknown_name(const SyntaxNode& node)
{
    const std::string& word = name(node.value);
    if (const auto found = later.find(node.value); found != later.end()) {
        complain(node.place, fmt::format("`{}` is used before it is defined", word),
                 fmt::format("move its definition in line {} up", found->second.line));
        return {};
    }
    if (!reported_names_.insert(node.value).second) return {};
    std::string hint = did_you_mean(word, known_names(model_, scope_));
    if (hint.empty() && !scope_.listed_names.empty())
        hint = fmt::format("the names are {}", fmt::join(first_names(scope_.listed_names), ", "));
    if (hint.empty())
        hint = fmt::format("declare it: `var {0}` for an unknown, `param {0} = ...` for a constant",
                           word);
    complain(node.place, fmt::format("unknown name `{}`", word), hint);
    return {};
}

Value Evaluator::named(const SyntaxNode& node)
{
    const Symbol& symbol = scope_.symbols[node.value];
    switch (symbol.kind) {
        case Symbol::Kind::nothing:
            return unknown_name(node);
        case Symbol::Kind::number:
        case Symbol::Kind::definition:
            return symbol.value;
        case Symbol::Kind::independent:
            return {Value::Kind::node, 0, graph_.independent()};
        case Symbol::Kind::unknown:
            return {Value::Kind::node, 0, graph_.jet(symbol.first_unknown, 0)};
        case Symbol::Kind::array:
        case Symbol::Kind::listed_array:
        case Symbol::Kind::family:
            break;
    }
    const std::string text = symbol.kind == Symbol::Kind::array
                                 ? array_text(name(node.value), symbol.bounds)
                                 : name(node.value) + "[...]";
    complain(node.place, fmt::format("`{}` is an array, `{}`", name(node.value), text),
             fmt::format("name one of its elements, such as `{}[{}]`", name(node.value),
                         symbol.bounds.empty() ? 1 : symbol.bounds[0].from));
    return {};
}

Value Evaluator::element(const SyntaxNode& node)
{
    Indices at;
    bool usable = true;
    for (const Value& v : pop(node.operands)) {
        const std::optional<std::int64_t> index = as_integer(v, node.place, "an index");
        usable &= index.has_value();
        at.push_back(index.value_or(0));
    }
    const Symbol& symbol = scope_.symbols[node.value];
    if (symbol.kind == Symbol::Kind::nothing) return unknown_name(node);
    return usable ? element_of(symbol, node, at) : Value{};
}

Value Evaluator::element_of(const Symbol& symbol, const SyntaxNode& node, const Indices& at)
{
    const std::string& word = name(node.value);
    const bool is_array = symbol.kind == Symbol::Kind::array;
    if (is_array && at.size() != symbol.bounds.size()) {
        const bool one = symbol.bounds.size() == 1;
        complain(node.place, fmt::format("`{}` has {}", word, one ? "one index" : "two indices"),
                 fmt::format("it is declared as `{}`", array_text(word, symbol.bounds)));
        return {};
    }
    if (is_array) {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (!symbol.bounds[i].contains(at[i])) {
                complain(node.place, fmt::format("`{}` is out of range", element_name(word, at)),
                         fmt::format("the array is `{}`", array_text(word, symbol.bounds)));
                return {};
            }
            offset = offset * symbol.bounds[i].size() + (at[i] - symbol.bounds[i].from);
        }
        return {Value::Kind::node, 0, graph_.jet(symbol.first_unknown + int(offset), 0)};
    }
    if (symbol.kind == Symbol::Kind::family) {
        const auto found = symbol.elements.find(key_of(at));
        if (found != symbol.elements.end() && at.size() <= 2) return found->second;
        complain(node.place, fmt::format("`{}` is not defined here", element_name(word, at)),
                 fmt::format("`let {}[...]` above defines other elements", word));
        return {};
    }
    if (symbol.kind == Symbol::Kind::listed_array) {
        const auto found = scope_.listed_unknowns.find(element_name(word, at));
        if (found != scope_.listed_unknowns.end())
            return {Value::Kind::node, 0, graph_.jet(found->second, 0)};
        complain(node.place, fmt::format("there is no unknown `{}`", element_name(word, at)));
        return {};
    }
    complain(node.place, fmt::format("`{}` is {}, not an array", word, symbol.role));
    return {};
}

Value Evaluator::derivative(const Value& of, std::int64_t order, const Place& place)
{
    if (order < 0 || order > limits::derivative_order.value) {
        complain(place, fmt::format("a derivative of order {} is not possible", order),
                 limit_text(limits::derivative_order));
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
        const auto d = total_derivative(graph_, result.node, derivatives_,
                                        std::size_t(limits::expression_nodes.value));
        spend(1, place);
        if (!d) give_up(place, "this derivative is too large", limits::expression_nodes);
        result = value_of(graph_, *d);
    }
    return result;
}

Value Evaluator::finite(const Quad& number, const Place& place)
{
    if (isfinite(number)) return constant_value(number);
    complain(place, "the value of this is not a finite number");
    return {};
}

Value Evaluator::constant_binary(const SyntaxNode& node, const Quad& a, const Quad& b)
{
    switch (node.kind) {
        case SyntaxKind::add:
            return finite(a + b, node.place);
        case SyntaxKind::subtract:
            return finite(a - b, node.place);
        case SyntaxKind::multiply:
            return finite(a * b, node.place);
        default:
            return finite(a / b, node.place);
    }
}

Value Evaluator::binary(const SyntaxNode& node)
{
    const Value b = pop(), a = pop();
    if (node.kind == SyntaxKind::divide && b.is_constant() && b.number == 0) {
        complain(node.place, "division by zero");
        return {};
    }
    if (!a.usable() || !b.usable()) return {};
    if (node.kind == SyntaxKind::power) return power(node, a, b);
    if (a.is_constant() && b.is_constant()) return constant_binary(node, a.number, b.number);
    const NodeId left = as_node(a), right = as_node(b);
    switch (node.kind) {
        case SyntaxKind::add:
            return value_of(graph_, graph_.add(left, right));
        case SyntaxKind::subtract:
            return value_of(graph_, graph_.subtract(left, right));
        case SyntaxKind::multiply:
            return value_of(graph_, graph_.multiply(left, right));
        default:
            return value_of(graph_, graph_.divide(left, right));
    }
}

Value Evaluator::power(const SyntaxNode& node, const Value& base, const Value& exponent)
{
    const bool integer = exponent.is_constant() && exponent.number == trunc(exponent.number);
    if (!base.is_constant() && integer && abs(exponent.number) > limits::exponent.value) {
        complain(node.place, fmt::format("the exponent {} is too large", to_text(exponent.number)),
                 limit_text(limits::exponent));
        return {};
    }
    const Value result = value_of(graph_, graph_.power(as_node(base), as_node(exponent)));
    // A constant that stays an expression is one that could not be computed.
    if (base.is_constant() && exponent.is_constant() && !result.is_constant())
        return finite(std::numeric_limits<Quad>::quiet_NaN(), node.place);
    return result;
}

}  // namespace involute
