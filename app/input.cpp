// SPDX-License-Identifier: Apache-2.0
#include "app/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "involute/base/error.hpp"

namespace app {

namespace {

std::string read_all(std::istream& in, std::streamsize most)
{
    std::string text;
    char piece[1 << 16];
    while (in && std::streamsize(text.size()) < most) {
        in.read(piece,
                std::min(std::streamsize(sizeof piece), most - std::streamsize(text.size())));
        text.append(piece, std::size_t(in.gcount()));
    }
    return text;
}

}  // namespace

std::string text_of(const std::string& path, std::int64_t most)
{
    if (path == "-") return read_all(std::cin, most);
    std::ifstream file(path, std::ios::binary);
    std::string text = read_all(file, most);
    if (!file.is_open() || file.bad())
        throw involute::Error(involute::Diagnostic{
            .message = fmt::format("cannot read `{}`: {}", path, std::strerror(errno))});
    return text;
}

void require_other_file(const std::optional<std::string>& output, const std::string& input,
                        std::string_view what)
{
    std::error_code ignored;
    if (!output || !std::filesystem::equivalent(*output, input, ignored)) return;
    throw involute::Error(involute::Diagnostic{
        .message = fmt::format("the output `{}` is the {} itself", *output, what),
        .hint = "write to another file"});
}

}  // namespace app
