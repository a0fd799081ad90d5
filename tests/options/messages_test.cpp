// SPDX-License-Identifier: Apache-2.0
// Messages of the library name options by field and never by flag: a C++ user has no command line.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "involute/options/option_table.hpp"
#include "tests/options/sources.hpp"

namespace involute {
namespace {

namespace fs = std::filesystem;

/// The string literals of a source, those that follow each other joined.
std::vector<std::string> literals_of(const std::string& source)
{
    std::vector<std::string> found;
    bool joins = false;
    const auto at = [&](std::size_t i) { return i < source.size() ? source[i] : '\0'; };
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (at(i) == '/' && at(i + 1) == '/') {
            i = std::min(source.find('\n', i), source.size());
        } else if (at(i) == '\'' && (at(i + 2) == '\'' || at(i + 1) == '\\')) {
            i = source.find('\'', i + 2 + (at(i + 1) == '\\'));
            joins = false;
        } else if (at(i) == '"') {
            std::string text;
            for (++i; i < source.size() && source[i] != '"'; ++i) {
                if (source[i] == '\\') ++i;
                text += at(i);
            }
            if (joins)
                found.back() += text;
            else
                found.push_back(text);
            joins = true;
        } else if (!std::isspace(static_cast<unsigned char>(source[i]))) {
            joins = false;
        }
    }
    return found;
}

struct Literal {
    std::string file{};
    std::string text{};
};

const std::vector<Literal>& all_literals()
{
    static const std::vector<Literal> literals = [] {
        std::vector<Literal> all;
        const fs::path root = INVOLUTE_SOURCE;
        for (const auto& entry : fs::recursive_directory_iterator(root / "involute")) {
            const std::string file = fs::relative(entry.path(), root).generic_string();
            if (!file.ends_with(".cpp") && !file.ends_with(".hpp")) continue;
            for (std::string& text : literals_of(test::text_of(file)))
                all.push_back({file, std::move(text)});
        }
        return all;
    }();
    return literals;
}

TEST(Messages, NameNoFlags)
{
    const std::regex flag(R"((^|[^-\w])--[a-z])");
    for (const auto& [file, text] : all_literals()) {
        const bool is_the_table = file == "involute/options/option_table.cpp";
        const bool is_for_singular = file == "involute/algebra/decompose.cpp";  // its own flags
        const bool is_all_ways = file == "involute/system/inputs.cpp";          // to give an input
        if (is_the_table || is_for_singular || is_all_ways) continue;
        EXPECT_FALSE(std::regex_search(text, flag)) << file << ": " << text;
    }
}

TEST(Messages, NameOptionsThatThereAre)
{
    const std::regex mention(R"(\boptions? (`[^`]+`(?:(?:, | and | or )`[^`]+`)*))");
    const std::regex one("`([^`]+)`");
    int found = 0;
    for (const auto& [file, text] : all_literals())
        for (std::sregex_iterator it(text.begin(), text.end(), mention), end; it != end; ++it) {
            const std::string chain = (*it)[1];
            const bool several = text.substr(std::size_t(it->position()), 7) == "options";
            for (std::sregex_iterator k(chain.begin(), chain.end(), one); k != end; ++k) {
                std::string field = (*k)[1];
                field = field.substr(0, field.find(" = "));
                if (field.find('{') != std::string::npos) continue;  // the table's own wording
                EXPECT_TRUE(find_option(field)) << file << ": " << text;
                ++found;
                if (!several) break;
            }
        }
    EXPECT_GE(found, 40);  // the sources were read at all
}

}  // namespace
}  // namespace involute
