// SPDX-License-Identifier: Apache-2.0
// The linkage from its raw equations, straight through the collinear position on either branch.
// Expected values: one-degree-of-freedom forms of each branch (theta'' = T/(m1+m2) - gamma cos
// theta; the rational curve in phi), integrated in extended precision by two methods that agree to
// 25 digits.
#include <gtest/gtest.h>

#include <algorithm>

#include "involute/algebra/components.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

struct Expected {
    double t;
    double y[8];  // y1..y4, y1'..y4'
};

const Expected parallelogram[] = {
    {1,
     {0.689732161520242061630406, -0.72406460027031753508831, 2.68973216152024206163041,
      -0.72406460027031753508831, -3.34124500371568932224499, -3.18281564617461029701987,
      -3.34124500371568932224499, -3.18281564617461029701987}},
    {5,
     {-0.97427372968656332102206, -0.225367920615675345932114, 1.02572627031343667897794,
      -0.225367920615675345932114, 0.120376731867215980011414, -0.520392996498165117550847,
      0.120376731867215980011414, -0.520392996498165117550847}},
};
const Expected antiparallelogram[] = {
    {1,
     {0.975340509502726892228593, 0.220705438362902858576415, 2.79799040070157214941716,
      -0.602670158866476745703163, 0.189355126418079702796919, -0.836797347847346510679381,
      1.411920922614942581052, 1.86951241275255318227195}},
    {2,
     {0.985492138209356931017504, 0.169721081564871418447935, 2.87659085515279139402169,
      -0.481236399976662091159231, -0.12840858732556995916265, 0.745609514864834997206806,
      -1.03237962637867278252577, -1.88051971873592157252154}},
    {5,
     {0.992178515765921534204364, 0.124827051765765074431476, 2.93174215260238415258352,
      -0.363120587496599374951984, -0.0815462386616918563733013, 0.648164199163124725685023,
      -0.690062221939807957750176, -1.77065162989636920571991}},
};

Solution solved(const std::string& start, int component, std::vector<double> at)
{
    const ComponentChoice choice = put_on_component(read_system(four_bar + start), 0);
    EXPECT_EQ(choice.chosen, component) << choice.message;
    EXPECT_TRUE(choice.changed);
    SolveOptions options{.rtol = 1e-10, .atol = 1e-12};
    options.sampling.at = std::move(at);
    options.columns = {"y1", "y2", "y3", "y4", "y1'", "y2'", "y3'", "y4'"};
    return solve(choice.system, options);
}

template <std::size_t N>
void expect_rows(const Solution& solution, const Expected (&expected)[N])
{
    ASSERT_EQ(solution.code, Outcome::finished) << solution.reason;
    EXPECT_LT(solution.residual, 1e-13);
    for (const Expected& row : expected) {
        const auto found = std::find_if(solution.rows.begin(), solution.rows.end(),
                                        [&](const auto& r) { return r[0] == row.t; });
        ASSERT_NE(found, solution.rows.end());
        // rtol 1e-10 over a few swings of speed 6.
        for (int i = 0; i < 8; ++i)
            EXPECT_NEAR((*found)[i + 1], row.y[i], 1e-8) << row.t << " " << i;
    }
}

TEST(FourBar, PassesTheCollinearPositionAsAParallelogram)
{
    NEEDS_SINGULAR();
    const Solution solution = solved(on_parallelogram, 1, {1, 5});
    expect_rows(solution, parallelogram);
    // theta passes 0 in each half period of 1.652 (energy integral).
    EXPECT_EQ(solution.crossings[0].rows.size(), 3u);
}

TEST(FourBar, PassesTheCollinearPositionAsAnAntiparallelogram)
{
    NEEDS_SINGULAR();
    const Solution solution = solved(on_antiparallelogram, 2, {1, 2, 5});
    expect_rows(solution, antiparallelogram);
    const auto& crossings = solution.crossings[0].rows;
    ASSERT_EQ(crossings.size(), 4u);
    // Where phi = 0, by quadrature of the energy integral T theta(phi) - V(phi) = M(phi) phi'^2/2.
    const double times[] = {1.44165817041315, 1.62272650443207, 4.50604284525837, 4.68711117927729};
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(crossings[k][0], times[k], 1e-9);
}

}  // namespace
}  // namespace involute::test
