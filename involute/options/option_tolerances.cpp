// SPDX-License-Identifier: Apache-2.0
// The option `atol` as a text: a number for all unknowns, and pairs for single ones.
#include <fmt/format.h>

#include <cmath>

#include "involute/base/pieces.hpp"
#include "involute/options/option_access.hpp"

namespace involute::option_access {

void read_tolerances(const OptionRow& row, std::string_view text, SolveOptions& options,
                     Wrong& wrong)
{
    std::optional<double> common;
    Lengths own;
    for (const std::string_view part : comma_separated(text)) {
        const std::size_t equals = part.find('=');
        const bool alone = equals == std::string_view::npos;
        const auto value = number<double>(alone ? part : part.substr(equals + 1));
        const std::string_view name = alone ? part : trimmed(part.substr(0, equals));
        if (!value || !(*value > 0) || !std::isfinite(*value) || name.empty() ||
            (alone && common)) {
            wrong.push_back(
                {.message = fmt::format("option `{} = {}`: `{}` is not a tolerance", row.field,
                                        text, part),
                 .hint = fmt::format("a number greater than 0, and numbers for single unknowns, as "
                                     "in option `{} = 1e-10, x=1e-6`",
                                     row.field)});
            return;
        }
        if (alone)
            common = value;
        else
            own.emplace_back(name, *value);
    }
    if (common) options.atol = *common;
    options.atol_of = std::move(own);
}

void assign_tolerance(const OptionRow&, const OptionValue& value, SolveOptions& options, Wrong&)
{
    options.atol = std::get<double>(value);
}

std::string print_tolerances(const SolveOptions& options)
{
    std::string text = print(options.atol);
    if (!options.atol_of.empty()) text += ", " + print(options.atol_of);
    return text;
}

void judge_tolerances(const OptionRow& row, const SolveOptions& options, Wrong& wrong)
{
    if (options.atol != SolveOptions{}.atol) judge(row, options.atol, wrong);
}

}  // namespace involute::option_access
