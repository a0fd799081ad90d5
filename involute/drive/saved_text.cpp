// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/saved_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/base/state_limits.hpp"
#include "involute/model/read.hpp"
#include "involute/system/parameters.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {
namespace {

SavedInput saved(const std::string& name, const Input& input)
{
    using Kind = SavedInput::Kind;
    if (const auto* table = std::get_if<InputTable>(&input))
        return {.name = name, .kind = Kind::table, .table = *table};
    if (const auto* code = std::get_if<InputCode>(&input))
        return {.name = name, .kind = Kind::code, .derivatives = code->derivatives};
    return {.name = name, .kind = Kind::number, .number = std::get<double>(input)};
}

const Input* find(const Inputs& inputs, const std::string& name)
{
    const auto found = std::ranges::find(inputs, name, &Inputs::value_type::first);
    return found == inputs.end() ? nullptr : &found->second;
}

/// As it was given, with code from those who give it again.
Input given_again(const SavedInput& one, const Inputs& code)
{
    if (one.kind == SavedInput::Kind::number) return one.number;
    if (one.kind == SavedInput::Kind::table) return one.table;
    const Input* again = find(code, one.name);
    const auto* function = again ? std::get_if<InputCode>(again) : nullptr;
    if (function && function->derivatives == one.derivatives) return *function;
    throw Error(Diagnostic{
        .message =
            fmt::format("the input `{}` was code with {} derivative{}, which is not saved{}",
                        one.name, one.derivatives, one.derivatives == 1 ? "" : "s",
                        function ? fmt::format("; given is code with {}", function->derivatives)
                        : again  ? "; given is something else"
                                 : ""),
        .hint = fmt::format("give it again: in C++ load(in, options, {{{{\"{0}\", code}}}}), in "
                            "Python load(source, inputs={{\"{0}\": f}})",
                            one.name)});
}

}  // namespace

void SavedInput::visit(State& state)
{
    state("name", name);
    visit_below(state, "kind", kind, 3);
    if (kind == Kind::number) state("number", number);
    if (kind == Kind::code) state("derivatives", derivatives);
    if (kind != Kind::table) return;
    state("t", table.t);
    state("u", table.u);
    visit_below(state, "between", table.between, 2);
    visit_below(state, "beyond", table.beyond, 3);
}

SavedText SavedText::of(const System& system)
{
    SavedText saved_text;
    if (!system.text) return saved_text;
    saved_text.kept = system.text->inputs.empty() ? Kept::text : Kept::text_and_inputs;
    saved_text.file = system.text->model.source.file;
    saved_text.text = system.text->model.source.text;
    saved_text.overrides = system.text->overrides;
    saved_text.tunable = tunable_values(system);
    for (const auto& [name, input] : system.text->inputs)
        saved_text.inputs.push_back(saved(name, input));
    return saved_text;
}

void SavedText::visit(State& state)
{
    const State::Part part(state, "model");
    visit_below(state, "there", kept, 3);
    if (kept == Kept::nothing) return;
    state("file", file);
    state("text", text);
    state("overrides", overrides);
    state("tunable", tunable);
    if (kept == Kept::text_and_inputs)
        state.list("inputs", inputs, [&](SavedInput& input) { input.visit(state); });
}

System SavedText::read_again(const Inputs& code) const
{
    Inputs given;
    for (const SavedInput& one : inputs) given.emplace_back(one.name, given_again(one, code));
    for (const auto& [name, input] : code) {
        const auto was = std::ranges::find(inputs, name, &SavedInput::name);
        if (was != inputs.end() && was->kind == SavedInput::Kind::code) continue;
        throw Error(Diagnostic{
            .message =
                fmt::format("the input `{}` {}", name,
                            was == inputs.end() ? "was not given from outside when this was saved"
                                                : "was saved as data, and is there"),
            .hint = "give again what was code alone"});
    }
    std::vector<std::string> names;
    for (const auto& [name, value] : tunable) names.push_back(name);
    System system = read_system(text, file, overrides, names, given);
    Overrides values;
    const auto as_read = tunable_values(system);
    for (std::size_t k = 0; k < as_read.size() && k < tunable.size(); ++k)
        if (as_read[k] != tunable[k])
            values.emplace_back(tunable[k].first, to_double(tunable[k].second));
    if (!values.empty()) set_parameters(system, values);
    return system;
}

}  // namespace involute
