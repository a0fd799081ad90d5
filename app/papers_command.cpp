// SPDX-License-Identifier: Apache-2.0
// involute papers: every table and figure of the papers, recomputed, as pages in a folder.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/commands.hpp"
#include "involute/base/error.hpp"
#include "involute/base/suggest.hpp"
#include "papers/chapters.hpp"

namespace app {

namespace {

using involute::papers::Chapter;
using involute::papers::Page;
using Folder = std::filesystem::path;

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

const Chapter& chapter_named(const std::string& name)
{
    const auto all = involute::papers::chapters();
    if (const auto found = std::ranges::find(all, name, &Chapter::name); found != all.end())
        return *found;
    std::vector<std::string_view> known;
    for (const Chapter& chapter : all) known.push_back(chapter.name);
    const std::string guess = involute::did_you_mean(name, known);
    refuse(fmt::format("there is no page `{}`", name),
           guess.empty() ? fmt::format("such as {}", known.front()) : guess);
}

Folder folder_for(const Arguments& arguments)
{
    const Folder folder = arguments.output.value_or("docs/papers");
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (!std::filesystem::is_directory(folder, failure))
        refuse(fmt::format("cannot make the folder `{}`", folder.string()),
               "involute papers -o FOLDER");
    return folder;
}

Page redo(const Chapter& chapter, const Folder& folder, bool quiet)
{
    Page page = make_page(chapter);
    write(folder, page);
    if (!quiet) fmt::print(stderr, "{}: {}\n", chapter.name, page.summary);
    return page;
}

}  // namespace

int run_papers(const Arguments& arguments)
{
    const Chapter* only = arguments.only ? &chapter_named(*arguments.only) : nullptr;
    const Folder folder = folder_for(arguments);
    if (only) {
        redo(*only, folder, arguments.quiet);
        return 0;
    }
    std::vector<Page> pages;
    for (const Chapter& chapter : involute::papers::chapters())
        pages.push_back(redo(chapter, folder, arguments.quiet));
    write_index(folder, pages);
    return 0;
}

}  // namespace app
