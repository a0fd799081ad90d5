// SPDX-License-Identifier: Apache-2.0
#include "involute/options/mentions.hpp"

#include "involute/options/option_table.hpp"

namespace involute {
namespace {

/// Of "method = radau5"; empty if it is not an option with another name.
std::string other_name(std::string_view mention, const OptionNaming& naming)
{
    const std::size_t equals = mention.find(" = ");
    const OptionRow* row = find_option(mention.substr(0, equals));
    if (!row) return "";
    const bool alone = equals == std::string_view::npos;
    return naming(*row, alone ? std::string_view() : mention.substr(equals + 3));
}

/// Moves one `mention` from the beginning of `rest` to the end of `to`, by its other name. False,
/// with nothing moved, if there is none.
bool translate_one(std::string_view& rest, std::string& to, const OptionNaming& naming)
{
    if (!rest.starts_with('`')) return false;
    const std::size_t end = rest.find('`', 1);
    if (end == std::string_view::npos) return false;
    const std::string name = other_name(rest.substr(1, end - 1), naming);
    if (name.empty()) return false;
    to += '`' + name + '`';
    rest.remove_prefix(end + 1);
    return true;
}

/// Further ones after "options `a`": ", `b` and `c`".
void translate_others(std::string_view& rest, std::string& to, const OptionNaming& naming)
{
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view between : {", ", " and ", " or "}) {
            if (!rest.starts_with(between)) continue;
            std::string_view after = rest.substr(between.size());
            std::string name;
            if (!translate_one(after, name, naming)) continue;
            to += std::string(between) + name;
            rest = after;
            found = true;
        }
    }
}

}  // namespace

std::string with_options_named(std::string_view text, const OptionNaming& naming)
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
        std::string name;
        if (translate_one(rest, name, naming)) {
            result += name;
            if (several) translate_others(rest, result, naming);
            text = rest;
        } else {
            result += text.substr(0, word);
            text.remove_prefix(word);
        }
    }
    return result;
}

Error with_options_named(const Error& error, const OptionNaming& naming)
{
    std::vector<Diagnostic> said = error.diagnostics();
    for (Diagnostic& one : said) {
        one.message = with_options_named(one.message, naming);
        one.hint = with_options_named(one.hint, naming);
    }
    return Error(std::move(said));
}

}  // namespace involute
