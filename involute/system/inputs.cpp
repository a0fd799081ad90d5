// SPDX-License-Identifier: Apache-2.0
#include "involute/system/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "involute/base/suggest.hpp"
#include "involute/system/parameters.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {

void set_input(System& system, const std::string& name, const Input& input)
{
    const std::vector<std::string>& names = system.names.inputs;
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        const auto* number = std::get_if<double>(&input);
        const bool parameter = std::ranges::any_of(
            system.parameters, [&](const Parameter& p) { return p.tunable && p.name == name; });
        if (number && parameter) return set_parameters(system, {{name, *number}});
        if (parameter)
            throw Error(Diagnostic{
                .message = fmt::format("`{}` is a constant of this system, not a function", name),
                .hint = "with_input reads the model again with a table or code in its place",
                .file = system.file});
        std::string hint = did_you_mean(name, {names.begin(), names.end()});
        if (hint.empty())
            hint = names.empty() ? fmt::format("declare it: `input {}`", name)
                                 : fmt::format("it has `{}`", fmt::join(names, "`, `"));
        throw Error(Diagnostic{.message = fmt::format("the model has no input `{}`", name),
                               .hint = std::move(hint),
                               .file = system.file});
    }
    system.graph.set_input_function(int(found - names.begin()), make_input(input, name));
    if (!system.text) return;
    auto written = std::make_shared<WrittenModel>(*system.text);
    std::erase_if(written->inputs, [&](const auto& other) { return other.first == name; });
    written->inputs.emplace_back(name, input);
    system.text = std::move(written);
}

void require_inputs(const System& system)
{
    std::vector<Diagnostic> missing;
    for (std::size_t i = 0; i < system.names.inputs.size(); ++i) {
        const InputFunctions& given = system.graph.input_functions();
        if (i < given.size() && given[i]) continue;
        const std::string& name = system.names.inputs[i];
        missing.push_back(
            {.message = fmt::format("the input `{}` is not given", name),
             .hint = fmt::format("--input {0}=FILE.csv or --input {0}=NUMBER, in C++ set_input, in "
                                 "Python inputs=, or "
                                 "a table in the model: `input {0} = table (0, 0) (1, 2)`",
                                 name),
             .file = system.file});
    }
    if (!missing.empty()) throw Error(std::move(missing));
}

}  // namespace involute
