// SPDX-License-Identifier: Apache-2.0
// The options by which every part of a step can be chosen, quadruple precision, and columns.
#include <cmath>

#include "tests/cli/program.hpp"

namespace cli {
namespace {

const std::string pendulum = model("pendulum");

// sin(θ/2) = cd(t | 1/2)/√2 at t = 5, with 24 digits.
constexpr double x5 = -0.685344871, y5 = -0.728218654;

double error_at_5(const std::string& options)
{
    const Ran run = involute("solve " + pendulum + " --to 5 --at 5 --columns \"x, y\" " + options);
    EXPECT_EQ(run.code, 0) << options << "\n" << run.err;
    const Rows rows = csv_rows(run.out);
    if (rows.size() != 1 || rows[0].size() != 3) {
        ADD_FAILURE() << run.out;
        return 1;
    }
    return std::max(std::abs(rows[0][1] - x5), std::abs(rows[0][2] - y5));
}

TEST(Technique, EveryMethodReachesTheEnd)
{
    // The first order is slow: a looser tolerance, and what it promises over five units of time.
    for (const char* method : {"euler", "implicit-euler", "implicit-euler-p", "taylor1"})
        EXPECT_LT(error_at_5(std::string("--rtol 1e-3 --atol 1e-3 --method ") + method), 0.05)
            << method;
    for (const char* method :
         {"heun",     "ralston",     "kutta3",   "rk4",     "rk38",         "bs32",
          "rkf45",    "dopri54",     "tsit54",   "dverk65", "rkf78",        "dop853",
          "midpoint", "midpoint-rk", "radau-i",  "radau3",  "radau5",       "lobatto-iiia",
          "taylor2",  "taylor3",     "taylor3n", "taylor",  "dopri54-lower"})
        EXPECT_LT(error_at_5(std::string("--rtol 1e-5 --atol 1e-5 --method ") + method), 1e-3)
            << method;
}

TEST(Technique, EveryProjectionRuleAndEstimateReachesTheEnd)
{
    for (const char* options :
         {"--projection newton", "--projection chord --project-stages", "--projection second-order",
          "--projection gauss-newton --project-stages", "--projection frozen",
          "--projection newton --metric \"x=1, x'=10\"", "--distribution null-space",
          "--method rk4 --control classic", "--method dopri54 --control halving --first-step 0.01",
          "--estimate doubling", "--method dopri54 --lower-order",
          "--method midpoint --estimate implicit-euler", "--method taylor --order 12",
          "--interpolation hermite"})
        EXPECT_LT(error_at_5(std::string("--rtol 1e-5 --atol 1e-5 ") + options), 1e-3) << options;
    EXPECT_LT(error_at_5("--norm euclidean --atol 1e-6 --method dopri54 --control classic"), 1e-3);
}

// Rows between steps are as accurate as steps: the interpolant of rkf78 alone would err by 1e-5.
TEST(Technique, RowsBetweenStepsHaveTheOrderOfTheMethod)
{
    for (const char* method : {"rkf78", "dverk65", "radau5", "rkf45"}) {
        const Ran run = involute("solve " + pendulum + " --to 20 --at 5 --columns \"x, y\" " +
                                 "--rtol 1e-7 --atol 1e-7 --method " + method);
        ASSERT_EQ(run.code, 0) << run.err;
        const Rows rows = csv_rows(run.out);
        ASSERT_EQ(rows.size(), 1u);
        EXPECT_NEAR(rows[0][1], x5, 2e-7) << method;
        EXPECT_NEAR(rows[0][2], y5, 2e-7) << method;
    }
}

// An option that is ignored would not change any digit.
TEST(Technique, EveryChoiceHasAnEffect)
{
    const auto answer = [](const std::string& options) {
        const Ran run = involute("solve " + pendulum + " --to 5 --at 5 --quiet " + options);
        EXPECT_EQ(run.code, 0) << options << "\n" << run.err;
        return run.out;
    };
    const std::string steps = "--method rk4 --step 0.25 ", newton = steps + "--projection newton ";
    const std::string plain = answer(steps), orthogonal = answer(newton);
    EXPECT_NE(orthogonal, plain);
    for (const char* options : {"--project-stages", "--projection frozen"})
        EXPECT_NE(answer(steps + options), plain) << options;
    for (const char* options : {"--project-stages", "--metric \"x=1, x'=10\""})
        EXPECT_NE(answer(newton + options), orthogonal) << options;
    const std::string pair = "--method dopri54 --rtol 1e-4 --atol 1e-4 ";
    for (const char* options : {"--control classic", "--control halving", "--estimate doubling",
                                "--lower-order", "--norm euclidean", "--first-step 0.01"})
        EXPECT_NE(answer(pair + options), answer(pair)) << options;
    EXPECT_NE(answer("--method taylor --order 9"), answer("--method taylor"));
}

// Cubics between the long steps of dop853 err visibly, its own dense output does not; the points
// of a section are on the surface either way.
TEST(Technique, HermiteInterpolationIsCubic)
{
    const std::string solve = "solve " + pendulum +
                              " --to 20 --at 5 --columns \"x, y, x^2 + y^2\" " +
                              "--rtol 1e-8 --atol 1e-8 --method dop853 --quiet ";
    const Rows dense = csv_rows(involute(solve).out);
    const Rows cubic = csv_rows(involute(solve + "--interpolation hermite").out);
    ASSERT_EQ(dense.size(), 1u);
    ASSERT_EQ(cubic.size(), 1u);
    EXPECT_NEAR(dense[0][1], x5, 1e-8);
    EXPECT_NEAR(cubic[0][1], x5, 1e-3);
    EXPECT_GT(std::abs(cubic[0][1] - x5), 1e-7);
    EXPECT_NEAR(cubic[0][3], 1, 1e-15);

    const Ran sections =
        involute("solve " + model("henon_heiles") +
                 " --to 303 --at 303 --format json --interpolation hermite --quiet");
    const auto json = nlohmann::json::parse(sections.out);
    EXPECT_EQ(json["sections"]["s"].size(), 95u);
}

TEST(Technique, RefusesIncompatibleChoices)
{
    const struct {
        std::string options, message;
    } cases[] = {
        {"--projection newtn",
         "error: `--projection newtn` is not known\n    hint: did you mean `newton`?\n"},
        {"--precision half",
         "error: `--precision half` is not known\n    hint: one of double, quad\n"},
        {"--method dop853 --newton full",
         "error: `--collocate`, `--tops` and `--newton` are for Radau methods in the independent "
         "variable\n    hint: add `--method radau5`, without `--curve` and `--length`\n"},
        {"--method radau5 --order 13",
         "error: `--norm`, `--control`, `--estimate`, `--order` and `--project-stages` do nothing "
         "with Radau methods, which control their steps themselves\n    hint: leave them out, or "
         "take radau5-projected\n"},
        {"--metric x=1",
         "error: `--metric` is for orthogonal projections\n    hint: add `--projection newton`\n"},
        {"--projection newton --metric x=-1",
         "error: `--metric x=-1`: `x=-1` is not a coordinate with a positive length\n    hint: as "
         "in `--metric \"x=1, x'=10\"`\n"},
        {"--projection newton --metric q=1",
         "error: `q` is not a coordinate of the points walked on\n    hint: the metric is for "
         "unknowns and derivatives below the highest\n"},
        {"--method rk4 --estimate embedded",
         "error: this method has no embedded formula\n    hint: use `--estimate doubling`\n"},
        {"--method dop853 --lower-order",
         "error: `dop853` has no lower formula to go on with\n    hint: leave out "
         "`--lower-order`\n"},
        {"--method dopri54 --estimate implicit-euler",
         "error: `dopri54` cannot be compared with an implicit Euler step\n    hint: that estimate "
         "is for midpoint and midpoint-rk\n"},
        {"--precision quad --format npz",
         "error: npz holds doubles only\n    hint: use --format json or csv with --precision "
         "quad\n"},
        {"--columns \"x'''\"",
         "error: the column `x'''` needs x''', which the solution does not carry\n    hint: lower "
         "derivatives can be had\n"},
        {"--method taylor3 --projection frozen",
         "error: `taylor3` reckons with an orthogonal projection\n    hint: use `--projection "
         "newton`\n"},
        {"--columns covariant:q",
         "error: `q` is not a coordinate of the surface that solutions lie in\n    hint: "
         "derivatives below the highest are\n"},
    };
    for (const auto& [options, message] : cases) {
        const Ran run = involute("solve " + pendulum + " --to 1 --quiet " + options);
        EXPECT_EQ(run.code, 2) << options;
        EXPECT_EQ(run.err, message) << options;
        EXPECT_EQ(run.out, "") << options;
    }
}

TEST(Columns, HoldExpressionsInvariantsAndCurvatures)
{
    const Ran run = involute("solve " + model("pendulum_energy") +
                             " --to 2 --points 3 --format json --columns \"x, x^2 + y^2, E\"");
    ASSERT_EQ(run.code, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    ASSERT_EQ(json["names"].size(), 3u);
    EXPECT_EQ(json["names"][1], "x^2 + y^2");
    ASSERT_EQ(json["values"].size(), 3u);
    for (const auto& row : json["values"]) {
        EXPECT_NEAR(double(row[2]), 1, 1e-15);
        EXPECT_NEAR(double(row[3]), 0, 1e-15);
    }
}

// At the start (t; x, x', y, y') = (0; 1, 0, 0, 0) the solution has c' = (1, 0, 0, 0, -1) and
// c'' = (0, 0, 0, -1, 0), curvature |c''|/|c'|² = 1/2. Only dE = (0, 0, 0, 1, 0) sees c'': without
// E it is tangent to M and the curvature geodesic, with E it is normal.
TEST(Columns, DistinguishGeodesicFromNormalCurvature)
{
    const std::string columns =
        " --to 1 --at 0 --columns \"normal-curvature, geodesic-curvature, covariant:y\"";
    const Rows plain = csv_rows(involute("solve " + pendulum + columns).out);
    const Rows kept = csv_rows(involute("solve " + model("pendulum_energy") + columns).out);
    ASSERT_EQ(plain.size(), 1u);
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_NEAR(plain[0][1], 0, 1e-15);
    EXPECT_NEAR(plain[0][2], 0.5, 1e-15);
    EXPECT_NEAR(plain[0][3], -0.5, 1e-15);
    EXPECT_NEAR(kept[0][1], 0.5, 1e-15);
    EXPECT_NEAR(kept[0][2], 0, 1e-15);
}

TEST(Quad, GivesThirtyDigitsAsStrings)
{
    const Ran run = involute("solve " + pendulum +
                             " --to 100 --at 100 --precision quad --rtol 1e-30 --atol 1e-30 "
                             "--method taylor --columns \"x, y\" --format json");
    ASSERT_EQ(run.code, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    // Closed form with Jacobi's functions, 42 digits.
    const std::string x = "-9.9997405204635617085183655703", y = "-7.2038346726837085305648731283";
    EXPECT_EQ(std::string(json["values"][0][1]).substr(0, x.size()), x);
    EXPECT_EQ(std::string(json["values"][0][2]).substr(0, y.size()), y);
    EXPECT_EQ(std::string(json["values"][0][0]), "1.00000000000000000000000000000000000e+02");
}

TEST(Quad, TakesTheNumbersOfTheOptionsAsDecimals)
{
    const Ran run = involute("solve " + pendulum +
                             " --to 0.1 --every 0.1 --precision quad --method taylor --quiet");
    ASSERT_EQ(run.code, 0) << run.err;
    // A double's 0.1 would show after 17 digits, a Quad's after 34.
    EXPECT_NE(run.out.find("\n1.0000000000000000000000000000000000"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace cli
