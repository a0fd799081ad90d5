// SPDX-License-Identifier: Apache-2.0
// Parts of a sweep, put together.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "involute/base/error.hpp"
#include "involute/output/output_file.hpp"
#include "involute/sweep/file.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

struct Part {
    std::string path{};
    SweepTitle title{};
};

Part opened(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse(fmt::format("cannot read `{}`", path));
    return {path, read_title(in, path)};
}

/// In the order of the sweep, every one there once.
std::vector<Part> in_order(const std::vector<std::string>& paths)
{
    std::vector<Part> parts;
    for (const std::string& path : paths) parts.push_back(opened(path));
    std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.title.part; });
    const SweepTitle& first = parts.front().title;
    for (const Part& part : parts)
        if (part.title.key != first.key || part.title.runs != first.runs ||
            part.title.parts != first.parts || part.title.rows != first.rows ||
            part.title.columns != first.columns)
            refuse(
                fmt::format("`{}` and `{}` are of different sweeps", parts.front().path, part.path),
                "model, options, samples, number of parts or build differ");
    for (std::int64_t k = 1; k <= first.parts; ++k) {
        const auto found = std::ranges::count(parts, k, [](const Part& p) { return p.title.part; });
        if (found != 1)
            refuse(fmt::format("part {}/{} is {}", k, first.parts,
                               found == 0 ? "missing" : "given more than once"));
    }
    return parts;
}

void copy_lines(const Part& part, std::ostream& out)
{
    std::ifstream in(part.path, std::ios::binary);
    read_title(in, part.path);
    RunLines lines(in, part.title, part.path);
    for (std::string text; lines.read(text);) out << text;
    const RunsOfPart runs = runs_of(part.title);
    if (lines.next() != runs.end)
        refuse(fmt::format("`{}` is not finished: {} of {} runs are there", part.path,
                           lines.next() - runs.first, runs.end - runs.first),
               "resume it, and then put the parts together");
}

}  // namespace

std::int64_t collect(const std::vector<std::string>& paths, const std::string& output)
{
    if (paths.empty()) refuse("no parts given");
    require_csv_name(output);
    if (std::error_code ignored; std::filesystem::exists(output, ignored))
        refuse(fmt::format("`{}` exists", output), "choose another name");
    const std::vector<Part> parts = in_order(paths);
    SweepTitle whole = parts.front().title;
    whole.part = whole.parts = 1;
    OutputFile file(output);
    file.stream() << first_lines(whole);
    for (const Part& part : parts) copy_lines(part, file.stream());
    file.commit();
    return whole.runs;
}

}  // namespace involute
