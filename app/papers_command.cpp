// SPDX-License-Identifier: Apache-2.0
// involute papers: every table and figure of the papers, recomputed, as pages in a folder.
#include "papers/chapters.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "involute/base/error.hpp"

namespace app {

namespace {

using involute::papers::Page;

std::filesystem::path folder_for(const Arguments& arguments)
{
    const std::filesystem::path folder = arguments.output.value_or("docs/papers");
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (!std::filesystem::is_directory(folder, failure))
        throw involute::Error(involute::Diagnostic{
            .message = fmt::format("cannot make the folder `{}`", folder.string()),
            .hint = "involute papers -o FOLDER"});
    return folder;
}

}  // namespace

int run_papers(const Arguments& arguments)
{
    const std::filesystem::path folder = folder_for(arguments);
    const auto chapters = involute::papers::chapters();
    std::vector<Page> pages;
    for (const auto& chapter : chapters) {
        ProgressBar(!arguments.quiet).show(double(pages.size()) / double(chapters.size()));
        pages.push_back(make_page(chapter));
        write(folder, pages.back());
        if (!arguments.quiet)
            fmt::print(stderr, "{}: {}\n", (folder / (chapter.name + ".md")).string(),
                       pages.back().summary);
    }
    write_index(folder, pages);
    return 0;
}

}  // namespace app
