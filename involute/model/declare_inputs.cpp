// SPDX-License-Identifier: Apache-2.0
// Inputs: what the model says of them, and what is given from outside instead.
#include <fmt/format.h>

#include <algorithm>

#include "involute/base/suggest.hpp"
#include "involute/model/elaborate.hpp"
#include "involute/text/number.hpp"

namespace involute {

/// A constant is a parameter that can be set; everything else is a function of the independent
/// variable, whose values are asked for when steps are made.
void Elaboration::declare(const InputStatement& statement)
{
    for (const InputItem& item : statement.inputs) {
        std::optional<InputTable> table;
        std::optional<Quad> constant;
        if (item.table) table = table_of(*item.table);
        if (item.constant) constant = evaluator_.constant(*item.constant, "an input");
        if (!is_free(item.name, "an input")) continue;
        const std::string& name = evaluator_.name(item.name.id);
        const auto given = std::ranges::find(inputs_, name, &Inputs::value_type::first);
        const bool outside = given != inputs_.end();
        const double* number = outside ? std::get_if<double>(&given->second) : nullptr;
        if (outside) constant.reset();
        if (number && std::isfinite(*number)) constant = decimal_of(*number);
        for (const auto& [overridden, by] : overrides_)
            if (constant && overridden == name && std::isfinite(by)) constant = decimal_of(by);
        Symbol& symbol = scope_.symbols[item.name.id];
        symbol.kind = Symbol::Kind::definition;
        symbol.role = "an input";
        symbol.place = item.name.place;
        Graph& graph = system_.graph;
        if (constant) {
            symbol.value = value_of(graph, add_tunable(system_, name, *constant, std::nullopt));
            continue;
        }
        const int index = int(system_.names.inputs.size());
        system_.names.inputs.push_back(name);
        symbol.value = value_of(graph, graph.input(index, 0, graph.independent()));
        if (outside)
            give(index, given->second, item.name.place);
        else if (table)
            give(index, *table, item.table->place);
    }
}

std::optional<InputTable> Elaboration::table_of(const TableText& text)
{
    InputTable table{
        .between = text.cubic ? InputTable::Between::cubic : InputTable::Between::linear,
        .beyond = text.periodic ? InputTable::Beyond::periodic
                  : text.hold   ? InputTable::Beyond::hold
                                : InputTable::Beyond::nothing};
    bool usable = true;
    for (const TablePoint& point : text.points) {
        const Value values[] = {evaluator_.value(point.t), evaluator_.value(point.u)};
        for (const Value& value : values)
            usable &= !evaluator_.refuse_tunable(value, point.t.place, "a point of a table");
        const auto t = evaluator_.constant(values[0], point.t.place, "a point of a table");
        const auto u = evaluator_.constant(values[1], point.u.place, "a point of a table");
        usable &= t && u;
        table.t.push_back(t.value_or(0));
        table.u.push_back(u.value_or(0));
    }
    return usable ? std::optional(std::move(table)) : std::nullopt;
}

/// What is wrong with a table is told with its place.
void Elaboration::give(int index, const Input& input, const Place& place)
{
    try {
        system_.graph.set_input_function(
            index, make_input(input, system_.names.inputs[std::size_t(index)]));
    } catch (const Error& error) {
        for (const Diagnostic& wrong : error.diagnostics())
            evaluator_.complain(place, wrong.message, wrong.hint);
    }
}

void Elaboration::check_inputs()
{
    std::vector<std::string_view> names;
    for (const Statement& s : model_.statements)
        if (const auto* i = std::get_if<InputStatement>(&s.what))
            for (const InputItem& item : i->inputs) names.push_back(evaluator_.name(item.name.id));
    for (const auto& [name, input] : inputs_) {
        if (std::ranges::find(names, name) != names.end()) continue;
        std::string hint = did_you_mean(name, names);
        if (hint.empty()) hint = fmt::format("declare it in the model: `input {}`", name);
        findings_.add(Place{}, fmt::format("the model has no input `{}`", name), hint);
    }
}

}  // namespace involute
