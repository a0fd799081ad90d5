// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_stages.hpp"

#include <gtest/gtest.h>

#include "involute/project/start.hpp"
#include "tests/geometry/models.hpp"
#include "tests/project/cascade.hpp"

namespace involute::test {
namespace {

std::string number(long double value, int digits)
{
    char buffer[60];
    std::snprintf(buffer, sizeof buffer, "%.*Lg", digits, value);
    return buffer;
}

/// Sixteen digits of everything, or x and x' with a guess of three digits for y.
std::string said(const Cascade& cascade, bool all)
{
    std::string text;
    for (std::size_t k = 0; k < cascade.pendula.size(); ++k) {
        const CascadePendulum& at = cascade.pendula[k];
        const std::string i = "[" + std::to_string(k + 1) + "]";
        text += "start x" + i + " = " + number(at.x, 20) + ", x" + i + "' = " + number(at.v, 20);
        if (all)
            text += ", y" + i + " = " + number(at.y, 20) + ", y" + i + "' = " + number(at.w, 20);
        else
            text += "\nguess y" + i + " = " + number(at.y, 3);
        text += "\n";
    }
    return text;
}

/// Positions, velocities and forces of the start are those of the series. Each stage divides by
/// numbers not far from 1, two stages a pendulum: a digit lost for every one is generous.
void expect_start(const Cascade& cascade, const std::string& lines)
{
    Geometry<double> geometry = geometry_of(cascade.equations() + lines);
    const Start<double> start = consistent_start(geometry, Scale{});
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    const Layout& l = geometry.layout();
    const int n = int(cascade.pendula.size());
    double allowed = 1e-14;
    for (int k = 0; k < n; ++k, allowed *= 10) {
        const CascadePendulum& at = cascade.pendula[std::size_t(k)];
        EXPECT_NEAR(start.p[std::size_t(l.position(n + k, 0))], double(at.y), allowed) << k;
        EXPECT_NEAR(start.p[std::size_t(l.position(n + k, 1))], double(at.w), allowed) << k;
        const int force = 2 * n + k;
        const double found = l.d[std::size_t(force)] > 0
                                 ? start.p[std::size_t(l.position(force, 0))]
                                 : start.z[std::size_t(force)];
        EXPECT_NEAR(found, double(cascade.forces[std::size_t(k)]), 10 * allowed) << k;
    }
}

class StartOfACascade : public ::testing::TestWithParam<int> {};

TEST_P(StartOfACascade, IsTheRootBesideTheGuess)
{
    const Cascade cascade(GetParam());
    expect_start(cascade, said(cascade, false));
}

TEST_P(StartOfACascade, IsAcceptedWhereItIsExact)
{
    const Cascade cascade(GetParam());
    expect_start(cascade, said(cascade, true));
}

INSTANTIATE_TEST_SUITE_P(OfIndex3To17, StartOfACascade, ::testing::Values(1, 2, 3, 5, 7, 8));

}  // namespace
}  // namespace involute::test
