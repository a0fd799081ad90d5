// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/text.hpp"

#include <gtest/gtest.h>

namespace involute::plot {
namespace {

TEST(PlotText, IsEscaped)
{
    EXPECT_EQ(escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
    EXPECT_EQ(escaped("x'"), "x'");
    EXPECT_EQ(escaped("λ″"), "λ″");
}

TEST(PlotText, HasNoBytesThatXmlForbids)
{
    EXPECT_EQ(escaped(std::string("a\0b\x1b", 4)), "a\uFFFDb\uFFFD");
    EXPECT_EQ(escaped("\xff\xc3"), "\uFFFD\uFFFD");
    EXPECT_EQ(escaped("\xef\xbf\xbf"), "\uFFFD") << "U+FFFF";
}

TEST(PlotText, IsRaisedAndLoweredBetweenBraces)
{
    EXPECT_EQ(marked_up("10^{-6} m", 10),
              "10<tspan dy=\"-3.8\" font-size=\"7.5\">-6</tspan> <tspan dy=\"3.8\">m</tspan>");
    EXPECT_EQ(marked_up("x_{1}", 10), "x<tspan dy=\"3.8\" font-size=\"7.5\">1</tspan>");
}

TEST(PlotText, KeepsUnfinishedMarkup)
{
    for (const char* text : {"x^2", "a_b", "x^{2", "^", "_{", "{}", "q[1,2]"})
        EXPECT_EQ(marked_up(text, 10), text);
}

TEST(PlotText, IsWiderTheLongerItIs)
{
    EXPECT_EQ(text_width("", 10), 0);
    EXPECT_LT(text_width("il", 10), text_width("MW", 10));
    EXPECT_LT(text_width("10^{6}", 10), text_width("106", 10));
    EXPECT_DOUBLE_EQ(text_width("abc", 20), 2 * text_width("abc", 10));
}

TEST(PlotText, IsCutBetweenCharactersWhereTheRoomEnds)
{
    EXPECT_EQ(shortened("short", 10, 100), "short");
    const std::string cut = shortened("ääääääääääääääääääää", 10, 50);
    EXPECT_TRUE(cut.ends_with("\u2026"));
    EXPECT_LE(text_width(cut, 10), 50);
    EXPECT_EQ(escaped(cut), cut) << "no half characters";
    EXPECT_EQ(shortened("wide", 10, 1), "\u2026");
}

}  // namespace
}  // namespace involute::plot
