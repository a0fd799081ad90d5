// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/table.hpp"
#include "involute/plot/read.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "tests/output/sample.hpp"

namespace involute::plot {
namespace {

std::string complaint(const std::string& text)
{
    try {
        read_results(text, "r");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool mentions(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST(Results, OfASweepAreReadWithoutTheirWords)
{
    const Results results = read_results(
        "# involute sweep 1, runs 2, key 0\nrun,g,\"max(q[1,2])\",code,reason\n"
        "1,9.5,2,finished,\n2,10,,singular,\"x, y\"\n",
        "r");
    EXPECT_EQ(results.table.names, (std::vector<std::string>{"run", "g", "max(q[1,2])"}));
    EXPECT_EQ(results.table.columns[1], (std::vector<double>{9.5, 10}));
    EXPECT_EQ(results.table.columns[2][0], 2);
    EXPECT_TRUE(std::isnan(results.table.columns[2][1]));
    EXPECT_TRUE(mentions(complaint("# involute sweep 1\nrun,g,code,reason\n1,fast,finished,\n"),
                         "`fast` is not a number"));
    EXPECT_TRUE(mentions(complaint("# involute sweep 1\nrun,g,code,reason\n1,2\n"), "r:3"));
}

TEST(Results, AreReadBackFromEveryTextFormat)
{
    const Solution s = sample::solution();
    for (const char* format : {"csv", "json"}) {
        const Results results = read_results(sample::written(format, s), format);
        EXPECT_EQ(results.table.names, (std::vector<std::string>{"t", "x", "x'", "λ"}));
        ASSERT_EQ(results.table.rows(), s.rows.size());
        for (std::size_t i = 0; i < s.rows.size(); ++i)
            for (std::size_t j = 0; j < 4; ++j)
                EXPECT_EQ(results.table.columns[j][i], s.rows[i][j]) << format;
    }
}

TEST(Results, OfJsonHaveTheRowsOfSectionsAndEvents)
{
    const Results results = read_results(sample::written("json", sample::solution()), "r");
    EXPECT_EQ(column(record(results, "s"), "x"), (std::vector<double>{1, 4}));
    EXPECT_EQ(column(record(results, "e"), "λ"), (std::vector<double>{9}));
    EXPECT_EQ(record(results, "never").rows(), 0u);
}

TEST(Results, OfASolutionAreThoseOfItsFile)
{
    const Solution s = sample::solution();
    const Results direct = results_of(s), read = read_results(sample::written("json", s), "r");
    EXPECT_EQ(direct.table.names, read.table.names);
    EXPECT_EQ(direct.table.columns, read.table.columns);
    EXPECT_EQ(record(direct, "s").columns, record(read, "s").columns);
}

TEST(Results, KeepNamesWithCommas)
{
    const Results results = read_results("t,\"q[1,2]\",\"der(x, 5)\"\n0,1,2\n", "r");
    EXPECT_EQ(results.table.names, (std::vector<std::string>{"t", "q[1,2]", "der(x, 5)"}));
}

TEST(Results, AcceptNumbersOf33DigitsAndBeyondTheRangeOfDouble)
{
    const Results csv = read_results(
        "t,x\r\n0,0.333333333333333333333333333333333317\r\n1e-400,-1e400\r\n\r\n", "r");
    EXPECT_EQ(csv.table.columns[1][0], 1.0 / 3);
    EXPECT_EQ(csv.table.columns[0][1], 0);
    EXPECT_TRUE(std::isinf(csv.table.columns[1][1])) << "a gap";
    const Results json = read_results(
        R"({"independent": "t", "names": ["x"], "values": [["0", "0.25"], ["1", null]]})", "r");
    EXPECT_EQ(json.table.columns[1][0], 0.25);
    EXPECT_TRUE(std::isnan(json.table.columns[1][1]));
}

TEST(MalformedResults, AreRefusedWithTheirLine)
{
    EXPECT_TRUE(mentions(complaint("t,x\n0,1\n1\n"), "r:3:1: error: 1 values where"));
    EXPECT_TRUE(mentions(complaint("t,x\n0,1\n1,2,3\n"), "3 values"));
    EXPECT_TRUE(mentions(complaint("t,x\n0,1\n1,two\n"), "r:3:3: error: `two` is not a number"));
    EXPECT_TRUE(mentions(complaint("0,1\n1,2\n"), "r:1:1: error: the first line must name"));
    EXPECT_TRUE(mentions(complaint("{\"names\":\n[1,\n"), "r:3:1: error: this is not JSON"));
    EXPECT_TRUE(mentions(complaint("{\"a\": 1}"), "not the result of a run"));
    EXPECT_TRUE(mentions(complaint(" \n\n"), "nothing in it"));
    EXPECT_TRUE(mentions(complaint("PK\x03\x04"), "npz"));
    const std::string head = R"({"independent": "t", "names": ["x"], "values": )";
    EXPECT_TRUE(mentions(complaint(head + "[[1, 2], [3]]}"), "row 2 has not 2 values"));
    EXPECT_TRUE(mentions(complaint(head + "[[1, true]]}"), "`true` stands where a number should"));
    EXPECT_TRUE(mentions(complaint(head + "3}"), "not a list"));
}

TEST(MalformedResults, AreRefusedWhereverTheyBreakOff)
{
    const std::string json = sample::written("json", sample::solution());
    for (std::size_t n = 0; n + 2 < json.size(); ++n)
        EXPECT_NE(complaint(json.substr(0, n)), "") << n;
}

TEST(Columns, AreSuggestedWhereANameIsMisspelt)
{
    const Table table{{"t", "lambda", "x"}, {{0}, {1}, {2}}};
    const auto complaint_of = [&](const char* name) {
        try {
            column(table, name);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_TRUE(mentions(complaint_of("lambad"), "did you mean `lambda`?"));
    EXPECT_TRUE(mentions(complaint_of("q"), "there are t, lambda, x"));
    EXPECT_EQ(complaint_of("x"), "");
}

TEST(PlaneOfATable, NamesItsCurves)
{
    const Table table{{"t", "x", "y"}, {{0, 1}, {2, 3}, {4, 5}}};
    const Axes two = plane_of(table, "t", {"x", "y"});
    EXPECT_EQ(two.x.label, "t");
    EXPECT_EQ(two.y.label, "");
    ASSERT_EQ(two.series.size(), 2u);
    EXPECT_EQ(two.series[1].label, "y");
    EXPECT_EQ(two.series[1].y, (std::vector<double>{4, 5}));
    const Axes one = plane_of(table, "x", {"y"});
    EXPECT_EQ(one.y.label, "y");
    EXPECT_EQ(one.series[0].label, "") << "a legend of one name says nothing more";
}

}  // namespace
}  // namespace involute::plot
