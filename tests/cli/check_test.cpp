// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.hpp"

namespace cli {
namespace {

// x = exp(-t), with an event at t = log(2).
const std::string decay = "var x\nx' = -x\nstart x = 1\nsolve to 2\nsection half: x - 1/2 = 0\n";

Ran check(const std::string& text)
{
    const Folder folder;
    return involute("check " + folder.write("model.ode", text));
}

TEST(Check, PassesWhenEveryExpectationHolds)
{
    const Ran ran = check(decay +
                          "expect x(1) = 0.36787944117144232160 +- 1e-8\n"
                          "expect x(end) = 0.13533528323661269189 +- 1e-8\n"
                          "expect x'(0.5) = -0.60653065971263342360 +- 1e-8\n"
                          "expect index 0\n"
                          "expect dimension 1\n"
                          "expect crossings half 1\n");
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_TRUE(ran.out.ends_with("6 expectations hold, 0 fail\n")) << ran.out;
}

TEST(Check, ExitsWithCode5AndShowsTheDifferenceWhenOneFails)
{
    const Ran ran =
        check(decay + "expect x(1) = 0.5 +- 1e-3\nexpect index 2\nexpect dimension 1\n");
    EXPECT_EQ(ran.code, 5);
    EXPECT_NE(ran.out.find("FAILED"), std::string::npos);
    EXPECT_NE(ran.out.find("model.ode:6: expect x(1) = 0.5 +- 1e-3  [found 0.3678794"),
              std::string::npos)
        << ran.out;
    EXPECT_NE(ran.out.find("off by -1.3e-01"), std::string::npos) << ran.out;
    EXPECT_TRUE(ran.out.ends_with("1 expectations hold, 2 fail\n")) << ran.out;
}

TEST(Check, SaysWhereTheRunEndedIfAPlaceWasNotReached)
{
    const Ran ran = check(decay + "expect x(3) = 0 +- 1\n");
    EXPECT_EQ(ran.code, 5);
    EXPECT_NE(ran.out.find("the run finished"), std::string::npos) << ran.out;
}

TEST(Check, ComparesTheWordARunStopsWith)
{
    const std::string fold =
        "independent x\nvar y\nx^2 + y'^2 = 1\nstart x = 0, y = 0\n"
        "guess y' = 1\nsolve to 3\n";
    EXPECT_EQ(check(fold + "expect stops turned\n").code, 0);
    const Ran wrong = check(fold + "expect stops singular\n");
    EXPECT_EQ(wrong.code, 5);
    EXPECT_NE(wrong.out.find("(turned)"), std::string::npos) << wrong.out;
}

TEST(Check, ComparesTheWordAModelIsRejectedWith)
{
    const std::string off = "var x, y\nx' = y\nx^2 + y^2 = 1\nstart x = 1, y = 1\nsolve to 1\n";
    EXPECT_EQ(check(off + "expect rejects inconsistent_start\n").code, 0);
    EXPECT_EQ(check(off + "expect rejects inconsistent\n").code, 5);
    EXPECT_EQ(check("var x, y\nx' = y\nexpect rejects underdetermined\n").code, 0);
}

TEST(Check, SaysThatAModelHasNoExpectations)
{
    const Ran ran = check(decay);
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.out.find("no `expect` lines"), std::string::npos);
}

TEST(Check, ContinuesAfterAModelThatCannotBeRead)
{
    const Folder folder;
    const std::string bad = folder.write("bad.ode", "x = 1\n");
    const std::string good = folder.write("good.ode", decay + "expect index 0\n");
    const Ran ran = involute("check " + bad + " " + good);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("bad.ode:1:1"), std::string::npos);
    EXPECT_NE(ran.out.find("1 expectations hold, 0 fail, 1 models could not be read"),
              std::string::npos)
        << ran.out;
}

TEST(Check, TakesParameters)
{
    const Ran ran = involute("check --param c=-0.7 " + model("parabolas"));
    EXPECT_EQ(ran.code, 0) << ran.out;
}

}  // namespace
}  // namespace cli
