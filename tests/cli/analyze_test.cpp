// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.hpp"

namespace cli {
namespace {

using nlohmann::json;

json analyzed(const std::string& arguments, int code = 0)
{
    const Ran ran = involute("analyze --json " + arguments);
    EXPECT_EQ(ran.code, code) << ran.err;
    return json::parse(ran.out);
}

TEST(Analyze, WritesTheJsonOfTheContract)
{
    const json a = analyzed(model("pendulum"));
    EXPECT_EQ(a.at("status"), "complete");
    EXPECT_EQ(a.at("code"), "complete");
    EXPECT_EQ(a.at("unknowns"), json({"x", "y", "lambda"}));
    EXPECT_EQ(a.at("equations"), 3);
    EXPECT_EQ(a.at("index"), 3);
    EXPECT_EQ(a.at("differentiated"), json({0, 0, 2}));
    EXPECT_EQ(a.at("dimension"), 2);
    EXPECT_EQ(a.at("free").size(), 2u);
    EXPECT_EQ(a.at("route"), "structural");
    EXPECT_TRUE(a.at("determined").is_array());
    EXPECT_TRUE(a.at("invariants").is_array());
    EXPECT_TRUE(a.at("message").is_string());
    ASSERT_FALSE(a.at("hidden").empty());
    EXPECT_NE(a.at("hidden")[0].get<std::string>().find("x*x'"), std::string::npos)
        << a.at("hidden");
}

TEST(Analyze, FindsTheStructureOfTheDischargeControl)
{
    const json a = analyzed(model("discharge_pressure"));
    EXPECT_EQ(a.at("differentiated"), json({1, 0, 1, 1, 2}));
    EXPECT_EQ(a.at("index"), 2);
    EXPECT_EQ(a.at("dimension"), 2);
}

TEST(Analyze, FindsIndex1InTheStiffPendulum)
{
    const json a = analyzed(model("stiff_pendulum_0.1"));
    EXPECT_EQ(a.at("index"), 1);
    EXPECT_EQ(a.at("dimension"), 4);
}

TEST(Analyze, ReportsInvariants)
{
    const json a = analyzed(model("pendulum_energy"));
    ASSERT_EQ(a.at("invariants").size(), 1u);
    EXPECT_EQ(a.at("invariants")[0].at("holds"), true);
}

TEST(Analyze, WritesAReadableReport)
{
    const Ran ran = involute("analyze " + model("pendulum"));
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(ran.out.starts_with("complete\n")) << ran.out;
    for (const char* words :
         {"index       3", "dimension   2", "hidden equations", "             2  x^2 + y^2 = 1"})
        EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
}

TEST(Analyze, NamesAnUnknownThatRemainsFree)
{
    const Folder folder;
    const json a = analyzed(folder.write("few.ode", "var x, y\nx' = y\n"), 2);
    EXPECT_EQ(a.at("status"), "underdetermined");
    EXPECT_EQ(a.at("code"), "underdetermined");
    EXPECT_EQ(a.at("free").size(), 1u);
    EXPECT_TRUE(a.at("index").is_null());
}

TEST(Analyze, WritesJsonForAModelThatCannotBeRead)
{
    const Folder folder;
    const json a = analyzed(folder.write("bad.ode", "x = 1\n"), 2);
    EXPECT_EQ(a.at("status"), "undecided");
    EXPECT_EQ(a.at("code"), "bad_input");
    EXPECT_NE(a.at("message").get<std::string>().find("bad.ode:1:1"), std::string::npos);
    EXPECT_EQ(involute("analyze --jsn " + model("pendulum")).code, 2);
}

}  // namespace
}  // namespace cli
