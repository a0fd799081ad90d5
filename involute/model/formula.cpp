// SPDX-License-Identifier: Apache-2.0
#include "involute/model/formula.hpp"

#include <cmath>

#include "involute/base/limits.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/model/builder_state.hpp"
#include "involute/model/scope.hpp"
#include "involute/text/number.hpp"

namespace involute {

/// Makes formulas from nodes, and numbers from the nodes that are constants.
class FormulaMaker {
public:
    static Formula from(const std::shared_ptr<BuilderState>& state, const Graph& graph, NodeId node)
    {
        Formula result;
        if (graph.is_constant(node)) {
            result.number_ = graph.value(node);
        } else {
            result.state_ = state;
            result.node_ = node;
        }
        return result;
    }
};

Formula make_formula(const std::shared_ptr<BuilderState>& state, NodeId node)
{
    return FormulaMaker::from(state, state->system.graph, node);
}

namespace {

NodeId node_in(Graph& graph, const Formula& f)
{
    return f.is_number() ? decimal_constant(graph, f.number()) : f.node();
}

const std::shared_ptr<BuilderState>& common_state(const Formula& a, const Formula& b)
{
    if (!a.is_number() && !b.is_number() && a.state() != b.state())
        throw Error(Diagnostic{.message = "these formulas belong to two different builders",
                               .hint = "make all unknowns of a system with one Builder"});
    return a.is_number() ? b.state() : a.state();
}

// Operations on numbers alone are computed in a graph of their own.
template <class Make>
Formula made(const std::shared_ptr<BuilderState>& state, Make make)
{
    if (state) return make_formula(state, make(state->system.graph));
    Graph graph;
    const NodeId node = make(graph);
    if (!graph.is_constant(node))
        throw Error(Diagnostic{.message = "this operation on numbers has no finite value"});
    return FormulaMaker::from(nullptr, graph, node);
}

template <class Operation>
Formula combined(const Formula& a, const Formula& b, Operation operation)
{
    return made(common_state(a, b), [&](Graph& graph) {
        const NodeId left = node_in(graph, a), right = node_in(graph, b);
        return (graph.*operation)(left, right);
    });
}

FunctionId function_named(std::string_view name, int arity)
{
    const std::optional<FunctionId> id = find_function(name);
    if (!id || functions()[*id].arity != arity)
        throw Error(Diagnostic{.message = "there is no function `" + std::string(name) + "` of " +
                                          std::to_string(arity) +
                                          (arity == 1 ? " argument" : " arguments")});
    return *id;
}

}  // namespace

Formula::Formula(double value)
{
    if (!std::isfinite(value))
        throw Error(Diagnostic{.message = "a number in a formula must be finite"});
    number_ = decimal_of(value);
}

Formula::Formula(const Quad& value) : number_(value)
{
    if (!fits_double(value))
        throw Error(Diagnostic{.message = "a number in a formula must be finite"});
}

Formula Formula::dot(int n) const
{
    if (n < 0 || n > limits::derivative_order.value)
        throw Error(
            Diagnostic{.message = "a derivative of order " + std::to_string(n) + " is not possible",
                       .hint = limit_text(limits::derivative_order)});
    Formula result = *this;
    for (int i = 0; i < n; ++i) {
        if (result.is_number()) return 0;
        const auto d = total_derivative(state_->system.graph, result.node_, state_->derivatives,
                                        std::size_t(limits::expression_nodes.value));
        if (!d)
            throw Error(Diagnostic{.message = "this derivative is too large",
                                   .hint = limit_text(limits::expression_nodes)});
        result = make_formula(state_, *d);
    }
    return result;
}

Formula operator+(const Formula& a, const Formula& b)
{
    return combined(a, b, &Graph::add);
}
Formula operator-(const Formula& a, const Formula& b)
{
    return combined(a, b, &Graph::subtract);
}
Formula operator*(const Formula& a, const Formula& b)
{
    return combined(a, b, &Graph::multiply);
}
Formula operator/(const Formula& a, const Formula& b)
{
    if (b.is_number() && b.number() == 0) throw Error(Diagnostic{.message = "division by zero"});
    return combined(a, b, &Graph::divide);
}
Formula operator-(const Formula& a)
{
    return 0 - a;
}
Formula pow(const Formula& a, const Formula& b)
{
    return combined(a, b, &Graph::power);
}
FormulaEquation operator==(const Formula& a, const Formula& b)
{
    return {a, b};
}

Formula& Formula::operator+=(const Formula& b)
{
    return *this = *this + b;
}
Formula& Formula::operator-=(const Formula& b)
{
    return *this = *this - b;
}
Formula& Formula::operator*=(const Formula& b)
{
    return *this = *this * b;
}
Formula& Formula::operator/=(const Formula& b)
{
    return *this = *this / b;
}

Formula apply(std::string_view function, const Formula& a)
{
    const FunctionId id = function_named(function, 1);
    return made(a.state(), [&](Graph& graph) { return graph.call(id, node_in(graph, a)); });
}

Formula apply(std::string_view function, const Formula& a, const Formula& b)
{
    const FunctionId id = function_named(function, 2);
    return made(common_state(a, b), [&](Graph& graph) {
        const NodeId left = node_in(graph, a), right = node_in(graph, b);
        return graph.call(id, left, right);
    });
}

Formula where_positive(const Formula& c, const Formula& a, const Formula& b)
{
    return apply("[if]", c, a) + apply("[else]", c, b);
}

}  // namespace involute
