// SPDX-License-Identifier: Apache-2.0
#include "involute/options/solution.hpp"

#include <gtest/gtest.h>

#include <set>

#include "involute/base/error.hpp"
#include "involute/options/analysis.hpp"

namespace involute {
namespace {

/// What somebody would be told.
template <class Call>
std::string complaint(Call call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& text, std::string_view words)
{
    return text.find(words) != std::string::npos;
}

Solution two_rows()
{
    Solution s;
    s.status = RunStatus::finished;
    s.code = Outcome::finished;
    s.independent = "s";
    s.names = {"x", "x'", "lambda"};
    s.rows = {{0, 1, 2, 3}, {10, 11, 12, 13}};
    return s;
}

TEST(Columns, AreFoundByName)
{
    const Solution s = two_rows();
    EXPECT_EQ(column(s, "s"), 0);
    EXPECT_EQ(column(s, "x'"), 2);
    EXPECT_EQ(value(s, "x'", 0), 2);
    EXPECT_EQ(value(s, "lambda", 1), 13);
    EXPECT_EQ(end_value(s, "s"), 10);
    EXPECT_EQ(values(s, "x"), (std::vector<double>{1, 11}));
}

TEST(Columns, ThatAreMisspeltAreSuggested)
{
    const Solution s = two_rows();
    const std::string told = complaint([&] { column(s, "lambad"); });
    EXPECT_TRUE(says(told, "no column is called `lambad`")) << told;
    EXPECT_TRUE(says(told, "did you mean `lambda`?")) << told;
    EXPECT_TRUE(says(complaint([&] { values(s, "q"); }), "there are s, x, x', lambda"));
}

TEST(Rows, ThatAreNotThereAreRefused)
{
    const Solution s = two_rows();
    for (const int row : {-1, 2, 1000}) {
        const std::string told = complaint([&] { value(s, "x", row); });
        EXPECT_TRUE(says(told, "no row " + std::to_string(row))) << told;
        EXPECT_TRUE(says(told, "give 0 to 1")) << told;
    }
    Solution none = two_rows();
    none.rows.clear();
    none.reason = "the start contradicts the equations";
    EXPECT_TRUE(says(complaint([&] { end_value(none, "x"); }), none.reason));
    EXPECT_TRUE(values(none, "x").empty());
}

TEST(QuadValues, AreThoseOfTheDoublesWhereThereAreNoOthers)
{
    Solution s = two_rows();
    EXPECT_EQ(quad_value(s, "x", 1), Quad(11));
    s.quad_rows = {{0, 1, 2, 3}, {10, Quad(1) / 3, 12, 13}};
    EXPECT_EQ(quad_value(s, "x", 1), Quad(1) / 3);
    EXPECT_NE(complaint([&] { quad_value(s, "x", 2); }), "");
}

TEST(Success, IsARunThatDidWhatWasAsked)
{
    EXPECT_FALSE(succeeded(Solution{}));
    Solution s = two_rows();
    EXPECT_TRUE(succeeded(s));
    s.status = RunStatus::stopped;
    EXPECT_FALSE(succeeded(s));
}

// The members have different values here, so that one left out or taken for another shows.
TEST(Statistics, AddUpMemberByMember)
{
    Statistics total{1, 2, 3, 4, 5, 6, 7, 8};
    total += {10, 20, 30, 40, 50, 60, 70, 80};
    EXPECT_EQ(total.steps, 11);
    EXPECT_EQ(total.rejected, 22);
    EXPECT_EQ(total.evaluations, 33);
    EXPECT_EQ(total.jacobians, 44);
    EXPECT_EQ(total.factorizations, 55);
    EXPECT_EQ(total.projections, 66);
    EXPECT_EQ(total.iterations, 77);
    EXPECT_EQ(total.seconds, 88);
}

TEST(Words, StandInTheOrderOfTheirEnumeration)
{
    std::set<std::string_view> words;
    int place = 0;
    for (const RouteRow& row : routes) {
        EXPECT_EQ(static_cast<int>(row.route), place++);
        EXPECT_TRUE(words.insert(row.word).second) << row.word;
    }
    EXPECT_EQ(word_of(Route::algebraic), "algebraic");
    place = 0;
    for (const SingularKindRow& row : singular_kinds) {
        EXPECT_EQ(static_cast<int>(row.kind), place++);
        EXPECT_TRUE(words.insert(row.word).second) << row.word;
    }
    EXPECT_EQ(word_of(SingularKind::folded_saddle_node), "folded saddle-node");
    EXPECT_EQ(word_of(SingularKind::domain_end), "domain end");
}

}  // namespace
}  // namespace involute
