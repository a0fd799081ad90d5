// SPDX-License-Identifier: Apache-2.0
#include "involute/method/explicit_methods.hpp"

#include <gtest/gtest.h>

#include <set>

#include "involute/method/coefficients.hpp"
#include "involute/method/implicit_methods.hpp"
#include "involute/method/order_conditions.hpp"

namespace involute {
namespace {

TEST(ExplicitMethods, HaveExactlyTheOrdersTheyClaim)
{
    for (const Tableau& method : explicit_methods())
        EXPECT_EQ(disagreement(method), "") << method.name;
    for (const Tableau& method : explicit_methods()) EXPECT_TRUE(is_explicit(method));
}

TEST(ExplicitMethods, HaveDistinctNamesAndAreFoundByThem)
{
    std::set<std::string_view> names;
    for (const auto& list : {explicit_methods(), lower_continuations()})
        for (const Tableau& method : list) {
            EXPECT_TRUE(names.insert(method.name).second) << method.name;
            EXPECT_EQ(find_method(method.name), &method);
            EXPECT_FALSE(method.source.empty());
            EXPECT_EQ(coefficients<double>(method).order, method.order);
            EXPECT_EQ(coefficients<Quad>(method).stages, method.stages);
        }
    EXPECT_EQ(find_method("no such method"), nullptr);
}

// The factors in front of Tsitouras' interpolating polynomials b_j(θ) (2011), which are
// the coefficients of θ^4: D, since everything else in the nested form is cubic.
TEST(ExplicitMethods, IncludeTheInterpolantThatTsitourasPrinted)
{
    const double printed[] = {-1.0530884977290216,
                              0.1017,
                              2.490627285651252793,
                              -16.54810288924490272,
                              47.37952196281928122,
                              -34.87065786149660974,
                              2.5};
    const auto& k = coefficients<double>(*find_method("tsit54"));
    for (int j = 0; j < 7; ++j) EXPECT_DOUBLE_EQ(k.d(0, j), printed[j]) << j;
}

TEST(LowerContinuations, HaveExactlyTheOrdersTheyClaim)
{
    for (const Tableau& method : lower_continuations()) {
        EXPECT_EQ(disagreement(method), "") << method.name;
        EXPECT_EQ(method.embedded_order, method.order + 1) << method.name;
        EXPECT_FALSE(is_stiffly_accurate(method)) << method.name;
    }
}

TEST(LowerContinuations, ExchangeTheWeightsOfThePair)
{
    const auto higher = coefficients<Quad>(*find_method("dopri54"));
    const auto lower = coefficients<Quad>(*find_method("dopri54-lower"));
    EXPECT_EQ(lower.order, 4);
    EXPECT_EQ(lower.end, 7);
    EXPECT_EQ(lower.error_order, 4);
    EXPECT_EQ(lower.dense_order, 3);
    for (std::size_t j = 0; j < 7; ++j) {
        EXPECT_EQ(lower.b[j], higher.b[j] - higher.e[j]) << j;
        EXPECT_EQ(lower.e[j], -higher.e[j]) << j;
    }
}

TEST(Convert, NumbersSlopesAsDocumented)
{
    const auto dopri = convert<double>(*find_method("dopri54"));
    EXPECT_TRUE(dopri.fsal);
    EXPECT_EQ(dopri.end, 6);
    EXPECT_EQ(dopri.slopes, 7);
    EXPECT_DOUBLE_EQ(dopri.a(2, 1), 9.0 / 40);
    EXPECT_DOUBLE_EQ(dopri.e[6], -1.0 / 40);
    EXPECT_TRUE(dopri.e2.empty());

    const auto dop = convert<Quad>(*find_method("dop853"));
    EXPECT_FALSE(dop.fsal);
    EXPECT_EQ(dop.end, 12);
    EXPECT_EQ(dop.slopes, 16);
    EXPECT_EQ(dop.dense_rows, 4);
    EXPECT_EQ(dop.c[12], 1);
    EXPECT_EQ(dop.a(12, 5), Quad("4.45031289275240888144113950566"));
    EXPECT_EQ(dop.a(13, 12), Quad("-8.298e-3"));
    EXPECT_EQ(dop.e2.size(), 16u);
}

TEST(Convert, RoundsCoefficientsToTheNearestDouble)
{
    EXPECT_EQ((Coefficient{1, 3}).as<double>(), 1.0 / 3);
    // (4 - √6)/10, the first node of Radau IIA with three stages.
    EXPECT_EQ(quadratic(4, -1, 6, 10).as<double>(), 0.155051025721682190180271592529410860803);
    EXPECT_EQ(Coefficient("5.26001519587677318785587544488e-2").as<double>(),
              5.26001519587677318785587544488e-2);
}

TEST(Coefficients, RoundedDirectlyAndByWayOfQuadAreTheSame)
{
    int compared = 0;
    const auto compare = [&](const Row& row) {
        for (const Coefficient& x : row) {
            EXPECT_EQ(x.as<double>(), to_double(x.as<Quad>()))
                << x.decimal << x.num << "/" << x.den;
            ++compared;
        }
    };
    for (const auto& list : {explicit_methods(), lower_continuations(), implicit_methods()})
        for (const Tableau& t : list) {
            for (const Row& row : {t.c, t.b, t.b_hat, t.error, t.b_hat2, t.extra_c}) compare(row);
            for (const auto& rows : {t.A, t.extra_A, t.D})
                for (const Row& row : rows) compare(row);
        }
    EXPECT_GT(compared, 900);
}

}  // namespace
}  // namespace involute
