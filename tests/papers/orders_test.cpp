// SPDX-License-Identifier: Apache-2.0
// Every method has its order on a curved surface of codimension 2, whatever smooth retraction moves
// its points there: Conjecture 4.7 of Tuomela and Arponen's Higher order methods, measured in quad
// precision. The errors of one step with orthogonal projections are known from an independent
// computation with 130 digits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "papers/measure_orders.hpp"

namespace involute::papers {
namespace {

constexpr OrderSettings local{.global = false};

bool is_corrected_for_curvature(const MeasuredOrder& found)
{
    const MethodEntry* entry = find_method_entry(found.method);
    return entry && entry->family == Family::tangent_taylor && entry->order > 1;
}

void expect_local_order(const MeasuredOrder& found)
{
    EXPECT_NEAR(found.local_order, found.order + 1, 0.05)
        << found.method << ", last error " << found.local_errors.back();
}

void expect_global_order(const MeasuredOrder& found)
{
    EXPECT_NEAR(found.global_order, found.order, 0.2)
        << found.method << ", last error " << found.global_errors.back();
}

struct Published {
    const char* method;
    double error;  // of one step of 1/32
    int digits;
};

const Published published[] = {
    {"euler", 2.72e-5, 3},          {"heun", 1.19e-6, 3},          {"kutta3", 2.11e-9, 3},
    {"rk4", 4.12e-11, 3},           {"rkf45-lower", 2.09e-12, 3},  {"rkf45", 1.65e-13, 3},
    {"dopri54-lower", 1.55e-12, 3}, {"dopri54", 5.87e-15, 3},      {"dverk65", 9.0e-16, 2},
    {"rkf78-lower", 7.4e-19, 2},    {"rkf78", 2.1e-20, 2},         {"midpoint", 5.94e-7, 3},
    {"midpoint-rk", 5.94e-7, 3},    {"radau-i", 4.32e-9, 3},       {"radau3-projected", 4.31e-9, 3},
    {"lobatto-iiia", 2.54e-11, 3},  {"implicit-euler", 2.9e-5, 2}, {"implicit-euler-p", 2.79e-5, 3},
    {"taylor1", 2.72e-5, 3},        {"taylor2", 4.32e-6, 3},       {"taylor3", 3.85e-8, 3},
    {"taylor3n", 2.95e-8, 3},
};

TEST(OrdersWithOrthogonalProjections, AreOneMoreThanClaimedInOneStepOfEveryMethod)
{
    const std::vector<MeasuredOrder> all = measure_orders(local);
    const auto is_radau = [](const MethodEntry& m) { return m.family == Family::radau; };
    const auto others =
        all_methods().size() - std::size_t(std::ranges::count_if(all_methods(), is_radau));
    // The series stands for three of its orders.
    ASSERT_EQ(all.size(), others + 2);
    for (const MeasuredOrder& found : all) expect_local_order(found);

    for (const auto& [method, error, digits] : published) {
        const auto found = std::ranges::find(all, method, &MeasuredOrder::method);
        ASSERT_NE(found, all.end()) << method;
        ASSERT_EQ(found->h.front(), 1.0 / 32);
        const double last_digit = std::pow(10, std::floor(std::log10(error)) - digits + 1);
        EXPECT_NEAR(found->local_errors.front(), error, 0.6 * last_digit) << method;
    }
}

// Propositions 3.5 and 3.9 need X and a third of S_V: anything else is of order 2.
TEST(OrdersWithOrthogonalProjections, AreLostIfACorrectionTermIsChanged)
{
    const std::vector<MeasuredOrder> wrong = measure_wrong_corrections();
    ASSERT_EQ(wrong.size(), 2u);
    for (const MeasuredOrder& found : wrong) {
        EXPECT_NEAR(found.local_order, 3, 0.05) << found.method;
        EXPECT_NEAR(found.global_order, 2, 0.2) << found.method;
    }
}

// One of every family; tests/nightly has all.
TEST(OrdersWithOrthogonalProjections, AreAsClaimedAlongAPath)
{
    OrderProblem problem;
    for (const char* name : {"euler", "heun", "kutta3", "rk4", "rkf45", "dop853", "bs32-lower",
                             "radau-i", "midpoint", "taylor1", "taylor2", "taylor3", "taylor3n"})
        expect_global_order(measure_order(problem, *find_method_entry(name)));
    for (const int order : {4, 7, 10}) expect_global_order(measure_series(problem, order));
}

class OrdersWithAnyRetraction : public ::testing::TestWithParam<OrderSettings> {};

// Corrections for the curvature of the surface are made for an orthogonal projection, and only
// right for it; of order 1 there are none.
TEST_P(OrdersWithAnyRetraction, AreOneMoreThanClaimedInOneStepOfEveryMethod)
{
    for (const MeasuredOrder& found : measure_orders(GetParam()))
        if (!is_corrected_for_curvature(found)) expect_local_order(found);
}

std::string name_of(const ::testing::TestParamInfo<OrderSettings>& info)
{
    const bool frozen = info.param.projection.way == ProjectionWay::frozen;
    return std::string(frozen ? "AlongTheNormalsAtTheStart" : "ByTheSweep") +
           (info.param.project_stages ? "OfEveryStage" : "OfTheEndAlone");
}

INSTANTIATE_TEST_SUITE_P(Ways, OrdersWithAnyRetraction,
                         ::testing::Values(OrderSettings{true, {ProjectionWay::frozen}, false},
                                           OrderSettings{false, {ProjectionWay::frozen}, false},
                                           OrderSettings{true, {ProjectionWay::sweep}, false},
                                           OrderSettings{false, {ProjectionWay::sweep}, false}),
                         name_of);

TEST(OrdersWithAnyRetraction, AreAsClaimedAlongAPath)
{
    OrderProblem problem;
    const OrderSettings settings{false, {ProjectionWay::frozen}};
    for (const MethodEntry& method : all_methods())
        if (method.family == Family::explicit_rk)
            expect_global_order(measure_order(problem, method, settings));
}

// A chart of the surface over its tangent plane at p keeps tangential parts: there the third
// derivative wants its own tangential part, not what makes up for an orthogonal projection.
TEST(OrdersWithAnyRetraction, AreLostByCorrectionsForAnotherProjection)
{
    OrderProblem problem;
    const OrderSettings settings{true, {ProjectionWay::frozen}, false};
    const auto local_order = [&](const char* name) {
        return measure_order(problem, *find_method_entry(name), settings).local_order;
    };
    EXPECT_NEAR(local_order("taylor2"), 3, 0.05);
    EXPECT_NEAR(local_order("taylor3"), 3, 0.05);
    EXPECT_NEAR(local_order("taylor3n"), 3, 0.05);
}

/// The largest distance of `method` in steps of h from the reference, over `steps` steps.
template <class Reference>
double distance(OrderProblem& problem, const char* method, double h, int steps,
                const Reference& reference)
{
    XProblem<Quad> in_x(problem.geometry(), Scale{1}, {ProjectionWay::newton});
    const WalkOptions options{.rtol = 1e-30, .atol = 1e-30, .step = h};
    Walker<Quad> walker = make_walker<Quad>(in_x, *find_method_entry(method)->tableau, options);
    EXPECT_TRUE(walker.stand(problem.start().data(), Quad(0), 1));
    double worst = 0;
    for (int i = 1; i <= steps; ++i) {
        EXPECT_EQ(walker.advance(Quad(i) * Quad(h)), Outcome::finished);
        const std::vector<Quad>* point = reference(i);
        for (std::size_t c = 0; point && c < point->size(); ++c)
            worst = std::max(worst, std::abs(to_double(Quad((*point)[c] - walker.p[c]))));
    }
    return worst;
}

// The series that everything is held against, held against two other methods: their errors of a
// step of 2^-9 are 4e-31, and 1e-20 after two units of length in 512 steps.
TEST(TheReferenceSolution, IsFoundByOtherMethodsToo)
{
    OrderProblem problem;
    for (const char* method : {"dop853", "rkf78"}) {
        const auto near = [&](int i) { return i == 16 ? &problem.near_start(5) : nullptr; };
        EXPECT_LE(distance(problem, method, 1.0 / 512, 16, near), 1e-29) << method;
        const auto on_path = [&](int i) { return &problem.on_path(2 * i); };
        EXPECT_LE(distance(problem, method, 1.0 / 256, 512, on_path), 2e-20) << method;
    }
}

}  // namespace
}  // namespace involute::papers
