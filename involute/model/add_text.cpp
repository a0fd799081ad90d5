// SPDX-License-Identifier: Apache-2.0
// What is added to a system as text, in the names that it has: start values, sections and events,
// expressions.
#include <unordered_map>
#include <unordered_set>

#include "involute/model/crossings.hpp"
#include "involute/model/givens.hpp"
#include "involute/model/read.hpp"
#include "involute/model/with.hpp"
#include "involute/system/parameters.hpp"
#include "involute/text/parse.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {
namespace {

// The part of an unknown's name before its indices.
std::string_view base_of(std::string_view name)
{
    return name.substr(0, name.find('['));
}

// The constant that a parameter is, or what stands for one that can be set.
NodeId node_of(Graph& graph, const Parameter& p)
{
    const bool known = p.node < graph.size() && graph.is_constant(p.node);
    if (known && graph.value(p.node) == p.value) return p.node;
    const bool varies = !known && !graph.parameter_values().empty();
    return varies ? p.node : decimal_constant(graph, p.value);
}

// The names that an option can use: unknowns, parameters and definitions of the system.
class SystemScope {
public:
    SystemScope(System& system, const Model& model) : scope(model.names.size())
    {
        for (std::size_t i = 0; i < model.names.size(); ++i)
            wanted_.emplace(model.names[i], &scope.symbols[i]);
        if (Symbol* s = mean("pi", Symbol::Kind::number, "the number pi"))
            s->value = value_of(system.graph, system.graph.constant(NamedConstant::pi));
        mean(system.names.independent, Symbol::Kind::independent, "the independent variable");
        for (const Parameter& p : system.parameters)
            if (Symbol* s = mean(p.name, Symbol::Kind::number, "a parameter"))
                s->value = value_of(system.graph, node_of(system.graph, p));
        for (int i = 0; i < int(system.names.inputs.size()); ++i)
            if (Symbol* s =
                    mean(system.names.inputs[std::size_t(i)], Symbol::Kind::definition, "an input"))
                s->value =
                    value_of(system.graph, system.graph.input(i, 0, system.graph.independent()));
        for (const Definition& d : system.definitions) add(system.graph, d);
        for (int i = 0; i < system.unknowns(); ++i) add(system.names.unknowns[std::size_t(i)], i);
    }

    Scope scope;

private:
    void add(const Graph& graph, const Definition& d)
    {
        const bool indexed = !d.indices.empty();
        Symbol* s = mean(d.name, indexed ? Symbol::Kind::family : Symbol::Kind::definition,
                         indexed ? "a `let` with an index" : "a `let`");
        if (s && indexed)
            s->elements.emplace(d.indices, value_of(graph, d.expression));
        else if (s)
            s->value = value_of(graph, d.expression);
    }

    void add(const std::string& name, int unknown)
    {
        const bool indexed = name.find('[') != name.npos;
        if (indexed && mean(base_of(name), Symbol::Kind::listed_array, "an array of unknowns"))
            scope.listed_unknowns.emplace(name, unknown);
        if (indexed) return;
        if (Symbol* s = mean(name, Symbol::Kind::unknown, "an unknown")) s->first_unknown = unknown;
    }

    Symbol* mean(std::string_view name, Symbol::Kind kind, std::string_view role)
    {
        if (scope.listed_names.empty() || scope.listed_names.back() != name)
            scope.listed_names.emplace_back(name);
        const auto found = wanted_.find(name);
        if (found == wanted_.end()) return nullptr;
        found->second->kind = kind;
        found->second->role = role;
        return found->second;
    }

    std::unordered_map<std::string_view, Symbol*> wanted_{};
};

// Reads with the names of a system; throws what was found.
template <class Read>
auto with_names_of(System& system, const Model& model, Read read)
{
    Findings findings(model.source);
    SystemScope names(system, model);
    Evaluator evaluator(model, names.scope, system.graph, findings);
    try {
        auto result = read(evaluator);
        findings.throw_if_any();
        return result;
    } catch (const TooMuch&) {
        throw Error(findings.sorted());
    }
}

}  // namespace

void add_starts(System& system, std::string_view text)
{
    require_unknowns(system);
    const Model model = parse_assignments(text);
    const auto read = [&](Evaluator& evaluator) {
        Givens givens;
        add_givens(evaluator, system.graph, system.names,
                   std::get<GivenStatement>(model.statements.front().what), givens);
        return givens;
    };
    const Givens added = with_names_of(system, model, read);
    const auto replaced = [&](const Given& g) { return added.position.contains(key_of(g)); };
    std::erase_if(system.starts, replaced);
    std::erase_if(system.guesses, replaced);
    system.starts.insert(system.starts.end(), added.list.begin(), added.list.end());
}

System with_start(const System& system, std::string_view values)
{
    System other = system;
    add_starts(other, values);
    return other;
}

System with_crossings(const System& system, std::string_view statements)
{
    require_unknowns(system);
    const AddedCrossings parsed = parse_crossings(statements);
    const Model& model = parsed.model;
    System other = system;
    std::unordered_set<std::string> taken;
    for (const Crossing& crossing : system.crossings) taken.insert(crossing.name);
    const auto read = [&](Evaluator& evaluator) {
        std::vector<Crossing> added;
        for (const Statement& statement : model.statements)
            if (auto crossing = read_crossing(evaluator, other.graph,
                                              std::get<CrossingStatement>(statement.what), taken))
                added.push_back(std::move(*crossing));
        return added;
    };
    for (Crossing& crossing : with_names_of(other, model, read))
        other.crossings.push_back(std::move(crossing));
    if (!other.text) return other;
    // The text has them too: it is read again for other parameters, and kept in checkpoints.
    auto written = std::make_shared<WrittenModel>(*other.text);
    const Source& source = written->model.source;
    written->model.source = make_source(source.text + "\n" + parsed.text + "\n", source.file);
    other.text = std::move(written);
    return other;
}

NodeId parse_expression(System& system, std::string_view text)
{
    require_unknowns(system);
    const Model model = parse_formula(text);
    const auto read = [&](Evaluator& evaluator) {
        return evaluator.node(std::get<EquationStatement>(model.statements.front().what).left);
    };
    return *with_names_of(system, model, read);
}

}  // namespace involute
