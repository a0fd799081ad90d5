// SPDX-License-Identifier: Apache-2.0
#include "involute/model/builder.hpp"

#include <cmath>

#include "involute/base/limits.hpp"
#include "involute/model/builder_state.hpp"
#include "involute/model/givens.hpp"
#include "involute/system/parameters.hpp"
#include "involute/text/number.hpp"
#include "involute/text/parse.hpp"

namespace involute {
namespace {

// Longer texts are not written: shared parts are written out, so they could be endless.
constexpr double longest_text = 2000;

std::string text_of(const System& system, NodeId e, int number)
{
    const Subgraph part = subgraph(system.graph, {e});
    std::vector<double> size;
    for (const Visit& v : part.visits) {
        const int operands = operand_count(system.graph[v.id]);
        size.push_back(1 + (operands > 0 ? size[v.a] : 0) + (operands > 1 ? size[v.b] : 0));
    }
    if (size.back() > longest_text) return "equation " + std::to_string(number);
    return print(system.graph, e, system.names);
}

// A name is good if the model language reads it as one unknown: x, p[3], q[1,2].
bool is_name(const std::string& name)
{
    try {
        const Model model = parse_formula(name);
        const SyntaxKind kind = model.nodes.back().kind;
        const bool is_element = kind == SyntaxKind::element && name.back() == ']';
        const bool is_word = kind == SyntaxKind::name && model.nodes.size() == 1;
        return name.find_first_of(" \t\r\n;#") == name.npos && (is_word || is_element);
    } catch (const Error&) {
        return false;
    }
}

void check_finite(double value)
{
    if (!std::isfinite(value)) throw Error(Diagnostic{.message = "this value is not finite"});
}

void set_given(std::vector<Given>& list, const Given& given)
{
    std::erase_if(list, [&](const Given& g) { return key_of(g) == key_of(given); });
    list.push_back(given);
}

/// A name that is not an element's, and of nothing else.
void take_name(BuilderState& state, const std::string& name, const std::string& what)
{
    if (!is_name(name) || name == "pi" || name.back() == ']')
        throw Error(Diagnostic{.message = "`" + name + "` cannot name " + what,
                               .hint = "letters, digits and _"});
    if (!state.names.insert(name).second)
        throw Error(Diagnostic{.message = "the name `" + name + "` is used twice"});
}

}  // namespace

Builder::Builder(std::string independent) : state_(std::make_shared<BuilderState>())
{
    if (!is_name(independent) || independent == "pi" || independent.back() == ']')
        throw Error(
            Diagnostic{.message = "`" + independent + "` cannot name the independent variable"});
    state_->names.insert(independent);
    state_->system.names.independent = std::move(independent);
}

Formula Builder::independent() const
{
    return make_formula(state_, state_->system.graph.independent());
}

Formula Builder::unknown(const std::string& name)
{
    System& s = state_->system;
    if (!is_name(name) || name == "pi")
        throw Error(Diagnostic{.message = "`" + name + "` cannot name an unknown",
                               .hint = "letters, digits and _, and for an element an index: p[3]"});
    if (!state_->names.insert(name).second)
        throw Error(Diagnostic{.message = "the name `" + name + "` is used twice"});
    if (s.unknowns() >= limits::unknowns.value)
        throw Error(
            {.message = "there are too many unknowns", .hint = limit_text(limits::unknowns)});
    s.names.unknowns.push_back(name);
    s.unknown_places.push_back({});
    return make_formula(state_, s.graph.jet(s.unknowns() - 1, 0));
}

Formula Builder::parameter(const std::string& name, double value)
{
    check_finite(value);
    take_name(*state_, name, "a parameter");
    return make_formula(state_, add_tunable(state_->system, name, decimal_of(value), {}));
}

Formula Builder::input(const std::string& name, const Input& input)
{
    if (const auto* number = std::get_if<double>(&input)) return parameter(name, *number);
    System& system = state_->system;
    auto function = make_input(input, name);
    take_name(*state_, name, "an input");
    const int index = int(system.names.inputs.size());
    system.names.inputs.push_back(name);
    system.graph.set_input_function(index, std::move(function));
    return make_formula(state_, system.graph.input(index, 0, system.graph.independent()));
}

std::vector<Formula> Builder::unknowns(const std::string& name, int count)
{
    std::vector<Formula> result;
    for (int i = 1; i <= count; ++i) result.push_back(unknown(element_name(name, {i})));
    return result;
}

NodeId Builder::own(const Formula& formula) const
{
    if (formula.is_number()) return decimal_constant(state_->system.graph, formula.number());
    if (formula.state() != state_)
        throw Error(Diagnostic{.message = "this formula belongs to another builder",
                               .hint = "make all unknowns of a system with one Builder"});
    return formula.node();
}

void Builder::title(std::string text)
{
    state_->system.title = std::move(text);
}

void Builder::equation(const FormulaEquation& e)
{
    System& s = state_->system;
    const NodeId left = own(e.left), right = own(e.right);
    const int number = int(s.equations.size()) + 1;
    s.equations.push_back({s.graph.subtract(left, right),
                           text_of(s, left, number) + " = " + text_of(s, right, number),
                           {}});
}

void Builder::equation(const Formula& formula)
{
    equation(formula == 0);
}

namespace {

Given given_of(const System& system, NodeId node, double value)
{
    check_finite(value);
    const Node& n = system.graph[node];
    if (n.op == Op::jet) return {int(n.a), int(n.b), decimal_of(value), {}};
    if (n.op == Op::independent) return {-1, 0, decimal_of(value), {}};
    throw Error(Diagnostic{
        .message = "a value at the start belongs to an unknown, one of its derivatives or "
                   "the independent variable",
        .hint = "for example start(x.dot(), 0)"});
}

}  // namespace

void Builder::start(const Formula& jet, double value)
{
    set_given(state_->system.starts, given_of(state_->system, own(jet), value));
}

void Builder::guess(const Formula& jet, double value)
{
    set_given(state_->system.guesses, given_of(state_->system, own(jet), value));
}

void Builder::atol(const Formula& jet, double value)
{
    System& system = state_->system;
    const Node node = system.graph[own(jet)];
    if (node.op != Op::jet || !(value > 0) || !std::isfinite(value))
        throw Error(Diagnostic{.message = "a tolerance is a positive number, of an unknown or one "
                                          "of its derivatives"});
    const std::string of = system.names.unknowns[node.a] + std::string(node.b, '\'');
    std::erase_if(system.tolerances, [&](const OwnTolerance& other) { return other.of == of; });
    system.tolerances.push_back({of, value});
}

void Builder::solve_to(double end)
{
    check_finite(end);
    state_->system.solve.to = end;
}

void Builder::add_invariant(std::string name, const Formula& formula, std::optional<double> value,
                            bool imposed)
{
    if (formula.is_number())
        throw Error(Diagnostic{.message = "the invariant `" + name + "` must contain an unknown"});
    if (value) check_finite(*value);
    Invariant invariant{std::move(name), own(formula), {}, imposed, {}};
    if (value) invariant.value = decimal_of(*value);
    state_->system.invariants.push_back(std::move(invariant));
}

void Builder::invariant(std::string name, const Formula& formula, std::optional<double> value)
{
    add_invariant(std::move(name), formula, value, false);
}

void Builder::impose(std::string name, const Formula& formula, std::optional<double> value)
{
    add_invariant(std::move(name), formula, value, true);
}

void Builder::add_crossing(Crossing crossing, const FormulaEquation& where)
{
    System& s = state_->system;
    for (const Crossing& c : s.crossings)
        if (c.name == crossing.name)
            throw Error(
                Diagnostic{.message = "there is already a section or event `" + c.name + "`"});
    crossing.expression = own(where.left - where.right);
    s.crossings.push_back(std::move(crossing));
}

void Builder::section(std::string name, const FormulaEquation& where, Direction direction)
{
    add_crossing({std::move(name), 0, direction, false, false, {}}, where);
}

void Builder::event(std::string name, const FormulaEquation& where, Direction direction, bool stop)
{
    add_crossing({std::move(name), 0, direction, true, stop, {}}, where);
}

System Builder::system() const
{
    require_unknowns(state_->system);
    if (state_->system.equations.empty())
        throw Error(Diagnostic{.message = "the system has no equations"});
    return state_->system;
}

}  // namespace involute
