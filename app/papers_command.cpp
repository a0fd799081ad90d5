// SPDX-License-Identifier: Apache-2.0
// involute papers: hands over to the program `involute-papers` beside this one, which is built only
// where somebody wants it.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "app/commands.hpp"
#include "involute/base/error.hpp"

namespace app {

int run_papers(const Arguments& arguments)
{
    std::error_code failure;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
    if (failure)
        throw involute::Error(involute::Diagnostic{
            .message = "cannot find out where this program is: " + failure.message(),
            .hint = "run `involute-papers` yourself"});
    const std::string program = (self.parent_path() / "involute-papers").string();
    std::vector<std::string> words{program};
    if (arguments.quiet) words.push_back("--quiet");
    if (arguments.only) words.insert(words.end(), {"--only", *arguments.only});
    if (arguments.output) words.insert(words.end(), {"-o", *arguments.output});
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    std::cout.flush();
    ::execv(program.c_str(), pointers.data());
    throw involute::Error(involute::Diagnostic{
        .message = "the pages of the papers are not built here: cannot run `" + program +
                   "`: " + std::strerror(errno),
        .hint = "in the source tree, `cmake --build --preset release --target involute-papers` "
                "puts it beside this program; `scripts/test` builds it too"});
}

}  // namespace app
