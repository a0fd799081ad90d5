// SPDX-License-Identifier: Apache-2.0
#include "involute/model/read.hpp"

#include <algorithm>

#include "involute/model/elaborate.hpp"
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

// Values given since the text was read stay; those of the text keep their formulas.
void keep_given(const std::vector<Given>& now, std::vector<Given>& read)
{
    std::vector<Given> kept = now;
    for (Given& given : kept)
        for (const Given& other : read)
            if (key_of(given) == key_of(other) && given.value == other.value)
                given.formula = other.formula;
    read = std::move(kept);
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
        auto result = read(evaluator, model.statements.front());
        findings.throw_if_any();
        return result;
    } catch (const TooMuch&) {
        throw Error(findings.sorted());
    }
}

// The model is taken only at the end: findings speak of its text until then.
System build(Model&& model, const Overrides& overrides, const std::vector<std::string>& tunable,
             const Inputs& inputs, Findings& findings)
{
    System system = Elaboration(model, overrides, tunable, inputs, findings).run();
    findings.throw_if_any();
    auto written = std::make_shared<WrittenModel>();
    for (const Equation& equation : author_equations(system))
        written->equations.push_back(equation.f);
    written->model = std::move(model);
    written->overrides = overrides;
    written->inputs = inputs;
    system.text = std::move(written);
    return system;
}

}  // namespace

System read_system(std::string_view text, std::string file_name, const Overrides& overrides,
                   const std::vector<std::string>& tunable, const Inputs& inputs)
{
    PartialModel read = parse_leniently(text, std::move(file_name));
    Findings findings(read.model.source);
    for (const Diagnostic& mistake : read.mistakes) findings.add(mistake);
    // If a declaration could not be read, do not report every use of its names.
    if (read.names_may_be_missing) findings.throw_if_any();
    return build(std::move(read.model), overrides, tunable, inputs, findings);
}

System with_tunable(const System& system, const std::vector<std::string>& tunable)
{
    require_unknowns(system);
    if (!system.text ||
        !std::ranges::equal(system.text->equations, author_equations(system), {}, {}, &Equation::f))
        throw Error(Diagnostic{
            .message = "only a system as it was read from text can be read again for `tunable`",
            .hint = "in C++, make parameters with Builder::parameter",
            .file = system.file});
    Findings findings(system.text->model.source);
    Overrides values = system.text->overrides;
    System again = build(Model(system.text->model), values, tunable, system.text->inputs, findings);
    keep_given(system.starts, again.starts);
    keep_given(system.guesses, again.guesses);
    const auto keep = [](const std::optional<double>& now, std::optional<double>& read,
                         std::optional<NodeId>& formula) {
        if (now != read) formula.reset();
        read = now;
    };
    keep(system.solve.to, again.solve.to, again.solve.to_formula);
    keep(system.solve.length, again.solve.length, again.solve.length_formula);
    keep(system.solve.scale, again.solve.scale, again.solve.scale_formula);
    return again;
}

void add_starts(System& system, std::string_view text)
{
    require_unknowns(system);
    const Model model = parse_assignments(text);
    const auto read = [&](Evaluator& evaluator, const Statement& statement) {
        Givens givens;
        add_givens(evaluator, system.graph, system.names, std::get<GivenStatement>(statement.what),
                   givens);
        return givens;
    };
    const Givens added = with_names_of(system, model, read);
    const auto replaced = [&](const Given& g) { return added.position.contains(key_of(g)); };
    std::erase_if(system.starts, replaced);
    std::erase_if(system.guesses, replaced);
    system.starts.insert(system.starts.end(), added.list.begin(), added.list.end());
}

NodeId parse_expression(System& system, std::string_view text)
{
    require_unknowns(system);
    const Model model = parse_formula(text);
    const auto read = [](Evaluator& evaluator, const Statement& statement) {
        return evaluator.node(std::get<EquationStatement>(statement.what).left);
    };
    return *with_names_of(system, model, read);
}

}  // namespace involute
