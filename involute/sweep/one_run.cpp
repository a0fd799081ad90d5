// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/one_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/base/suggest.hpp"

namespace involute {
namespace {

/// Texts of several lines, as those of an Error are, in one.
std::string one_line(std::string_view text)
{
    std::string line;
    bool blank = false;
    for (const char c : text) {
        const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!is_blank && blank && !line.empty()) line += ' ';
        if (!is_blank) line += c;
        blank = is_blank;
    }
    return line;
}

/// A run that began elsewhere than its sample says does not go unnoticed.
std::string moved_starts(const Solution& solution)
{
    std::string text;
    for (const std::string& notice : solution.notices)
        if (notice.starts_with("start ") && notice.find(" was moved to ") != notice.npos)
            text += (text.empty() ? "" : "; ") + notice;
    return text;
}

bool is_parameter(const System& system, std::string_view name)
{
    return std::ranges::find(system.parameters, name, &Parameter::name) != system.parameters.end();
}

/// "x''" is a start value of x.
void require_unknown(const System& system, std::string_view name)
{
    const std::string_view unknown = name.substr(0, name.find_last_not_of('\'') + 1);
    const bool independent = name == system.names.independent;
    if (independent ||
        std::ranges::find(system.names.unknowns, unknown) != system.names.unknowns.end())
        return;
    std::vector<std::string_view> known;
    for (const Parameter& p : system.parameters) known.push_back(p.name);
    for (const std::string& other : system.names.unknowns) known.push_back(other);
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) hint = "a sweep is over parameters and start values";
    throw Error(Diagnostic{
        .message = fmt::format("no parameter and no unknown is called `{}`", name), .hint = hint});
}

}  // namespace

SampleRoles roles_of(const System& system, const Samples& samples)
{
    SampleRoles roles{.names = samples.names()};
    for (const std::string& name : roles.names) {
        roles.is_parameter.push_back(is_parameter(system, name));
        if (!roles.is_parameter.back()) require_unknown(system, name);
    }
    return roles;
}

SweepRow one_run(const Simulation& from, Simulation& clone, const SampleRoles& roles,
                 const Keep& keep, std::int64_t run, std::vector<double> sample)
{
    SweepRow row{.run = run, .sample = std::move(sample)};
    row.rows = std::max(keep.rows, 1L);
    row.kept.assign(keep.numbers(), std::numeric_limits<double>::quiet_NaN());
    Overrides parameters;
    std::string starts;
    for (std::size_t k = 0; k < roles.names.size(); ++k) {
        if (roles.is_parameter[k])
            parameters.emplace_back(roles.names[k], row.sample[k]);
        else
            starts += fmt::format("{}{} = {}", starts.empty() ? "" : ", ", roles.names[k],
                                  to_text(row.sample[k]));
    }
    try {
        // What was decided for one sample must not be seen by the next: as if cloned for each.
        clone.take_over(from);
        if (!parameters.empty()) clone.set(parameters);
        if (!starts.empty()) clone.start(starts);
        const Solution solution = clone.run(request_for(keep));
        row.code = solution.code;
        row.reason =
            one_line(row.code != Outcome::finished ? solution.reason : moved_starts(solution));
        if (succeeded(solution) && !solution.rows.empty()) row.kept = reduced(solution, keep);
    } catch (const Error& error) {  // of values that make no sense, as a start beyond a table
        row.code = Outcome::bad_input;
        row.reason = one_line(error.what());
    }
    return row;
}

}  // namespace involute
