// SPDX-License-Identifier: Apache-2.0
// The program `involute-papers`, which `involute papers` runs: every table and figure of the
// papers, recomputed, as pages in a folder. A program of its own, so that nobody builds it who
// wants to solve a model.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>

#include "involute/base/error.hpp"
#include "involute/base/outcome.hpp"
#include "involute/base/suggest.hpp"
#include "papers/chapters.hpp"

namespace involute::papers {
namespace {

using Folder = std::filesystem::path;

constexpr auto usage = "involute-papers [--quiet] [--only PAGE] [-o FOLDER]";

struct Arguments {
    std::optional<std::string> only{};
    Folder folder = "docs/papers";
    bool quiet = false;
};

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

Arguments read(std::span<char*> words)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool has_value = i + 1 < words.size();
        if (word == "--quiet")
            arguments.quiet = true;
        else if ((word == "--only" || word == "-o") && !has_value)
            refuse(fmt::format("`{}` needs a value", word), usage);
        else if (word == "--only")
            arguments.only = words[++i];
        else if (word == "-o")
            arguments.folder = words[++i];
        else
            refuse(fmt::format("`{}` is not understood", word), usage);
    }
    return arguments;
}

const Chapter& chapter_named(const std::string& name)
{
    const auto all = chapters();
    if (const auto found = std::ranges::find(all, name, &Chapter::name); found != all.end())
        return *found;
    std::vector<std::string_view> known;
    for (const Chapter& chapter : all) known.push_back(chapter.name);
    const std::string guess = did_you_mean(name, known);
    refuse(fmt::format("there is no page `{}`", name),
           guess.empty() ? fmt::format("such as {}", known.front()) : guess);
}

void make(const Folder& folder)
{
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (!std::filesystem::is_directory(folder, failure))
        refuse(fmt::format("cannot make the folder `{}`", folder.string()),
               "involute papers -o FOLDER");
}

Page redo(const Chapter& chapter, const Arguments& arguments)
{
    Page page = make_page(chapter);
    write(arguments.folder, page);
    if (!arguments.quiet) fmt::print(stderr, "{}: {}\n", chapter.name, page.summary);
    return page;
}

void run(const Arguments& arguments)
{
    const Chapter* only = arguments.only ? &chapter_named(*arguments.only) : nullptr;
    make(arguments.folder);
    if (only) {
        redo(*only, arguments);
        return;
    }
    std::vector<Page> pages;
    for (const Chapter& chapter : chapters()) pages.push_back(redo(chapter, arguments));
    write_index(arguments.folder, pages);
}

}  // namespace
}  // namespace involute::papers

int main(int argc, char** argv)
{
    using namespace involute;
    try {
        papers::run(papers::read({argv + 1, argv + argc}));
        return 0;
    } catch (const Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return row_of(Outcome::bad_input).exit_code;
    } catch (const std::exception& error) {
        fmt::print(stderr, "involute-papers: internal error: {}\n    please report this\n",
                   error.what());
        return row_of(Outcome::internal_error).exit_code;
    }
}
