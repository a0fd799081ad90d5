// SPDX-License-Identifier: Apache-2.0
#include "app/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/input.hpp"
#include "app/text.hpp"
#include "involute/base/error.hpp"
#include "involute/base/limits.hpp"
#include "involute/model/read.hpp"
#include "involute/system/input_file.hpp"

namespace app {

namespace {

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

involute::Overrides overrides(const std::vector<std::string>& params)
{
    involute::Overrides result;
    for (const std::string& text : params)
        for (const std::string_view part : comma_separated(text)) {
            const auto equals = part.find('=');
            const auto value = equals == std::string_view::npos
                                   ? std::nullopt
                                   : number<double>(part.substr(equals + 1));
            if (!value || !std::isfinite(*value) || trimmed(part.substr(0, equals)).empty())
                refuse(fmt::format("`--param {}`: `{}` does not give a parameter a number", text,
                                   part),
                       "as in --param a=1 or --param a=1,b=2");
            result.emplace_back(trimmed(part.substr(0, equals)), *value);
        }
    return result;
}

/// u=FILE.csv, u=FILE.csv,cubic,periodic or u=2.5
std::pair<std::string, involute::Input> input(const std::string& text, const Arguments& arguments)
{
    using involute::InputTable;
    const auto wrong = [&](std::string_view what, std::string hint) {
        refuse(fmt::format("`--input {}`: {}", text, what), std::move(hint));
    };
    const auto equals = text.find('=');
    const std::string name(trimmed(std::string_view(text).substr(0, equals)));
    if (equals == std::string::npos || name.empty())
        wrong("this gives no input", "as in --input u=wind.csv or --input u=2.5");
    // Words come from the end, so that the name of a file may contain commas.
    std::string_view what = trimmed(std::string_view(text).substr(equals + 1));
    InputTable table;
    bool between = false, beyond = false;
    while (true) {
        const auto comma = what.rfind(',');
        const std::string_view word =
            comma == what.npos ? std::string_view() : trimmed(what.substr(comma + 1));
        const bool kind = word == "linear" || word == "cubic";
        const bool end = word == "periodic" || word == "hold";
        if (!kind && !end) break;
        if ((kind && between) || (end && beyond))
            wrong(fmt::format("`{}` is one word too many", word),
                  "linear or cubic, and periodic or hold or neither");
        between |= kind;
        beyond |= end;
        if (word == "cubic") table.between = InputTable::Between::cubic;
        if (word == "periodic") table.beyond = InputTable::Beyond::periodic;
        if (word == "hold") table.beyond = InputTable::Beyond::hold;
        what = trimmed(what.substr(0, comma));
    }
    if (what.empty()) wrong("the file is missing", "as in --input u=wind.csv or --input u=2.5");
    if (const auto constant = number<double>(what)) {
        if (!std::isfinite(*constant)) wrong("the number is not finite", "as in --input u=2.5");
        if (between || beyond) wrong("a number is no table", "leave out the words after it");
        return {name, *constant};
    }
    const std::string file(what);
    for (const auto* written : {&arguments.output, &arguments.plot, &arguments.checkpoint})
        require_other_file(*written, file, fmt::format("table of the input {}", name));
    const std::int64_t most = involute::limits::file_size.value;
    const std::string read = text_of(file, most + 1);
    if (std::int64_t(read.size()) > most)
        wrong(fmt::format("`{}` is longer than {} bytes", file, most), "give fewer points");
    InputTable points = involute::read_input_table(read, file, name);
    table.t = std::move(points.t);
    table.u = std::move(points.u);
    return {name, std::move(table)};
}

involute::Inputs inputs(const Arguments& arguments)
{
    involute::Inputs result;
    for (const std::string& text : arguments.inputs) {
        result.push_back(input(text, arguments));
        for (std::size_t k = 0; k + 1 < result.size(); ++k)
            if (result[k].first == result.back().first)
                refuse(fmt::format("`--input` gives `{}` twice", result.back().first),
                       "once is enough");
    }
    return result;
}

}  // namespace

involute::System read_model(const std::string& path, const Arguments& arguments)
{
    const involute::Overrides values = overrides(arguments.params);
    const std::string name = path == "-" ? "standard input" : path;
    // One byte beyond the limit is enough for the reader of models to report it.
    involute::System system = involute::read_system(
        text_of(path, involute::limits::file_size.value + 1), name, values, {}, inputs(arguments));
    for (const std::string& start : arguments.starts) involute::add_starts(system, start);
    return system;
}

}  // namespace app
