// SPDX-License-Identifier: Apache-2.0
#include "involute/method/implicit_methods.hpp"

#include <gtest/gtest.h>

#include "involute/method/coefficients.hpp"
#include "involute/method/order_conditions.hpp"

namespace involute {
namespace {

TEST(ImplicitMethods, HaveExactlyTheOrdersTheyClaim)
{
    for (const Tableau& method : implicit_methods()) {
        EXPECT_EQ(disagreement(method), "") << method.name;
        EXPECT_FALSE(is_explicit(method)) << method.name;
        EXPECT_TRUE(every_coefficient(method, &Coefficient::is_exact)) << method.name;
        EXPECT_EQ(find_implicit_method(method.name), &method);
    }
    EXPECT_EQ(find_implicit_method("dopri54"), nullptr);
}

TEST(ImplicitMethods, OfTheRadauIIAAndLobattoFamiliesEndWithTheirLastStage)
{
    for (const char* name : {"implicit-euler", "radau3", "radau5", "lobatto-iiia"})
        EXPECT_TRUE(is_stiffly_accurate(*find_implicit_method(name))) << name;
    for (const char* name : {"midpoint-rk", "radau-i"})
        EXPECT_FALSE(is_stiffly_accurate(*find_implicit_method(name))) << name;
}

// The nodes are the roots of (10 c² - 8 c + 1)(c - 1), and the stages are collocation:
// Σ_j a_ij c_j^(q-1) = c_i^q / q for q = 1, 2, 3 (Hairer, Wanner, Solving ODE II, IV.5).
TEST(ImplicitMethods, CollocateAtTheRadauNodesInQuad)
{
    const auto& k = coefficients<Quad>(*find_implicit_method("radau5"));
    const Quad rounding = 32 * unit_roundoff<Quad>();
    ASSERT_EQ(k.slopes, 3);
    EXPECT_EQ(k.end, 2);
    for (int i = 0; i < 3; ++i) {
        const Quad c = k.c[std::size_t(i)];
        EXPECT_LE(abs((10 * c * c - 8 * c + 1) * (c - 1)), rounding);
        for (int q = 1; q <= 3; ++q) {
            Quad sum = -pow(c, q) / q;
            for (int j = 0; j < 3; ++j) sum += k.a(i, j) * pow(k.c[std::size_t(j)], q - 1);
            EXPECT_LE(abs(sum), rounding) << i << q;
        }
    }
}

TEST(Convert, PutsTheEndPointAfterTheStagesOfTheMidpointRule)
{
    const auto& k = coefficients<double>(*find_implicit_method("midpoint-rk"));
    EXPECT_EQ(k.stages, 1);
    EXPECT_EQ(k.slopes, 2);
    EXPECT_EQ(k.end, 1);
    EXPECT_EQ(k.a(0, 0), 0.5);
    EXPECT_EQ(k.a(1, 0), 1);
    EXPECT_EQ(k.c[1], 1);
}

}  // namespace
}  // namespace involute
