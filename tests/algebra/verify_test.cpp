// SPDX-License-Identifier: Apache-2.0
// Wrong answers of the algebra program are refused with a reason. The right ones are known: the
// branches of the four-bar linkage from the literature (support.hpp), those of small sets by hand.
#include "involute/algebra/verify.hpp"

#include <gtest/gtest.h>

#include "involute/algebra/decompose.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

/// A program that answers with these lines.
std::string answering(const std::vector<std::string>& lines)
{
    std::string text = "cat >/dev/null\necho involute-begin\n";
    for (const std::string& line : lines) text += "echo '" + line + "'\n";
    return text + "echo involute-end";
}

Decomposition answered(const std::string& model, const std::vector<std::string>& lines)
{
    const Script program(answering(lines));
    System system = read_system(model);
    return decompose(system, program.path());
}

void expect_wrong(const Decomposition& found, const std::string& words)
{
    EXPECT_TRUE(found.components.empty());
    EXPECT_TRUE(says(found.reason, "is wrong")) << found.reason;
    EXPECT_TRUE(says(found.reason, words)) << found.reason;
}

// v1, v2 = x, y: two wires that cross at 0.
const std::string wires =
    "var x, y, lambda\nx'' + 2*lambda*x = 0\ny'' - 2*lambda*y + 1 = 0\nx^2 - y^2 = 0\n"
    "start x = 1, x' = 0\nguess y = 1\n";
// v1, v2, v3: a plane and a line through it.
const std::string plane_and_line =
    "var x, y, z, l[1..2]\nx'' = l[1]\ny'' = l[2]\nz'' = 0\nx*z = 0\ny*z = 0\n";

TEST(AnAnswer, ThatIsRightIsAccepted)
{
    EXPECT_EQ(answered(wires, {"component 1", "v1-v2", "component 1", "v1+v2"}).components.size(),
              2u);
    EXPECT_EQ(answered(plane_and_line, {"component 2", "v3", "component 1", "v1", "v2"})
                  .components.size(),
              2u);
    // One component without real points beside a line.
    EXPECT_EQ(answered("var x, y, l\nx'' = l\ny'' = l\n(x - y)*(x^2 + y^2 + 1) = 0\n",
                       {"component 1", "v1-v2", "component 1", "v1^2+v2^2+1"})
                  .components.size(),
              2u);
    // A square: its slope vanishes on all of the set.
    EXPECT_EQ(answered("var x, y, l\nx'' = l\ny'' = l\n(x^2 + y^2 - 1)^2 = 0\n",
                       {"component 1", "v1^2+v2^2-1"})
                  .components.size(),
              1u);
    // Lengths of a thousandth.
    EXPECT_EQ(answered("var x, y, l\nx'' = l\ny'' = l\nx^2 - y^2*1e-6 = 0\n",
                       {"component 1", "1000*v1-v2", "component 1", "1000*v1+v2"})
                  .components.size(),
              2u);
}

TEST(AnAnswer, WithAComponentOutsideOfTheSetIsRefused)
{
    expect_wrong(answered(wires, {"component 1", "v1-v2", "component 1", "v1+2*v2"}),
                 "lie on none");
    expect_wrong(
        answered(wires, {"component 1", "v1-v2", "component 1", "v1+v2", "component 1", "v1+2*v2"}),
        "component 3 has points that do not satisfy the constraints");
    // A whole plane contains both wires.
    expect_wrong(answered(plane_and_line, {"component 2", "v3", "component 2", "v1"}),
                 "component 2 has points that do not satisfy");
}

TEST(AnAnswer, ThatLeavesOutAComponentIsRefused)
{
    expect_wrong(answered(wires, {"component 1", "v1-v2"}), "lie on none of the components");
    expect_wrong(answered(four_bar, {"component 1", "v3^2+v4^2-4*v3+3", "v2-v4", "v1-v3+2"}),
                 "lie on none of the components");
}

TEST(AnAnswer, WithAWrongDimensionIsRefused)
{
    expect_wrong(answered(wires, {"component 0", "v1-v2", "component 1", "v1+v2"}),
                 "dimension 0, but has 1");
}

TEST(AnAnswer, ThatThereAreNoPointsIsCheckedToo)
{
    expect_wrong(answered(wires, {"component -1", "1"}), "no common zero, but have some");
    const Decomposition right =
        answered("var x, y, l\nx'' = l\ny'' = l\nx - y = 0\nx - y = 1\n", {"component -1", "1"});
    EXPECT_TRUE(says(right.reason, "contradict each other")) << right.reason;
}

TEST(AnAnswer, ThatIsWrongNeverMakesASolution)
{
    // Both wires in one plane: as if there were no constraint between x and y but this.
    const Script program(answering({"component 1", "v1-3*v2"}));
    SolveOptions options{.to = 1.0};
    options.singular = program.path();
    options.component = 1;
    try {
        solve(read_system(wires), options);
        FAIL() << "the answer was used";
    } catch (const Error& error) {
        EXPECT_TRUE(says(error.diagnostics()[0].message, "is wrong"))
            << error.diagnostics()[0].message;
    }
}

TEST(AComponent, ThatIsNotTheOneOfTheGuessesSaysWhatMoved)
{
    const Script program(four_bar_answer);
    SolveOptions options{.to = 0.01};
    options.singular = program.path();
    options.component = 2;
    const Solution run = solve(read_system(four_bar + on_parallelogram), options);
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    bool said = false;
    for (const std::string& notice : run.notices)
        said |= says(notice, "the start on the component has") && says(notice, "guess 2.5");
    EXPECT_TRUE(said);
}

}  // namespace
}  // namespace involute::test
