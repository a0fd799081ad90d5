// SPDX-License-Identifier: Apache-2.0
#include "involute/model/read.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/model/elaborate.hpp"
#include "involute/model/with.hpp"
#include "involute/system/parameters.hpp"
#include "involute/text/parse.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {
namespace {

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

// The model is taken only at the end: findings speak of its text until then.
System build(Model&& model, const Overrides& overrides, const std::vector<std::string>& tunable,
             const Inputs& inputs, Findings& findings)
{
    Elaboration elaboration(model, overrides, tunable, inputs, findings);
    System system = elaboration.run();
    findings.throw_if_any();
    auto written = std::make_shared<WrittenModel>();
    for (const Equation& equation : author_equations(system))
        written->equations.push_back(equation.f);
    written->drawings = elaboration.drawings();
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

namespace {

/// The text once more, otherwise; what was given or set since it was read stays.
System read_again(const System& system, const std::vector<std::string>& tunable,
                  const Inputs& inputs, const char* what, const char* hint)
{
    require_unknowns(system);
    if (!system.text ||
        !std::ranges::equal(system.text->equations, author_equations(system), {}, {}, &Equation::f))
        throw Error(
            Diagnostic{.message = fmt::format(
                           "only a system as it was read from text can be read again for {}", what),
                       .hint = hint,
                       .file = system.file});
    Findings findings(system.text->model.source);
    const Overrides values = system.text->overrides;
    // Sections and events may have been added to the text.
    const Source& source = system.text->model.source;
    System again = build(parse(source.text, source.file), values, tunable, inputs, findings);
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

}  // namespace

System with_tunable(const System& system, const std::vector<std::string>& tunable)
{
    return read_again(system, tunable, system.text ? system.text->inputs : Inputs{}, "`tunable`",
                      "in C++, make parameters with Builder::parameter");
}

System with_input(const System& system, const std::string& name, const Input& input)
{
    const auto is_it = [&](const auto& other) { return other.first == name; };
    Inputs inputs = system.text ? system.text->inputs : Inputs{};
    std::erase_if(inputs, is_it);
    inputs.emplace_back(name, input);
    // Other constants are set to what they are now, and stay what can be set.
    std::vector<std::string> tunable;
    Overrides values;
    for (const Parameter& p : system.parameters) {
        if (!p.tunable || p.name == name) continue;
        values.emplace_back(p.name, to_double(p.value));
        tunable.push_back(p.name);
    }
    System again = read_again(system, tunable, inputs, "another input",
                              "in C++, use Builder::input or set_input");
    std::erase_if(values, [&](const auto& value) {
        return std::ranges::any_of(again.parameters, [&](const Parameter& p) {
            return p.name == value.first && to_double(p.value) == value.second;
        });
    });
    if (!values.empty()) set_parameters(again, values);
    return again;
}

}  // namespace involute
