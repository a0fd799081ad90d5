// SPDX-License-Identifier: Apache-2.0
#include "involute/base/suggest.hpp"

#include <gtest/gtest.h>

#include "involute/base/utf8.hpp"

namespace involute {
namespace {

TEST(Suggest, DistanceCountsInsertionsDeletionsReplacementsAndSwaps)
{
    EXPECT_EQ(edit_distance("", ""), 0);
    EXPECT_EQ(edit_distance("abc", ""), 3);
    EXPECT_EQ(edit_distance("lamda", "lambda"), 1);
    EXPECT_EQ(edit_distance("vra", "var"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggest, NearestIsTheFirstOfSeveralEquallyCloseWords)
{
    EXPECT_EQ(nearest("lamda", {"x", "lambda", "gamma"}), "lambda");
    EXPECT_EQ(nearest("X1", {"x2", "x1"}), "x1");
    EXPECT_EQ(nearest("mass", {"x", "y", "lambda"}), "");
    EXPECT_EQ(nearest("k", {"x", "y"}), "");
    EXPECT_EQ(did_you_mean("strat", {"var", "start"}), "did you mean `start`?");
    EXPECT_EQ(did_you_mean("qqqq", {"var", "start"}), "");
}

TEST(Utf8, NamesWholeCharactersAndStrayBytes)
{
    EXPECT_EQ(code_point_at("\xCE\xBB", 0).value, 0x3BBu);
    EXPECT_EQ(code_point_at("\xE2\x88\x92", 0).value, 0x2212u);
    EXPECT_EQ(code_point_at("\xF0\x9D\x9C\x86", 0).value, 0x1D706u);
    for (const char* bad :
         {"\xFF", "\xCE", "\xCE(", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80"})
        EXPECT_FALSE(code_point_at(bad, 0).valid);
    EXPECT_EQ(count_characters("aλ−\xFF"), 4);
    EXPECT_EQ(displayable("a\tb\x01λ\xFF"), "a b?λ?");
}

}  // namespace
}  // namespace involute
