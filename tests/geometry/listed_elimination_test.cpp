// SPDX-License-Identifier: Apache-2.0
// Large systems, whose J is eliminated by lists: field and sweep against what must hold of them,
// and against the solution with pivoting, which knows nothing of the order.
#include "involute/geometry/listed_elimination.hpp"

#include <gtest/gtest.h>

#include "bench/problems/redundant.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

using Vector = std::vector<double>;

/// Links of a chain that hangs from the origin in a wide arc.
Vector arc(const Geometry<double>& geometry, int links)
{
    const CompletedSystem& c = geometry.completed();
    Vector p(std::size_t(c.layout.size), 0.0);
    double x = 0, y = 0;
    for (int i = 1; i <= links; ++i) {
        const double angle = 0.3 + 0.8 * std::sin(0.05 * i);
        x += std::cos(angle), y -= std::sin(angle);
        p[std::size_t(c.layout.position(i, 0))] = x;
        p[std::size_t(c.layout.position(links + 1 + i, 0))] = y;
    }
    return p;
}

struct LargeChain : ::testing::TestWithParam<int> {
    Geometry<double> geometry = geometry_of("param N = " + std::to_string(GetParam()) + R"(
var x[0..N], y[0..N], lambda[1..N]
x[0] = 0
y[0] = 0
for i in 1..N { (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }
for i in 1..N-1 {
  x[i]'' = lambda[i+1]*(x[i+1] - x[i]) - lambda[i]*(x[i] - x[i-1])
  y[i]'' = lambda[i+1]*(y[i+1] - y[i]) - lambda[i]*(y[i] - y[i-1]) - 1
}
x[N]'' = -lambda[N]*(x[N] - x[N-1])
y[N]'' = -lambda[N]*(y[N] - y[N-1]) - 1
for i in 1..N { start x[i] = i, y[i] = 0, x[i]' = 0, y[i]' = 0 }
)");
    const Layout& layout = geometry.layout();
    Vector p = arc(geometry, GetParam());

    void SetUp() override { ASSERT_TRUE(geometry.choose_order(p.data())); }

    /// The largest of the top rows relative to the largest tops.
    double residual(const Vector& z)
    {
        Vector rows(z.size()), entries(geometry.completed().jacobian.entries.size());
        geometry.matrix(p.data(), z.data(), rows.data(), entries.data());
        double worst = 0, size = 0;
        for (const double row : rows) worst = std::max(worst, std::abs(row));
        for (const double top : z) size = std::max(size, std::abs(top));
        return worst / size;
    }
};

TEST_P(LargeChain, HasTopsThatSatisfyItsEquations)
{
    ASSERT_TRUE(is_for_lists(geometry.completed()));
    Vector z(std::size_t(layout.unknowns)), pivoted(z);
    const long fallbacks = geometry.counts.fallbacks;
    const Factored found = geometry.field(p.data(), z.data());
    EXPECT_EQ(geometry.counts.fallbacks, fallbacks);
    ASSERT_EQ(found.health, Health::good);
    // Tensions add up along the chain: some N roundings.
    EXPECT_LT(residual(z), 1e-12);
    const Factored expected = geometry.settle_tops(p.data(), pivoted.data());
    EXPECT_EQ(found.negative, expected.negative);
    for (std::size_t j = 0; j < z.size(); ++j)
        EXPECT_NEAR(z[j], pivoted[j], 1e-9 * (1 + std::abs(pivoted[j]))) << j;
}

TEST_P(LargeChain, IsBroughtBackToItsConstraintsQuadratically)
{
    for (std::size_t i = 1; i < p.size(); ++i) p[i] += 1e-4 * std::sin(double(i));
    Vector g(layout.constraints.size());
    double last = 1;  // more than there is
    for (int sweep = 0; sweep < 4; ++sweep) {
        ASSERT_EQ(geometry.sweep(p.data()).health, Health::good);
        geometry.constraints(p.data(), g.data());
        double worst = 0;
        for (const double value : g) worst = std::max(worst, std::abs(value));
        // A sweep leaves the square of what there was, times what a link's neighbours make of it.
        EXPECT_LE(worst, std::max(1e-11, 1e4 * last * last)) << sweep;
        last = worst;
    }
    EXPECT_LT(last, 1e-11);
}

TEST_P(LargeChain, IsSolvedWithPivotingWhereAPivotHasBecomeSmall)
{
    // Every second link upright: what stood in the pivots of the arc is gone.
    Vector z(std::size_t(layout.unknowns));
    const int links = GetParam();
    double x = 0, y = 0;
    for (int i = 1; i <= links; ++i) {
        const double angle = i % 2 ? 1.5707963267948966 : 0.0;
        x += std::cos(angle), y -= std::sin(angle);
        p[std::size_t(layout.position(i, 0))] = x;
        p[std::size_t(layout.position(links + 1 + i, 0))] = y;
    }
    ASSERT_EQ(geometry.field(p.data(), z.data()).health, Health::good);
    EXPECT_LT(residual(z), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Links, LargeChain, ::testing::Values(250, 1000));

TEST(ListedElimination, IsCorrectedWhereRoundingGrows)
{
    // Balances of 22 by 22 cells, the pressure of the last given instead of its balance, which the
    // others imply. Pivots that go from cell to cell magnify rounding at each; the last balance
    // is the sum of what is left everywhere.
    std::string text = bench::stokes_flow(22);
    const std::size_t end = text.rfind(" = 0\n"), line = text.rfind('\n', end) + 1;
    const std::string last = text.substr(line, end - line);
    text.replace(line, end - line, "p[22,22]");
    Geometry<double> geometry = geometry_of(text);
    ASSERT_TRUE(is_for_lists(geometry.completed()));
    const Layout& layout = geometry.layout();
    Vector p(std::size_t(layout.size)), z(std::size_t(layout.unknowns));
    for (std::size_t i = 1; i < p.size(); ++i) p[i] = std::sin(double(i));
    ASSERT_TRUE(geometry.choose_order(p.data()));
    ASSERT_EQ(geometry.field(p.data(), z.data()).health, Health::good);
    double size = 0;
    for (const double top : z) size = std::max(size, std::abs(top));
    // The sides of the last cell: u[21,22] and v[22,21], which are declared in this order.
    const double balance = z[20 * 22 + 21] + z[21 * 22 + 21 * 21 + 20];
    EXPECT_LT(std::abs(balance), 1e-12 * size);  // 484 cells, some roundings each
}

TEST(ListedElimination, IsNotForSmallSystemsNorForTopsThatAreMultiplied)
{
    EXPECT_FALSE(is_for_lists(geometry_of(model_text("pendulum")).completed()));
    const std::string ring = R"(param N = 700
var y[1..N]
y[1]' + y[N]'/2 + y[1] = 0
for i in 2..N { y[i]' + y[i-1]'/2 + y[i] = 0 }
)";
    EXPECT_TRUE(is_for_lists(geometry_of(ring).completed()));
    // v' has the factor y[1]', which the block before it gives.
    const std::string multiplied = "var v\nv'*y[1]' + v = 1\n";
    EXPECT_FALSE(is_for_lists(geometry_of(ring + multiplied).completed()));
}

}  // namespace
}  // namespace involute::test
