// SPDX-License-Identifier: Apache-2.0
// Every malformed/NN-name.ode must be refused with exactly the text of malformed/NN-name.txt: the
// messages are part of the language.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "involute/model/read.hpp"

namespace involute {
namespace {

std::string contents(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::filesystem::path> models()
{
    std::vector<std::filesystem::path> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(INVOLUTE_SOURCE "/tests/text/malformed"))
        if (entry.path().extension() == ".ode") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

TEST(Malformed, EveryModelIsRefusedWithTheExpectedMessage)
{
    ASSERT_GE(models().size(), 40u);
    for (const auto& path : models()) {
        auto expected = path;
        expected.replace_extension(".txt");
        try {
            read_system(contents(path), path.filename().string());
            ADD_FAILURE() << path.filename() << " was accepted";
        } catch (const Error& error) {
            EXPECT_EQ(contents(expected), std::string(error.what()) + "\n") << path.filename();
        }
    }
}

TEST(Malformed, EveryMessageHasAPlaceOrSpeaksOfTheWholeModel)
{
    for (const auto& path : models()) {
        try {
            read_system(contents(path), path.filename().string());
        } catch (const Error& error) {
            for (const Diagnostic& d : error.diagnostics()) {
                EXPECT_EQ(d.file, path.filename().string());
                const bool whole = d.message.starts_with("the model has no");
                EXPECT_TRUE(whole || (d.place.line > 0 && d.place.column > 0)) << d.message;
                EXPECT_TRUE(whole || !d.source_line.empty()) << d.message;
            }
        }
    }
}

}  // namespace
}  // namespace involute
