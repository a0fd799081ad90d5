// SPDX-License-Identifier: Apache-2.0
#include "app/options.hpp"

#include "involute/step/sensible.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using involute::OptionRow;
using involute::SolveOptions;

/// What was typed as one text; of a switch, what its field becomes.
std::optional<std::string> typed_text(const OptionRow& row, const TypedOption& typed)
{
    if (typed.on) return row.inverted ? "false" : "true";
    if (typed.texts.empty()) return typed.text;
    std::string joined;
    for (const std::string& text : typed.texts) joined += (joined.empty() ? "" : ",") + text;
    return joined;
}

/// Sets what was typed and refuses what makes no sense, everything at once.
void read(const Arguments& arguments, SolveOptions& options)
{
    std::vector<Diagnostic> wrong;
    for (const OptionRow& row : involute::option_table())
        if (const auto text = app::typed_text(arguments, row.field))
            involute::set_option(options, row, *text, wrong);
    if (options.length) options.curve = true;  // and the model's `to` ends the walk as well
    for (Diagnostic& found : involute::what_makes_no_sense(options))
        wrong.push_back(std::move(found));
    if (!wrong.empty()) throw involute::Error(std::move(wrong));
}

}  // namespace

std::optional<std::string> typed_text(const Arguments& arguments, std::string_view field)
{
    const auto found = arguments.typed.find(field);
    if (found == arguments.typed.end()) return std::nullopt;
    return typed_text(*involute::find_option(field), found->second);
}

SolveOptions check_defaults()
{
    SolveOptions options;
    options.rtol = 1e-10;
    options.atol = 1e-12;
    return options;
}

SolveOptions solve_options(const Arguments& arguments, SolveOptions over)
{
    read(arguments, over);
    return over;
}

SolveOptions analyze_options(const Arguments& arguments)
{
    SolveOptions options;
    read(arguments, options);
    if (arguments.components && options.component == 0) options.component = -1;  // list them
    return options;
}

SolveOptions check_options(const Arguments& arguments)
{
    SolveOptions options = check_defaults();
    read(arguments, options);
    return options;
}

}  // namespace app
