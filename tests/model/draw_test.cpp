// SPDX-License-Identifier: Apache-2.0
// `draw` lines: what they say, and what is wrong with those that cannot be meant.
#include <gtest/gtest.h>

#include "involute/model/drawings.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

constexpr const char* circle = "var x, y; x' = -y; y' = x; start x = 1, y = 0; ";

std::string message_of(const std::string& text)
{
    try {
        read_system(circle + text);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

void expect_message(const std::string& text, const std::string& part)
{
    EXPECT_NE(message_of(text).find(part), std::string::npos)
        << text << "\nsays: " << message_of(text);
}

TEST(Draw, EveryShapeIsReadWithItsPointsAndItsLook)
{
    System s = read_system(std::string(circle) +
                           "param L = 2\n"
                           "draw line (0, 0) (x, y) (L, -1) color red size 3\n"
                           "draw point (x, y)\n"
                           "draw trace (x, y) color gray\n"
                           "draw circle (x, y) radius L/4\n"
                           "draw spring (0, 0), (x*L,\n y')\n"
                           "draw polygon (0, 0) (1, 0) (x, y)\n"
                           "draw arrow (x, y) (x', y')\n");
    const std::vector<Drawing> all = drawings_of(s);
    ASSERT_EQ(all.size(), std::size(draw_shapes));
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(all[k].shape, draw_shapes[k].shape);
    EXPECT_EQ(all[0].points.size(), 3u);
    EXPECT_EQ(all[0].points[2][0], parse_expression(s, "2"));
    EXPECT_EQ(draw_colors[*all[0].color].name, "red");
    EXPECT_EQ(all[0].size, 3);
    EXPECT_FALSE(all[1].color || all[1].size || all[1].radius);
    EXPECT_EQ(*all[3].radius, parse_expression(s, "1/2"));
    EXPECT_EQ(all[4].points[1][0], parse_expression(s, "2*x"));
    EXPECT_EQ(all[4].points[1][1], parse_expression(s, "y'"));
}

TEST(Draw, StandsInLoopsAndInSpace)
{
    const System s = read_system(
        "param N = 3; var x[1..N]; for i in 1..N { x[i]' = i; draw point (x[i], i, t) size 2*i }");
    const std::vector<Drawing> all = drawings_of(s);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[2].points[0].size(), 3u);
    EXPECT_EQ(all[2].size, 6);
}

TEST(Draw, ChangesNothingOfTheEquations)
{
    const System plain = read_system(circle);
    const System drawn = read_system(std::string(circle) + "draw line (0, 0) (x, y)");
    ASSERT_EQ(plain.equations.size(), drawn.equations.size());
    for (std::size_t k = 0; k < plain.equations.size(); ++k)
        EXPECT_EQ(print(plain.graph, plain.equations[k].f, plain.names),
                  print(drawn.graph, drawn.equations[k].f, drawn.names));
    EXPECT_TRUE(drawings_of(plain).empty());
}

TEST(Draw, IsAWordOnlyBeforeAShape)
{
    const System s = read_system(
        "var draw, line; draw' = -draw; line = draw; start draw = 1; "
        "draw point (draw, line)");
    EXPECT_EQ(s.equations.size(), 2u);
    EXPECT_EQ(drawings_of(s).size(), 1u);
}

TEST(Draw, WhatCannotBeMeantIsSaid)
{
    expect_message("draw lime (0, 0) (x, y)", "did you mean `line`?");
    expect_message("draw blob (0, 0)", "one of line, point, trace");
    expect_message("draw line (0, 0)", "a line needs at least 2 points, this has 1");
    expect_message("draw spring (0, 0) (1, 1) (x, y)", "a spring needs 2 points, this has 3");
    expect_message("draw point (x)", "two or three coordinates, this has 1");
    expect_message("draw point (x, y, 1, 2)", "two or three coordinates, this has 4");
    expect_message("draw point (x, y) color rde", "did you mean `red`?");
    expect_message("draw point (x, y) radius 1", "only a circle has a radius");
    expect_message("draw circle (x, y)", "the radius of this circle is missing");
    expect_message("draw point (x, y) size 1 size 2", "`size` stands here twice");
    expect_message("draw point (x, y) size x", "the size");
    expect_message("draw point (x, y) size -1", "must be positive");
    expect_message("draw point (x, z)", "z");
    expect_message("draw point (x, y); draw point (x, y, 0)", "in the plane or in space");
    expect_message("draw point x, y", "a point, as in `(x, y)`");
}

TEST(Draw, FollowsTheTextWhenItIsReadAgain)
{
    const System s = read_system("param g = 1; var x, y; x' = g*y; y' = -x; draw point (x, g)");
    const System tunable = with_tunable(s, {"g"});
    ASSERT_EQ(drawings_of(tunable).size(), 1u);
    EXPECT_EQ(print(tunable.graph, drawings_of(tunable)[0].points[0][1], tunable.names), "g");
}

}  // namespace
}  // namespace involute
