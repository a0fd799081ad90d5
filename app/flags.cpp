// SPDX-License-Identifier: Apache-2.0
#include "app/flags.hpp"

#include <cctype>

#include "involute/options/option_table.hpp"

namespace app {

namespace {

/// "--method radau5" of "method = radau5"; empty if it is not an option of the program.
std::string flag_of(std::string_view mention)
{
    const std::size_t equals = mention.find(" = ");
    const involute::OptionRow* row = involute::find_option(mention.substr(0, equals));
    if (!row || row->flag.empty()) return "";
    std::string text(row->flag);
    if (equals == std::string_view::npos || row->value.empty()) return text;
    const std::string_view value = mention.substr(equals + 3);
    const bool quoted = value.find(' ') != std::string_view::npos;
    return text + (quoted ? " \"" : " ") + std::string(value) + (quoted ? "\"" : "");
}

/// Moves one `mention` from the beginning of `rest` to the end of `to`, as a flag. False, with
/// nothing moved, if there is none.
bool translate_one(std::string_view& rest, std::string& to)
{
    if (!rest.starts_with('`')) return false;
    const std::size_t end = rest.find('`', 1);
    if (end == std::string_view::npos) return false;
    const std::string flag = flag_of(rest.substr(1, end - 1));
    if (flag.empty()) return false;
    to += '`' + flag + '`';
    rest.remove_prefix(end + 1);
    return true;
}

/// Further ones after "options `a`": ", `b` and `c`".
void translate_others(std::string_view& rest, std::string& to)
{
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view between : {", ", " and ", " or "}) {
            if (!rest.starts_with(between)) continue;
            std::string_view after = rest.substr(between.size());
            std::string flag;
            if (!translate_one(after, flag)) continue;
            to += std::string(between) + flag;
            rest = after;
            found = true;
        }
    }
}

}  // namespace

std::string with_flags(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t at = text.find("option");
        result += text.substr(0, at);
        if (at == std::string_view::npos) break;
        text.remove_prefix(at);
        const bool several = text.starts_with("options");
        const std::size_t word = several ? 7 : 6;
        std::string_view rest = text.substr(word);
        if (rest.starts_with(' ')) rest.remove_prefix(1);
        std::string flag;
        if (translate_one(rest, flag)) {
            result += flag;
            if (several) translate_others(rest, result);
            text = rest;
        } else {
            result += text.substr(0, word);
            text.remove_prefix(word);
        }
    }
    return result;
}

std::string with_flags(const involute::Error& error)
{
    std::vector<involute::Diagnostic> said = error.diagnostics();
    for (involute::Diagnostic& one : said) {
        one.message = with_flags(one.message);
        one.hint = with_flags(one.hint);
    }
    return involute::Error(std::move(said)).what();
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
