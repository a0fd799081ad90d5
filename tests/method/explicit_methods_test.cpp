// SPDX-License-Identifier: Apache-2.0
#include "involute/method/explicit_methods.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "involute/method/order_conditions.hpp"

namespace involute {
namespace {

TEST(RootedTrees, AreAsManyAsCayleyCounted)
{
    // OEIS A000081. The densest tree is the tall one: γ = p!.
    const int counts[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    const auto trees = rooted_trees(9);
    for (int p = 1; p <= 9; ++p) {
        const auto has = [&](const RootedTree& t) { return t.nodes == p; };
        EXPECT_EQ(std::ranges::count_if(trees, has), counts[p - 1]) << p;
    }
    long tallest = 0;
    for (const RootedTree& t : trees) tallest = std::max(tallest, t.density);
    EXPECT_EQ(tallest, 362880);
}

TEST(ExplicitMethods, HaveExactlyTheOrdersTheyClaim)
{
    for (const Tableau& method : explicit_methods())
        EXPECT_EQ(disagreement(method), "") << method.name;
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

TEST(LowerContinuations, HaveExactlyTheOrdersTheyClaim)
{
    for (const Tableau& method : lower_continuations()) {
        EXPECT_EQ(disagreement(method), "") << method.name;
        EXPECT_EQ(method.embedded_order, method.order + 1) << method.name;
        EXPECT_FALSE(is_fsal(method)) << method.name;
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

std::vector<Row*> rows_of(Tableau& t)
{
    std::vector<Row*> rows{&t.c, &t.b, &t.b_hat, &t.error, &t.b_hat2, &t.extra_c};
    for (std::vector<Row>* matrix : {&t.A, &t.extra_A, &t.D})
        for (Row& row : *matrix) rows.push_back(&row);
    return rows;
}

/// The coefficient a little larger: by one part in 1e9 of a rational, in 1e22 of a decimal.
Coefficient changed(const Coefficient& x, std::deque<std::string>& texts)
{
    const Quad tiny("1e-22");
    if (x.is_rational() && x.num == 0) return {1, 1'000'000'000};
    if (x.is_rational() && std::abs(x.num) < 1'000'000'000 && x.den < 1'000'000'000)
        return {x.num * 1'000'000'000 + 1, x.den * 1'000'000'000};
    if (x.is_rational()) return {x.num + 1, x.den};
    texts.push_back((x.as<Quad>() * (1 + tiny)).str(36));
    return texts.back().c_str();
}

TEST(ExplicitMethods, DisagreeWithTheirClaimsWhenAnySingleCoefficientIsChanged)
{
    std::deque<std::string> texts;
    for (const Tableau& method : explicit_methods()) {
        Tableau mutant = method;
        int coefficients = 0;
        for (Row* row : rows_of(mutant))
            for (Coefficient& x : *row) {
                const Coefficient kept = x;
                x = changed(x, texts);
                EXPECT_NE(disagreement(mutant), "")
                    << method.name << ": " << kept.num << "/" << kept.den << kept.decimal;
                x = kept;
                ++coefficients;
            }
        EXPECT_GE(coefficients, method.stages * (method.stages + 3) / 2) << method.name;
    }
}

TEST(ExplicitMethods, AreRefusedWhenTheirShapesDoNotFit)
{
    Tableau mutant = *find_method("dopri54");
    mutant.A[1].push_back(0);
    EXPECT_NE(measured_orders(mutant, 2).malformed, "");
    mutant = *find_method("dop853");
    mutant.D[0].push_back(0);
    EXPECT_NE(measured_orders(mutant, 2).malformed, "");
}

TEST(Convert, PlacesEverySlopeWhereTheConventionSays)
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
    EXPECT_EQ(Coefficient("5.26001519587677318785587544488e-2").as<double>(),
              5.26001519587677318785587544488e-2);
}

}  // namespace
}  // namespace involute
