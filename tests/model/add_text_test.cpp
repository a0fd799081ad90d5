// SPDX-License-Identifier: Apache-2.0
// What is added to a system as text: start values, sections and events.
#include <gtest/gtest.h>

#include "involute/base/error.hpp"
#include "involute/model/builder.hpp"
#include "involute/model/read.hpp"
#include "involute/model/with.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

const std::string ball =
    "param g = 9.81; var y; let v = y'; y'' = -g; start y = 1, y' = 0\n"
    "section top: y' = 0\n";

std::string message_of(const auto& act)
{
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(WithStart, ReplacesWhatItNamesAndLeavesTheSystemAlone)
{
    const System system = read_system(ball);
    const System other = with_start(system, "y = 2*g, t = 3");
    ASSERT_EQ(other.starts.size(), 3u);
    EXPECT_EQ(to_double(system.starts[0].value), 1);
    double height = 0, time = 0, speed = 1;
    for (const Given& given : other.starts)
        (given.unknown < 0 ? time : given.order == 0 ? height : speed) = to_double(given.value);
    EXPECT_EQ(height, 2 * 9.81);
    EXPECT_EQ(time, 3);
    EXPECT_EQ(speed, 0);
    EXPECT_NE(message_of([&] { with_start(system, "z = 1"); }).find("`z`"), std::string::npos);
}

TEST(WithCrossings, AreThoseThatTheTextWouldDeclare)
{
    const std::string more =
        "section half: y = 1/2 falling; event hit: y = 0 falling stop\n"
        "fast: v^2 = 2*g\n";
    const System added = with_crossings(read_system(ball), more);
    const System written =
        read_system(ball + "section half: y = 1/2 falling; event hit: y = 0 falling stop\n" +
                    "event fast: v^2 = 2*g\n");
    ASSERT_EQ(added.crossings.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
        const Crossing &a = added.crossings[k], &b = written.crossings[k];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.direction, b.direction);
        EXPECT_EQ(a.is_event, b.is_event);
        EXPECT_EQ(a.stop, b.stop);
        EXPECT_EQ(print(added.graph, a.expression, added.names),
                  print(written.graph, b.expression, written.names));
    }
    EXPECT_EQ(read_system(ball).crossings.size(), 1u);
}

TEST(WithCrossings, MayHaveIndicesAndNothingInThem)
{
    const System chain = read_system("var x[1..3]; for i in 1..3 { x[i]' = i }\n");
    const System added = with_crossings(chain, "section s[2]: x[2] = 1; s[3]: x[3] = 1");
    ASSERT_EQ(added.crossings.size(), 2u);
    EXPECT_EQ(added.crossings[1].name, "s[3]");
    EXPECT_TRUE(with_crossings(chain, " \n; ").crossings.empty());
}

TEST(WithCrossings, SurviveThatTheTextIsReadAgain)
{
    const System added = with_crossings(read_system(ball), "low: y = g/100 stop");
    System tunable = with_tunable(added, {"g"});
    ASSERT_EQ(tunable.crossings.size(), 2u);
    EXPECT_EQ(tunable.crossings[1].name, "low");
    EXPECT_EQ(print(tunable.graph, tunable.crossings[1].expression, tunable.names), "y - g/100");
}

TEST(WithCrossings, CanBeAddedToWhatWasMadeInCode)
{
    Builder m;
    const Formula x = m.unknown("x");
    m.equation(x.dot() == -x);
    EXPECT_EQ(with_crossings(m.system(), "half: x = 1/2").crossings.size(), 1u);
}

TEST(WithCrossings, MistakesAreToldTogether)
{
    const System system = read_system(ball);
    const auto says = [&](const char* text, const char* words) {
        EXPECT_NE(message_of([&] { with_crossings(system, text); }).find(words), std::string::npos)
            << text << ": " << message_of([&] { with_crossings(system, text); });
    };
    says("top: y = 0", "there is already a section or event `top`");
    says("a: y = 0; a: y' = 0", "there is already a section or event `a`");
    says("section a: y = 0 stop", "a section does not stop the run");
    says("param h = 1", "only sections and events can be added");
    says("a: g = 1", "never crossed");
    says("a: z = 1", "`z`");
    says("y = 0", "`:` and an equation");
    says("a: y = 0 fallin", "did you mean `falling`?");
    const std::string both = message_of([&] { with_crossings(system, "a: y = 0 x; b: y' = 0 z"); });
    EXPECT_NE(both.find("`x`"), std::string::npos) << both;
    EXPECT_NE(both.find("`z`"), std::string::npos) << both;
    EXPECT_NE(message_of([] { with_crossings(System{}, "a: y = 0"); }), "");
}

}  // namespace
}  // namespace involute
