// SPDX-License-Identifier: Apache-2.0
#include "app/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>

#include "app/text.hpp"
#include "involute/base/error.hpp"
#include "involute/base/limits.hpp"
#include "involute/system/build.hpp"

namespace app {

namespace {

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// No more than one byte beyond the limit, which the reader of models then reports: the input may
/// be endless.
std::string read_all(std::istream& in)
{
    constexpr auto most = std::streamsize(involute::limits::file_size.value) + 1;
    std::string text;
    char piece[1 << 16];
    while (in && std::streamsize(text.size()) < most) {
        in.read(piece,
                std::min(std::streamsize(sizeof piece), most - std::streamsize(text.size())));
        text.append(piece, std::size_t(in.gcount()));
    }
    return text;
}

std::string text_of(const std::string& path)
{
    if (path == "-") return read_all(std::cin);
    std::ifstream file(path, std::ios::binary);
    std::string text = read_all(file);
    if (!file.is_open() || file.bad())
        refuse(fmt::format("cannot read `{}`: {}", path, std::strerror(errno)));
    return text;
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
    involute::System system = involute::read_system(text_of(path), name, values);
    for (const std::string& start : arguments.starts) involute::add_starts(system, start);
    return system;
}

}  // namespace app
