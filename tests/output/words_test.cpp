// SPDX-License-Identifier: Apache-2.0
#include "involute/output/words.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/output/sample.hpp"

namespace involute {
namespace {

TEST(Brief, SaysHowTheRunEndedAndHowAccurateItIs)
{
    EXPECT_EQ(brief(sample::solution()),
              "stopped (turned) at t = 0.3: x turns back at t = 0.3: \"fold\"\n"
              "10 steps, 2 rejected, 0.5 s with dop853; 3 rows; residual 2.5e-16 in x^2 = 1");
}

TEST(Brief, HasNeitherANegativeZeroNorWhatIsNotANumber)
{
    Solution s = sample::solution();
    s.end = -0.0;
    s.residual = std::nan("");
    s.singular_points = {{.kind = SingularKind::pole, .x = -0.0}};
    const std::string told = brief(s);
    EXPECT_NE(told.find("stopped (turned) at t = 0:"), std::string::npos) << told;
    EXPECT_NE(told.find("residual not known in"), std::string::npos) << told;
    EXPECT_NE(told.find("\npole at t = 0"), std::string::npos) << told;
}

TEST(Brief, FallsBackOnTheSentenceOfTheCode)
{
    Solution s;
    s.code = Outcome::no_start_found;
    EXPECT_EQ(brief(s), "failed (no_start_found): no point satisfying the equations was found");
}

TEST(Explanation, ListsEquationsWithTheirDerivativesAndTheHiddenOnes)
{
    System system;
    system.equations = {{{}, "x'' + lambda*x = 0", {}}, {{}, "x^2 = 1", {}}};
    Analysis a;
    a.status = Verdict::complete;
    a.code = Outcome::complete;
    a.message = "In words.";
    a.unknowns = {"x", "lambda"};
    a.equations = 2;
    a.index = 3;
    a.differentiated = {0, 2};
    a.hidden = {"x*x' = 0"};
    a.invariants = {{"E", false, 0.25}};
    EXPECT_EQ(explanation(system, a),
              "complete\nIn words.\n\n"
              "unknowns    x, lambda\nequations   2\nindex       3\ndimension   0\n"
              "free        none\nroute       structural\n\n"
              "differentiated  equation\n"
              "             0  x'' + lambda*x = 0\n"
              "             2  x^2 = 1\n\n"
              "hidden equations\n  x*x' = 0\n\n"
              "invariants\n  E: is not constant (defect 2.5e-01)\n");
}

}  // namespace
}  // namespace involute
