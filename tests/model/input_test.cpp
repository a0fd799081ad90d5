// SPDX-License-Identifier: Apache-2.0
// Inputs as a model declares them, and tables from files.
#include <gtest/gtest.h>

#include "involute/expr/input.hpp"
#include "involute/model/read.hpp"
#include "involute/system/input_file.hpp"

namespace involute {
namespace {

bool says(const std::string& text, const std::string& part)
{
    return text.find(part) != text.npos;
}

template <class F>
std::string refusal(F f)
{
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string refused(const std::string& text)
{
    return refusal([&] { read_system(text, "m.ode"); });
}

TEST(InputText, TablesMayContainParametersAndCommas)
{
    const System s = read_system(
        "param h = 3\n"
        "input u = table (0, 1) (h/2, h^2)\n"
        "input v = table cubic periodic (0, 1), (1, 2),\n (2, 1), w\n"
        "var x\nx' = u + v' + w");
    EXPECT_EQ(s.names.inputs, (std::vector<std::string>{"u", "v", "w"}));
    const InputFunctions& given = s.graph.input_functions();
    EXPECT_EQ(given[0]->value(0, 0.75), 5);
    EXPECT_EQ(given[1]->value(0, 3.0), 2);
    EXPECT_EQ(given[2], nullptr);
    EXPECT_EQ(print(s.graph, s.equations[0].f, s.names), "x' - (u + v' + w)");
}

TEST(InputText, ItsWordsAreNamesElsewhere)
{
    const System s = read_system(
        "var input, table, linear, cubic, periodic, hold\nparam k = 2\n"
        "input' = -table\ntable' = input*linear\nlinear = 1\ncubic = 2\nperiodic = hold\nhold = k");
    EXPECT_EQ(s.unknowns(), 6);
    const System named = read_system("param table = 3\ninput u = table\nvar x\nx' = u");
    EXPECT_EQ(named.parameters.back().name, "u");
    EXPECT_TRUE(named.parameters.back().tunable);
    EXPECT_EQ(named.parameters.back().value, 3);
}

TEST(InputText, MistakesAreToldWithTheirPlaces)
{
    EXPECT_TRUE(says(refused("input u = table (0, 1)\nvar x\nx' = u"), "m.ode:1:11: error"));
    EXPECT_TRUE(says(refused("input u = table (0, 1)\nvar x\nx' = u"), "a table of one point"));
    EXPECT_TRUE(says(refused("input u = table (1, 1) (0, 2)\nvar x\nx' = u"), "is not after"));
    EXPECT_TRUE(says(refused("input u = table cubc (1, 1) (2, 2)\nvar x\nx' = u"), "`cubic`"));
    EXPECT_TRUE(says(refused("input u = table linear cubic (1, 1) (2, 2)\nvar x\nx' = u"),
                     "one word too many"));
    EXPECT_TRUE(says(refused("input u = table linear\nvar x\nx' = u"), "the first point"));
    EXPECT_TRUE(says(refused("input u = table (0 1)\nvar x\nx' = u"), "the value there"));
    EXPECT_TRUE(
        says(refused("input u = table (0, x) (1, 2)\nvar x\nx' = u"), "must be a constant"));
    EXPECT_TRUE(says(refused("input u\nvar u\nu' = 1"), "`u` is"));
    EXPECT_TRUE(says(refused("var x\nfor i in 1..2 { input u }\nx' = u"), "cannot stand inside"));
    EXPECT_TRUE(says(refusal([] {
                         read_system("input u\nvar x\nx' = u", "", {}, {}, {{"w", 1.0}});
                     }),
                     "the model has no input `w`"));
    EXPECT_TRUE(says(refusal([] {
                         read_system("param a = 1\ninput u = table (0, a) (1, 2)\nvar x\nx' = u",
                                     "", {}, {"a"});
                     }),
                     "`a` cannot be set once the model is read"));
}

TEST(InputFile, ColumnsAreFoundByNameOrPlace)
{
    const auto check = [](const std::string& text) {
        const InputTable table = read_input_table(text, "u.csv", "u");
        EXPECT_EQ(table.t, (std::vector<Quad>{0, Quad(1) / 2})) << text;
        EXPECT_EQ(table.u, (std::vector<Quad>{Quad(1) / 4, 3})) << text;
    };
    check("0,0.25\n0.5,3\n");
    check("t,u\n0,0.25\n0.5,3\n");
    check("time,wind\r\n0,0.25\r\n0.5,3\r\n");
    check("\xef\xbb\xbf\"u\",\"t\"\n0.25,0\n3,0.5\n");
    check("# a comment\nt,v,u,w\n\n0,9,0.25,8\n0.5, 7 , 3 ,6");
    check("time,v,u\n0,9,0.25\n0.5,7,3\n");
}

TEST(InputFile, BadFilesAreRefusedWithTheLine)
{
    const auto check = [](const std::string& text, const std::string& part) {
        const std::string why = refusal([&] { read_input_table(text, "u.csv", "u"); });
        EXPECT_TRUE(says(why, part)) << why;
        EXPECT_TRUE(says(why, "u.csv")) << why;
    };
    check("", "there are no points");
    check("t,u\n", "there are no points");
    check("t,u\n1,2\n", "there is one point");
    check("t,u\n1,2\n1,3\n", "u.csv:3:1: error: 1 does not come after 1");
    check("t,u\n1,2\n0,3\n", "u.csv:3:1: error: 0 does not come after 1");
    check("t,u\n1,nan\n2,3\n", "u.csv:2:1: error: `nan` is not finite");
    check("t,u\n1,2\ninf,3\n", "u.csv:3:1: error: `inf` is not finite");
    check("t,u\n1,x\n2,3\n", "u.csv:2:1: error: `x` is no number");
    check("t,u\n1,2\n2\n", "u.csv:3:1: error");
    check("t,u\n1,2\n2,3,4\n", "there are 3 columns here, and 2 above");
    check("t,v,w\n1,2,3\n", "there is no column `u`");
    check("1,2,3\n", "which of 3 columns is `u` is not said");
    check("t\n1\n", "two columns at least");
}

}  // namespace
}  // namespace involute
