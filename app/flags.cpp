// SPDX-License-Identifier: Apache-2.0
#include "app/flags.hpp"

#include "involute/options/mentions.hpp"

namespace app {

namespace {

/// "--method radau5"; empty if it is not an option of the program.
std::string flag_of(const involute::OptionRow& row, std::string_view value)
{
    std::string text(row.flag);
    if (text.empty() || value.empty() || row.value.empty()) return text;
    const bool quoted = value.find(' ') != std::string_view::npos;
    return text + (quoted ? " \"" : " ") + std::string(value) + (quoted ? "\"" : "");
}

}  // namespace

std::string with_flags(std::string_view text)
{
    return involute::with_options_named(text, flag_of);
}

std::string with_flags(const involute::Error& error)
{
    return involute::with_options_named(error, flag_of).what();
}

involute::Solution with_flags(involute::Solution solution)
{
    solution.reason = with_flags(solution.reason);
    for (std::string& notice : solution.notices) notice = with_flags(notice);
    for (involute::SingularPoint& point : solution.singular_points)
        point.message = with_flags(point.message);
    return solution;
}

involute::Analysis with_flags(involute::Analysis analysis)
{
    analysis.message = with_flags(analysis.message);
    for (std::string& note : analysis.notes) note = with_flags(note);
    return analysis;
}

}  // namespace app
