// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "involute/output/json.hpp"
#include "tests/output/sample.hpp"

namespace involute {
namespace {

using nlohmann::json;

TEST(Csv, StartsWithTheNamesAndKeepsEveryNumber)
{
    const Solution s = sample::solution();
    std::istringstream lines(sample::written("csv", s));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "t,x,x',λ");
    for (const auto& row : s.rows) {
        ASSERT_TRUE(std::getline(lines, line));
        const char* at = line.c_str();
        for (const double expected : row) {
            char* end = nullptr;
            const double found = std::strtod(at, &end);
            EXPECT_EQ(found, expected);
            EXPECT_FALSE(found == 0 && std::signbit(found)) << "there is one zero";
            at = end + 1;
        }
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(Csv, WritesTheShortestText)
{
    Solution s;
    s.names = {"x"};
    s.rows = {{0.1, 100}};
    EXPECT_EQ(sample::written("csv", s), "t,x\n0.1,100\n");
}

TEST(Json, OfASolutionHasTheKeysOfTheContract)
{
    const Solution s = sample::solution();
    const json j = json::parse(sample::written("json", s));
    EXPECT_EQ(j.at("status"), "stopped");
    EXPECT_EQ(j.at("code"), "turned");
    EXPECT_EQ(j.at("reason"), s.reason);
    EXPECT_EQ(j.at("independent"), "t");
    EXPECT_EQ(j.at("names"), json(s.names));
    EXPECT_EQ(j.at("values").get<decltype(s.rows)>(), s.rows);
    EXPECT_FALSE(std::signbit(j.at("values")[0][3].get<double>())) << "there is one zero";
    EXPECT_EQ(j.at("end"), 0.3);
    EXPECT_EQ(j.at("residual"), 2.5e-16);
    EXPECT_EQ(j.at("method"), "dop853");
    EXPECT_EQ(j.at("sections").at("s"), json(s.crossings[0].rows));
    EXPECT_EQ(j.at("sections").at("never"), json::array());
    EXPECT_EQ(j.at("sections").size(), 2u);
    EXPECT_EQ(j.at("events"), json::parse(R"([{"name": "e", "values": [0.25, 7, 8, 9]}])"));
    EXPECT_EQ(j.at("statistics"),
              json::parse(R"({"steps": 10, "rejected": 2, "evaluations": 130, "jacobians": 12,
                              "factorizations": 13, "projections": 14,
                              "iterations": 15, "seconds": 0.5})"));
    EXPECT_EQ(j.at("start"),
              json::parse(R"([{"name": "x", "given": true, "guessed": false, "free": true,
                               "value": 1, "moved": 0.5}])"));
    EXPECT_EQ(j.at("notices"), json({"moved"}));
}

TEST(Json, OfARunWithoutAnyResultIsStillAnObject)
{
    Solution s;
    s.code = Outcome::bad_input;
    s.reason = "line 1\n\tis \xff wrong";
    const json j = json::parse(sample::written("json", s));
    EXPECT_EQ(j.at("status"), "failed");
    EXPECT_EQ(j.at("code"), "bad_input");
    EXPECT_EQ(j.at("values"), json::array());
    EXPECT_EQ(j.at("end"), 0);
    EXPECT_EQ(j.at("sections"), json::object());
    EXPECT_EQ(j.at("events"), json::array());
}

TEST(Formats, WriteAZeroWithoutASignInEveryPrecision)
{
    Solution s;
    s.names = {"x"};
    s.end = -0.0;
    s.rows = {{-0.0, -0.0}};
    EXPECT_EQ(sample::written("csv", s), "t,x\n0,0\n");
    EXPECT_EQ(sample::written("json", s).find("-0"), std::string::npos);
    s.quad_rows = {{-Quad(0), -Quad(0)}};
    EXPECT_EQ(sample::written("csv", s).find('-'), std::string::npos);
    EXPECT_EQ(sample::written("json", s).find("-0"), std::string::npos);
}

TEST(Json, NeverContainsANumberThatIsNotFinite)
{
    Solution s;
    s.residual = std::numeric_limits<double>::quiet_NaN();
    s.rows = {{std::numeric_limits<double>::infinity()}};
    const json j = json::parse(sample::written("json", s));
    EXPECT_TRUE(j.at("residual").is_null());
    EXPECT_TRUE(j.at("values")[0][0].is_null());
}

TEST(Json, OfManyRowsIsOneDocument)
{
    Solution s;
    s.names = {"x"};
    for (int i = 0; i < 20'000; ++i) s.rows.push_back({i / 7.0, i / 3.0});
    const json j = json::parse(sample::written("json", s));
    EXPECT_EQ(j.at("values").get<decltype(s.rows)>(), s.rows);
}

json parsed(const Analysis& a)
{
    std::ostringstream out;
    write_json(out, a);
    return json::parse(out.str());
}

TEST(Json, OfAnAnalysisHasTheKeysOfTheContract)
{
    Analysis a;
    a.status = Verdict::complete;
    a.code = Outcome::complete;
    a.unknowns = {"x", "y", "lambda"};
    a.equations = 3;
    a.index = 3;
    a.differentiated = {0, 0, 2};
    a.hidden = {"x*x' + y*y' = 0"};
    a.dimension = 2;
    a.free = {"x", "x'"};
    a.determined = {"y", "y'", "lambda"};
    a.invariants = {{"E", true, 1e-17}};
    a.message = "done";
    EXPECT_EQ(parsed(a), json::parse(R"({
        "status": "complete", "code": "complete", "unknowns": ["x", "y", "lambda"],
        "equations": 3, "index": 3, "differentiated": [0, 0, 2], "hidden": ["x*x' + y*y' = 0"],
        "dimension": 2, "free": ["x", "x'"], "determined": ["y", "y'", "lambda"],
        "route": "structural", "invariants": [{"name": "E", "holds": true, "defect": 1e-17, "rate": 0}],
        "notes": [], "gauge": [], "start_branches": [], "components": [], "message": "done"})"));
}

TEST(Json, SaysWhenAnIndexIsMissingOrOnlyABound)
{
    Analysis a;
    EXPECT_TRUE(parsed(a).at("index").is_null());
    EXPECT_FALSE(parsed(a).contains("index_is_bound"));
    a.index = 4;
    a.index_is_bound = true;
    EXPECT_EQ(parsed(a).at("index"), 4);
    EXPECT_EQ(parsed(a).at("index_is_bound"), true);
}

TEST(Formats, HaveDistinctNamesAndAreFoundByThem)
{
    for (const Format& format : formats()) EXPECT_EQ(find_format(format.name), &format);
    EXPECT_EQ(find_format("xml"), nullptr);
}

}  // namespace
}  // namespace involute
