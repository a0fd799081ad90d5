// SPDX-License-Identifier: Apache-2.0
#include "app/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/input.hpp"
#include "app/text.hpp"
#include "involute/base/error.hpp"
#include "involute/base/limits.hpp"
#include "involute/model/read.hpp"

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

}  // namespace

involute::System read_model(const std::string& path, const Arguments& arguments)
{
    const involute::Overrides values = overrides(arguments.params);
    const std::string name = path == "-" ? "standard input" : path;
    // One byte beyond the limit is enough for the reader of models to report it.
    involute::System system =
        involute::read_system(text_of(path, involute::limits::file_size.value + 1), name, values);
    for (const std::string& start : arguments.starts) involute::add_starts(system, start);
    return system;
}

}  // namespace app
