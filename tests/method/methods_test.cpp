// SPDX-License-Identifier: Apache-2.0
#include "involute/method/methods.hpp"

#include <gtest/gtest.h>

#include <set>

#include "involute/method/properties.hpp"

namespace involute {
namespace {

TEST(Methods, AreFoundByDistinctNames)
{
    std::set<std::string_view> names;
    for (const MethodEntry& m : all_methods()) {
        EXPECT_TRUE(names.insert(m.name).second) << m.name;
        EXPECT_EQ(find_method_entry(m.name), &m);
        EXPECT_FALSE(m.source.empty()) << m.name;
        EXPECT_FALSE(to_text(m.family).empty()) << m.name;
    }
    EXPECT_EQ(find_method_entry("auto"), nullptr);
}

TEST(Methods, AreAllThatTheManualNames)
{
    const char* const manual[] = {"euler",
                                  "heun",
                                  "ralston",
                                  "kutta3",
                                  "rk4",
                                  "rk38",
                                  "bs32",
                                  "rkf45",
                                  "dopri54",
                                  "tsit54",
                                  "dverk65",
                                  "rkf78",
                                  "dop853",
                                  "taylor",
                                  "taylor1",
                                  "taylor2",
                                  "taylor3",
                                  "taylor3n",
                                  "midpoint",
                                  "radau-i",
                                  "radau3",
                                  "radau5",
                                  "midpoint-rk",
                                  "lobatto-iiia",
                                  "implicit-euler",
                                  "implicit-euler-p"};
    for (const char* name : manual) EXPECT_NE(find_method_entry(name), nullptr) << name;
}

TEST(Methods, HaveATableauExactlyInTheRungeKuttaFamilies)
{
    for (const MethodEntry& m : all_methods()) {
        const bool runge_kutta = m.family == Family::explicit_rk || m.family == Family::implicit_rk;
        EXPECT_EQ(m.tableau != nullptr, runge_kutta) << m.name;
        if (!m.tableau) continue;
        EXPECT_EQ(m.tableau->order, m.order) << m.name;
        EXPECT_EQ(is_explicit(*m.tableau), m.family == Family::explicit_rk) << m.name;
    }
}

TEST(Methods, TellTheFiguresOfTheirTables)
{
    // Dormand, Prince (1980): seven stages, order 5 with an estimate of order 4.
    const auto dopri54 = figures_of(*find_method_entry("dopri54"));
    ASSERT_TRUE(dopri54);
    EXPECT_EQ(dopri54->stages, 7);
    EXPECT_EQ(dopri54->embedded_order, 4);
    EXPECT_EQ(dopri54->second_embedded_order, 0);
    // Theirs is 3.99e-4, which is what the pair was chosen for.
    EXPECT_NEAR(dopri54->error_constant, 3.99e-4, 0.01e-4);
    EXPECT_FALSE(figures_of(*find_method_entry("taylor")));
}

}  // namespace
}  // namespace involute
