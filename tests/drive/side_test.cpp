// SPDX-License-Identifier: Apache-2.0
// Equations that hold on one side of a kink: v' = 1 - i with v = 0 for t > 0 and i = 0 before, of
// index 2 there (v = 0, i = 1) and 1 here (i = 0, v' = 1).
#include <fmt/format.h>

#include "support.hpp"

namespace involute {
namespace {

using testing::says;

constexpr const char* methods[] = {"auto", "dop853", "dopri54", "radau", "taylor"};
const std::string voltage = "var v, i\nv' = 1 - i\n";
// The same condition, with nothing that `if` is made of.
const std::string conditions[] = {"if(t > 0, v, i) = 0\n",
                                  "v*sign(max(t, 0)) + i*sign(max(-t, 0)) = 0\n"};

// Ranks beside the start are those of the other side, as near as the start may be to it.
TEST(OneSide, IsWhatARunStartsOnHoweverNearTheOtherIs)
{
    for (const char* method : methods)
        for (const char* start : {"0", "1e-12", "1e-9", "0.01", "0.03", "0.09", "0.1", "1"})
            for (const std::string& condition : conditions) {
                const std::string text = voltage + condition + "start t = " + start + "\n";
                const Solution run = solve(read_system(text), {.to = 2, .method = method});
                ASSERT_EQ(run.code, Outcome::finished) << method << start << run.reason;
                EXPECT_TRUE(run.singular_points.empty()) << method << start;
                EXPECT_NEAR(end_value(run, "v"), 0, 1e-12) << method << start;
                EXPECT_NEAR(end_value(run, "i"), 1, 1e-12) << method << start;
            }
}

TEST(OneSide, IsLeftWhereTheSolutionGoesOn)
{
    for (const char* method : methods)
        for (const std::string& condition : conditions) {
            const std::string text = voltage + condition + "start t = -1, v = -1\n";
            const Solution run = solve(read_system(text), {.to = 1, .method = method});
            ASSERT_EQ(run.code, Outcome::finished) << method << run.reason;
            for (const std::vector<double>& row : run.rows) {
                EXPECT_NEAR(row[1], std::min(row[0], 0.0), 1e-9) << method << row[0];
                EXPECT_NEAR(row.back(), row[0] > 0 ? 1 : 0, 1e-9) << method << row[0];
            }
        }
}

TEST(OneSide, EndsWhereTheOtherWouldNeedAJump)
{
    for (const std::string& condition : conditions) {
        const std::string text = voltage + condition + "start t = -1, v = 0\n";
        const Solution run = solve(read_system(text), {.to = 1});
        EXPECT_EQ(run.code, Outcome::singular);
        EXPECT_NEAR(run.end, 0, 1e-12);
        EXPECT_TRUE(says(run.reason, "v would have to jump from 1 to 0")) << run.reason;
    }
}

TEST(OneSide, ContradictsAStartThatTheOtherWouldHave)
{
    for (const char* start : {"t = 0, v = 1", "t = 1e-9, v = 1", "t = 0.03, v = 1"})
        for (const std::string& condition : conditions) {
            const std::string text = voltage + condition + "start " + start + "\n";
            const Solution run = solve(read_system(text), {.to = 1});
            EXPECT_EQ(run.code, Outcome::inconsistent_start) << start << run.reason;
            EXPECT_TRUE(run.rows.empty()) << start;
        }
}

// y grows as exp up to x = 1 and is x^2/2 from there on, where it has the same value 1/2. That J of
// the equations before vanishes beyond is no singular point of theirs.
TEST(OneSide, OfTheStateIsLeftByEveryMethod)
{
    const System system = read_system(
        "var x, y\nx' = 1\n0 = if(x < 1, y' - y, y - x^2/2)\nstart x = 0, y = exp(-1)/2\n");
    for (const char* method : {"auto", "dop853", "dopri54", "radau", "radau5", "taylor"})
        for (const double rtol : {1e-6, 1e-8, 1e-10}) {
            const Solution run =
                solve(system, {.to = 2, .method = method, .rtol = rtol, .atol = rtol / 100});
            ASSERT_EQ(run.code, Outcome::finished) << method << rtol << ": " << run.reason;
            EXPECT_TRUE(run.singular_points.empty()) << method << rtol;
            // Beyond x = 1 y follows from x, which is exact but for rounding and the hop.
            EXPECT_NEAR(end_value(run, "y"), 2, 10 * rtol) << method << rtol;
        }
}

// A singular point of this side is one, however near the kink: (1 - t) y' = y - 1 up to the kink at
// 1 + 1e-9, y' = y beyond it.
TEST(OneSide, HasItsOwnSingularPoints)
{
    const Solution run =
        solve(read_system("var y\n0 = if(t < 1 + 1e-9, (1 - t)*y' - y + 1, y' - y)\nstart y = 0\n"),
              {.to = 2});
    EXPECT_NE(run.code, Outcome::finished);
    EXPECT_NEAR(run.end, 1, 1e-6) << run.reason;
}

}  // namespace
}  // namespace involute
