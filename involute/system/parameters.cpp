// SPDX-License-Identifier: Apache-2.0
#include "involute/system/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "involute/base/suggest.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

std::vector<std::string_view> tunable_names(const System& system)
{
    std::vector<std::string_view> names;
    for (const Parameter& p : system.parameters)
        if (p.tunable) names.push_back(p.name);
    return names;
}

Parameter& find_tunable(System& system, const std::string& name)
{
    const auto found = std::ranges::find(system.parameters, name, &Parameter::name);
    if (found != system.parameters.end() && found->tunable) return *found;
    const std::vector<std::string_view> names = tunable_names(system);
    std::string hint = did_you_mean(name, names);
    if (hint.empty() && !names.empty())
        hint = fmt::format("those that can be set are {}", fmt::join(names, ", "));
    if (found != system.parameters.end())
        throw Error(Diagnostic{
            .message = fmt::format("the parameter `{}` cannot be set: it was folded", name),
            .hint = fmt::format("ask for it as `tunable` when the model is read or the simulation "
                                "made: tunable = {{\"{}\"}}{}{}",
                                name, hint.empty() ? "" : "; ", hint),
            .file = system.file});
    throw Error(Diagnostic{.message = fmt::format("the model has no parameter `{}`", name),
                           .hint = hint,
                           .file = system.file});
}

/// Parameters in the order of their declaration: one depends on those before it.
void follow(std::vector<Parameter>& parameters, Graph& graph)
{
    std::vector<Quad> values = graph.parameter_values();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        Parameter& p = parameters[i];
        const NodeId formula = p.tunable ? p.origin.value_or(p.node) : p.node;
        const bool follows = formula < graph.size() && !graph.is_constant(formula) &&
                             (!p.tunable || formula != p.node);
        if (follows) {
            graph.set_parameter_values(values);
            p.value = present_value(graph, formula);
        }
        if (p.tunable) values[i] = p.value;
    }
    graph.set_parameter_values(values);
}

template <class Number>
void follow(const Graph& graph, const std::optional<NodeId>& formula, Number& value)
{
    if (!formula) return;
    const Quad now = present_value(graph, *formula);
    if constexpr (std::is_same_v<Number, std::optional<double>>)
        value = to_double(now);
    else
        value = now;
}

/// Everything that depends on parameters.
void follow(System& system)
{
    follow(system.parameters, system.graph);
    const Graph& graph = system.graph;
    for (auto* list : {&system.starts, &system.guesses, &system.suggestions})
        for (Given& given : *list) follow(graph, given.formula, given.value);
    for (Invariant& invariant : system.invariants)
        follow(graph, invariant.formula, invariant.value);
    SolveRequest& solve = system.solve;
    follow(graph, solve.to_formula, solve.to);
    follow(graph, solve.length_formula, solve.length);
    follow(graph, solve.scale_formula, solve.scale);
}

/// Every expression of a system.
std::vector<NodeId*> expressions_of(System& s)
{
    std::vector<NodeId*> all;
    for (Equation& e : s.equations) all.push_back(&e.f);
    for (Equation& e : s.written) all.push_back(&e.f);
    for (Invariant& i : s.invariants) all.push_back(&i.expression);
    for (Crossing& c : s.crossings) all.push_back(&c.expression);
    for (Definition& d : s.definitions) all.push_back(&d.expression);
    for (NeglectedTerm& n : s.neglected) {
        all.push_back(&n.coefficient);
        all.push_back(&n.row);
    }
    for (Parameter& p : s.parameters)
        if (p.node < s.graph.size()) all.push_back(&p.node);
    return all;
}

}  // namespace

NodeId decimal_constant(Graph& graph, const Quad& number)
{
    const double rounded = to_double(number);
    if (std::isfinite(rounded) && decimal_of(rounded) == number)
        if (const auto exact = rational_of(to_text(rounded))) return graph.exact_constant(*exact);
    return graph.constant(number);
}

bool has_tunable(const System& system)
{
    return std::ranges::any_of(system.parameters, &Parameter::tunable);
}

std::vector<std::pair<std::string, Quad>> tunable_values(const System& system)
{
    std::vector<std::pair<std::string, Quad>> values;
    for (const Parameter& p : system.parameters)
        if (p.tunable) values.emplace_back(p.name, p.value);
    return values;
}

Quad present_value(const Graph& graph, NodeId formula)
{
    return evaluate<Quad>(graph, formula, [](NodeId) { return Quad(0); });
}

NodeId add_tunable(System& system, std::string name, const Quad& value,
                   std::optional<NodeId> origin)
{
    const int index = int(system.parameters.size());
    const NodeId leaf = system.graph.parameter(index, value);
    system.names.parameters.resize(system.parameters.size());
    system.names.parameters.push_back(name);
    system.parameters.push_back({std::move(name), value, leaf, true, origin});
    return leaf;
}

void set_parameters(System& system, const Overrides& values)
{
    std::vector<Parameter> changed = system.parameters;
    for (const auto& [name, value] : values) {
        const Parameter& p = find_tunable(system, name);
        if (!std::isfinite(value))
            throw Error(Diagnostic{
                .message = fmt::format("the value of the parameter `{}` is not finite", name),
                .file = system.file});
        Parameter& now = changed[std::size_t(&p - system.parameters.data())];
        now.value = decimal_of(value);
        now.origin.reset();
    }
    system.parameters = std::move(changed);
    follow(system);
}

void take_parameters(System& system, const System& from)
{
    for (std::size_t i = 0; i < from.parameters.size(); ++i) {
        system.parameters[i].value = from.parameters[i].value;
        system.parameters[i].origin = from.parameters[i].origin;
    }
    follow(system);
}

System with_folded_parameters(System system)
{
    if (!has_tunable(system)) return system;
    Graph& graph = system.graph;
    std::vector<NodeId> from, to;
    for (const Parameter& p : system.parameters) {
        if (!p.tunable) continue;
        const bool known = p.origin && graph.is_constant(*p.origin);
        from.push_back(p.node);
        to.push_back(known ? *p.origin : decimal_constant(graph, p.value));
    }
    for (NodeId* e : expressions_of(system)) *e = substitute(graph, *e, from, to);
    for (Parameter& p : system.parameters) {
        p.tunable = false;
        p.origin.reset();
    }
    for (auto* list : {&system.starts, &system.guesses, &system.suggestions})
        for (Given& given : *list) given.formula.reset();
    for (Invariant& invariant : system.invariants) invariant.formula.reset();
    system.solve.to_formula.reset();
    system.solve.length_formula.reset();
    system.solve.scale_formula.reset();
    system.names.parameters.clear();
    graph.set_parameter_values({});
    system.text.reset();  // it says other numbers, perhaps
    return system;
}

}  // namespace involute
