// SPDX-License-Identifier: Apache-2.0
// Declarations: the independent variable, parameters, unknowns, functions. They are read before
// everything else, so that equations may stand above them.
#include <fmt/format.h>

#include <algorithm>

#include "involute/base/suggest.hpp"
#include "involute/expr/functions.hpp"
#include "involute/model/elaborate.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

std::string_view keyword_of(const Statement& s)
{
    if (std::holds_alternative<IndependentStatement>(s.what)) return "independent";
    if (std::holds_alternative<ParamStatement>(s.what)) return "param";
    if (std::holds_alternative<SmallStatement>(s.what)) return "small";
    if (std::holds_alternative<VarStatement>(s.what)) return "var";
    if (std::holds_alternative<InputStatement>(s.what)) return "input";
    if (std::holds_alternative<FunctionStatement>(s.what)) return "function";
    if (std::holds_alternative<SolveStatement>(s.what)) return "solve";
    if (const auto* text = std::get_if<TextStatement>(&s.what))
        return text->is_source ? "source" : "title";
    return "";
}

}  // namespace

void Elaboration::declare_all()
{
    const IndependentStatement* independent = nullptr;
    for (const Statement& s : model_.statements) {
        const auto* found = std::get_if<IndependentStatement>(&s.what);
        if (found && independent)
            evaluator_.complain(found->name.place, "there is one independent variable",
                                fmt::format("line {} declares it", independent->name.place.line));
        else if (found)
            independent = found;
    }
    if (independent) system_.names.independent = evaluator_.name(independent->name.id);
    for (std::size_t i = 0; i < model_.names.size(); ++i) {
        Symbol& symbol = scope_.symbols[i];
        if (model_.names[i] == "pi") {
            symbol.kind = Symbol::Kind::number;
            symbol.role = "the number pi";
            symbol.value = value_of(system_.graph, system_.graph.constant(NamedConstant::pi));
        } else if (model_.names[i] == system_.names.independent) {
            symbol.kind = Symbol::Kind::independent;
            symbol.role = "the independent variable";
        }
    }
    if (system_.names.independent == "pi")
        evaluator_.complain(independent->name.place, "`pi` is the number pi",
                            "choose another name");

    declare_functions();
    find_small();
    for (const Statement& s : model_.statements)
        if (const auto* p = std::get_if<ParamStatement>(&s.what))
            for (const ParamItem& item : p->parameters)
                evaluator_.later.try_emplace(item.name.id, item.name.place);
    for (const Statement& s : model_.statements) {
        if (const auto* p = std::get_if<ParamStatement>(&s.what)) declare(*p);
        if (const auto* v = std::get_if<VarStatement>(&s.what)) declare(*v);
        if (const auto* l = std::get_if<LoopStatement>(&s.what)) refuse_in_loops(l->body);
    }
    for (const Statement& s : model_.statements)
        if (const auto* i = std::get_if<InputStatement>(&s.what)) declare(*i);
    for (const Statement& s : model_.statements)
        if (const auto* l = std::get_if<LetStatement>(&s.what))
            for (const LetItem& item : l->definitions)
                evaluator_.later.try_emplace(item.label.name.id, item.label.name.place);
    refuse_missing_small();
    check_overrides();
    check_tunable();
    check_inputs();
}

void Elaboration::declare_functions()
{
    for (const Statement& s : model_.statements) {
        const auto* f = std::get_if<FunctionStatement>(&s.what);
        if (!f) continue;
        const std::string& word = evaluator_.name(f->name.id);
        const bool known = is_function_name(word) || word == "der" || word == "sum" ||
                           word == "prod" || word == "if";
        std::unordered_set<std::uint32_t> arguments;
        for (const Name& a : f->arguments)
            if (!arguments.insert(a.id).second)
                evaluator_.complain(
                    a.place, fmt::format("there are two arguments `{}`", evaluator_.name(a.id)));
        const int number = int(scope_.functions.size());
        if (known)
            evaluator_.complain(f->name.place,
                                fmt::format("there is already a function `{}`", word),
                                "choose another name");
        else if (!scope_.functions.try_emplace(f->name.id, DefinedFunction{f, number}).second)
            evaluator_.complain(f->name.place, fmt::format("`{}` is defined twice", word));
    }
}

/// A function that nobody called has not been looked into; and none has the name of something else.
void Elaboration::check_functions()
{
    for (const Statement& s : model_.statements) {
        const auto* f = std::get_if<FunctionStatement>(&s.what);
        if (!f || !is_free(f->name, "a function") || scope_.functions[f->name.id].called) continue;
        for (std::uint32_t i = f->body.begin; i < f->body.end; ++i) {
            const SyntaxNode& node = model_.nodes[i];
            const auto is_it = [&](const Name& a) { return a.id == node.value; };
            const bool is_call = node.kind == SyntaxKind::call;
            const bool is_name = node.kind == SyntaxKind::name || node.kind == SyntaxKind::element;
            const bool index = std::ranges::any_of(model_.repetitions, [&](const Repetition& r) {
                return r.variable.id == node.value && i < r.end;
            });
            if (!is_call && !is_name) continue;
            const std::string& word = evaluator_.name(node.value);
            if (is_call && word != "der" && !is_function_name(word) &&
                !scope_.functions.contains(node.value))
                evaluator_.complain(node.place, fmt::format("unknown function `{}`", word));
            if (is_name && !index && scope_.symbols[node.value].kind == Symbol::Kind::nothing &&
                std::ranges::none_of(f->arguments, is_it))
                evaluator_.complain(node.place, fmt::format("unknown name `{}`", word),
                                    "a function knows its arguments, parameters and unknowns");
        }
    }
}

void Elaboration::find_small()
{
    for (const Statement& s : model_.statements) {
        const auto* found = std::get_if<SmallStatement>(&s.what);
        if (!found) continue;
        if (small_)
            evaluator_.complain(found->parameter.place, "one parameter can be declared small",
                                fmt::format("line {} does", small_->parameter.place.line));
        else
            small_ = found;
    }
}

// A parameter of value 0 is absent, not small: the equations are left as they are.
void Elaboration::refuse_missing_small()
{
    if (!small_) return;
    const Name& name = small_->parameter;
    const Symbol& symbol = scope_.symbols[name.id];
    const std::string& word = evaluator_.name(name.id);
    if (symbol.role != "a parameter")
        evaluator_.complain(name.place, fmt::format("`{}` is not a parameter", word),
                            fmt::format("declare it: `param {} = 1e-4`", word));
    else if (scope_.small && scope_.small->value < 0)
        evaluator_.complain(name.place, fmt::format("`{}` is negative", word),
                            "a small parameter is positive, or 0 for the limit");
}

void Elaboration::refuse_in_loops(const std::vector<Statement>& body)
{
    for (const Statement& s : body) {
        if (const auto* l = std::get_if<LoopStatement>(&s.what)) refuse_in_loops(l->body);
        const std::string_view keyword = keyword_of(s);
        if (keyword.empty()) continue;
        evaluator_.complain(
            s.place, fmt::format("`{}` cannot stand inside `for`", keyword),
            keyword == "var" ? "declare an array: `var p[1..N]`" : "move it out of the loop");
        if (const auto* p = std::get_if<ParamStatement>(&s.what))
            for (const ParamItem& item : p->parameters) silence(item.name);
        if (const auto* v = std::get_if<VarStatement>(&s.what))
            for (const VarItem& item : v->variables) silence(item.name);
        if (const auto* i = std::get_if<InputStatement>(&s.what))
            for (const InputItem& item : i->inputs) silence(item.name);
    }
}

// A refused declaration is one mistake; uses of its name are not reported.
void Elaboration::silence(const Name& name)
{
    Symbol& symbol = scope_.symbols[name.id];
    if (symbol.kind != Symbol::Kind::nothing) return;
    symbol.kind = Symbol::Kind::definition;
    symbol.role = "a name without meaning";
    symbol.place = name.place;
}

bool Elaboration::is_free(const Name& name, std::string_view role)
{
    Symbol& symbol = scope_.symbols[name.id];
    if (symbol.kind == Symbol::Kind::nothing) return true;
    symbol.contested = true;
    const std::string& word = evaluator_.name(name.id);
    const bool default_name = symbol.kind == Symbol::Kind::independent && symbol.place.line == 0;
    std::string hint = "choose another name";
    if (symbol.place.line > 0) hint = fmt::format("it is declared in line {}", symbol.place.line);
    if (default_name && word == "t")
        hint = "name the independent variable otherwise, for example `independent s`";
    std::string message = fmt::format("`{}` is {} and cannot be {} too", word, symbol.role, role);
    if (symbol.role == role) message = fmt::format("`{}` is declared twice", word);
    evaluator_.complain(name.place, message, hint);
    return false;
}

void Elaboration::declare(const ParamStatement& statement)
{
    for (const ParamItem& item : statement.parameters) {
        Value found = evaluator_.value(item.value);
        std::optional<Quad> value = evaluator_.constant(found, item.value.place, "a parameter");
        evaluator_.later.erase(item.name.id);
        if (!is_free(item.name, "a parameter")) continue;
        const std::string& name = evaluator_.name(item.name.id);
        for (const auto& [overridden, by] : overrides_)
            if (overridden == name && std::isfinite(by))
                value = decimal_of(by),
                found = value_of(system_.graph, decimal_constant(system_.graph, *value));
        const Value constant = found;
        Symbol& symbol = scope_.symbols[item.name.id];
        symbol.kind = Symbol::Kind::number;
        symbol.role = "a parameter";
        symbol.place = item.name.place;
        if (value) symbol.value = found;
        const bool tunable = value && is_tunable(item.name);
        if (tunable)
            symbol.value = value_of(
                system_.graph, add_tunable(system_, name, *value, evaluator_.as_node(constant)));
        if (value && *value != 0 && small_ && small_->parameter.id == item.name.id) {
            // No unknown has this number.
            const NodeId node = system_.graph.jet(int(limits::unknowns.value), 0);
            scope_.small = SmallParameter{name, node, *value, item.name.place};
            symbol.value = {Value::Kind::node, 0, node};
        }
        if (value && !tunable)
            system_.parameters.push_back({name, *value, evaluator_.as_node(constant)});
    }
}

void Elaboration::check_overrides()
{
    std::vector<std::string_view> names;
    for (const Parameter& p : system_.parameters) names.push_back(p.name);
    for (const auto& [name, value] : overrides_) {
        const bool known = std::find(names.begin(), names.end(), name) != names.end();
        std::string hint = did_you_mean(name, names);
        if (names.empty()) hint = "the model has no parameters";
        if (!known)
            findings_.add(Place{}, fmt::format("the model has no parameter `{}`", name), hint);
        else if (!std::isfinite(value))
            findings_.add(Place{},
                          fmt::format("the value of the parameter `{}` is not finite", name));
    }
}

/// A parameter declared small decides which unknowns there are, so that it stays folded.
bool Elaboration::is_tunable(const Name& name) const
{
    if (small_ && small_->parameter.id == name.id) return false;
    return std::ranges::count(tunable_, evaluator_.name(name.id)) > 0;
}

void Elaboration::check_tunable()
{
    std::vector<std::string_view> names;
    for (const Parameter& p : system_.parameters) names.push_back(p.name);
    for (const std::string& name : tunable_) {
        if (small_ && evaluator_.name(small_->parameter.id) == name)
            evaluator_.complain_of_setting(
                small_->parameter.place, name,
                "it is declared small, which decides what the unknowns are");
        else if (std::ranges::find(names, name) == names.end())
            findings_.add(
                Place{}, fmt::format("the model has no parameter `{}`", name),
                names.empty() ? "the model has no parameters" : did_you_mean(name, names));
    }
}

void Elaboration::add_unknown(std::string name, const Place& place)
{
    if (system_.unknowns() >= limits::unknowns.value)
        evaluator_.give_up(place, "there are too many unknowns", limits::unknowns);
    system_.names.unknowns.push_back(std::move(name));
    system_.unknown_places.push_back(place);
}

void Elaboration::declare(const VarStatement& statement)
{
    for (const VarItem& item : statement.variables) {
        if (!item.ranges.empty()) {
            declare_array(item);
            continue;
        }
        if (!is_free(item.name, "an unknown")) continue;
        Symbol& symbol = scope_.symbols[item.name.id];
        symbol.kind = Symbol::Kind::unknown;
        symbol.role = "an unknown";
        symbol.place = item.name.place;
        symbol.first_unknown = system_.unknowns();
        add_unknown(evaluator_.name(item.name.id), item.name.place);
    }
}

void Elaboration::declare_array(const VarItem& item)
{
    std::vector<Bounds> bounds;
    bool usable = true;
    for (const Range& range : item.ranges) {
        const auto from = evaluator_.integer(range.from, "the bound of an array");
        const auto to = evaluator_.integer(range.to, "the bound of an array");
        usable &= from && to;
        bounds.push_back({from.value_or(1), to.value_or(1)});
    }
    const std::string& name = evaluator_.name(item.name.id);
    if (!is_free(item.name, "an array of unknowns")) return;
    if (!usable) return silence(item.name);
    Symbol& symbol = scope_.symbols[item.name.id];
    symbol.kind = Symbol::Kind::array;
    symbol.role = "an array of unknowns";
    symbol.place = item.name.place;
    symbol.bounds = bounds;
    symbol.first_unknown = system_.unknowns();
    std::int64_t size = 1;
    for (const Bounds& b : bounds) size = std::min(size * b.size(), limits::unknowns.value + 1);
    if (system_.unknowns() + size > limits::unknowns.value)
        evaluator_.give_up(item.name.place, "there are too many unknowns", limits::unknowns);
    Indices at;
    for (const Bounds& b : bounds) at.push_back(b.from);
    for (std::int64_t i = 0; i < size; ++i) {
        add_unknown(element_name(name, at), item.name.place);
        for (std::size_t k = at.size(); k-- > 0 && ++at[k] > bounds[k].to;) at[k] = bounds[k].from;
    }
}

}  // namespace involute
