// SPDX-License-Identifier: Apache-2.0
// if(c, a, b) and its condition. A condition is a node that is positive where it holds
// (expr/choice.cpp), or a number.
#include "involute/expr/functions.hpp"
#include "involute/model/evaluate.hpp"

namespace involute {

/// What cannot be computed is no mistake where nobody will look: if(L > 0, 1/L, 0) with L = 0.
Value Evaluator::no_number(const Place& place, std::string message)
{
    if (not_taken_ == 0) complain(place, std::move(message));
    return {};
}

Value Evaluator::chosen(const SyntaxNode& node, std::uint32_t branches)
{
    const ChoiceOf& choice = model_.choices[node.value];
    const Value condition = pop();
    const bool decided = condition.is_constant(), holds = decided && condition.number > 0;
    not_taken_ += decided && !holds;
    const Value a = between(branches, choice.end_of_first, node.place);
    not_taken_ -= decided && !holds;
    not_taken_ += holds;
    const Value b = between(choice.end_of_first, choice.end, node.place);
    not_taken_ -= holds;
    if (!condition.usable()) return {};
    if (decided) {
        Value taken = holds ? a : b;
        taken.alone = {};
        return taken;
    }
    if (!a.usable() || !b.usable()) return {};
    const NodeId c = as_node(condition), first = as_node(a), second = as_node(b);
    return value_of(graph_, graph_.add(graph_.call(gate_function(), c, first),
                                       graph_.call(otherwise_function(), c, second)));
}

/// a > b is sign(a - b), and a <= b is `not a > b`: they differ where both are equal.
Value Evaluator::compared(const SyntaxNode& node)
{
    const Value b = pop(), a = pop();
    if (!a.usable() || !b.usable()) return {};
    const bool above = node.kind == SyntaxKind::greater || node.kind == SyntaxKind::less_equal;
    const bool denied =
        node.kind == SyntaxKind::less_equal || node.kind == SyntaxKind::greater_equal;
    const Value gap = combined(SyntaxKind::subtract, above ? a : b, above ? b : a, node.place);
    if (!gap.usable()) return {};
    NodeId c = graph_.call(sign_function(), as_node(gap));
    if (denied) c = graph_.call(otherwise_function(), c, graph_.constant(1));
    return value_of(graph_, c);
}

Value Evaluator::joined(const SyntaxNode& node)
{
    const NodeId one = graph_.constant(1);
    const auto opposite = [&](NodeId c) { return graph_.call(otherwise_function(), c, one); };
    const Value last = pop();
    if (node.kind == SyntaxKind::denied)
        return last.usable() ? value_of(graph_, opposite(as_node(last))) : Value{};
    const Value first = pop();
    if (!first.usable() || !last.usable()) return {};
    const NodeId a = as_node(first), b = as_node(last);
    if (node.kind == SyntaxKind::both) return value_of(graph_, graph_.call(gate_function(), a, b));
    return value_of(graph_, opposite(graph_.call(otherwise_function(), a, opposite(b))));
}

}  // namespace involute
