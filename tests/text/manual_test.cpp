// SPDX-License-Identifier: Apache-2.0
// docs/language.md tells the truth: its examples are accepted, its table of limits is complete.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "involute/base/limits.hpp"
#include "involute/expr/functions.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

std::string manual()
{
    std::ifstream file(INVOLUTE_SOURCE "/docs/language.md");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> examples(const std::string& text)
{
    const std::string open = "```ode\n", close = "```";
    std::vector<std::string> found;
    for (std::size_t at = text.find(open); at != text.npos; at = text.find(open, at)) {
        at += open.size();
        found.push_back(text.substr(at, text.find(close, at) - at));
    }
    return found;
}

TEST(Manual, EveryExampleIsAccepted)
{
    const std::vector<std::string> all = examples(manual());
    ASSERT_GE(all.size(), 6u);
    for (const std::string& example : all) {
        try {
            read_system(example, "docs/language.md");
        } catch (const Error& error) {
            ADD_FAILURE() << example << error.what();
        }
    }
}

TEST(Manual, EveryLimitIsInTheTable)
{
    const std::string text = manual();
    for (const Limit& limit : limits::all)
        EXPECT_NE(text.find("| " + std::string(limit.name) + " | " + std::to_string(limit.value)),
                  text.npos)
            << limit.name;
}

TEST(Manual, EveryFunctionIsNamed)
{
    const std::string text = manual();
    for (FunctionId f = 0; f < functions().size(); ++f) {
        if (is_choice(f)) continue;
        EXPECT_NE(text.find(std::string(functions()[f].name)), text.npos) << functions()[f].name;
    }
}

}  // namespace
}  // namespace involute
