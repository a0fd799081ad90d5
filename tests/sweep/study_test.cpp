// SPDX-License-Identifier: Apache-2.0
// Studies say what is known of the methods; basins are those of the double well.
#include "involute/sweep/study.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "involute/model/read.hpp"
#include "involute/sweep/basins.hpp"
#include "involute/sweep/sweep.hpp"

namespace involute {
namespace {

const std::string oscillator = "var x\nx'' = -x\nstart x = 1, x' = 0\nsolve to 3\n";

/// The last order that rounding does not hide.
double order_seen(const Study& study, double hidden = 1e-12)
{
    double order = std::nan("");
    for (const StudyRow& row : study.rows)
        if (row.error > hidden && !std::isnan(row.order)) order = row.order;
    return order;
}

// Hairer, Nørsett and Wanner: dopri54 has order 5, rk4 4, rkf45 5, bs32 3.
TEST(Study, FindsTheOrdersOfTheLiterature)
{
    const System system = read_system(oscillator);
    EXPECT_NEAR(order_seen(order_study(system, {.method = "dopri54"})), 5, 0.3);
    EXPECT_NEAR(order_seen(order_study(system, {.method = "rk4"})), 4, 0.2);
    EXPECT_NEAR(order_seen(order_study(system, {.method = "bs32"})), 3, 0.2);
}

// The same authors, volume I, II.10, and II, IV.5: dop853 has order 8, Radau IIA of s stages 2s
// - 1. Two doublings of the fewest steps leave h^p and O(h) of it: a tenth in p at most. For
// multipliers the errors of stages, 1e-13 in each of a thousand steps, are seen below 1e-10.
TEST(Study, FindsHighOrdersAndThoseOfImplicitMethods)
{
    const System system = read_system(oscillator);
    const System pendulum = read_system(
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start y = 0, y' = 0\nguess x = 1\nsolve to 4\n");
    const Study study = order_study(system, {.method = "dop853"});
    EXPECT_LT(study.rows.front().work.steps, 16);
    EXPECT_NEAR(order_seen(study), 8, 0.1);
    EXPECT_NEAR(order_seen(order_study(system, {.method = "radau5"})), 5, 0.1);
    EXPECT_NEAR(order_seen(order_study(system, {.method = "radau9"}), 1e-11), 9, 0.1);
    EXPECT_NEAR(order_seen(order_study(pendulum, {.method = "radau5"}), 1e-10), 5, 0.1);
}

// x = cos(t): the error of a row is what the closed form says, in units of |x| + atol/rtol.
TEST(Study, TellsErrorsOfTheClosedForm)
{
    const System system = read_system(oscillator);
    const SolveOptions options{.method = "rk4"};
    const Study study = order_study(system, options, 16, 3);
    ASSERT_EQ(study.rows.size(), 4u);
    EXPECT_LT(study.certain, 1e-11);
    for (const StudyRow& row : study.rows) {
        // One step of rk4 on x'' = -x is the matrix of 1 - h^2/2 + h^4/24 and h - h^3/6.
        const double h = row.setting, c = 1 - h * h / 2 + h * h * h * h / 24, s = h - h * h * h / 6;
        double x = 1, v = 0;
        for (long k = 0; k < row.work.steps; ++k) {
            const double next = c * x + s * v;
            v = c * v - s * x;
            x = next;
        }
        EXPECT_EQ(row.work.steps, std::lround(3 / h));
        const double unit = options.atol / options.rtol;
        const double exact =
            std::max(std::abs(x - std::cos(3.0)) / (std::abs(std::cos(3.0)) + unit),
                     std::abs(v + std::sin(3.0)) / (std::abs(std::sin(3.0)) + unit));
        EXPECT_NEAR(row.error, exact, 1e-3 * exact + 1e-11);
    }
}

// Errors fall with the tolerance, and stay within what is promised of it.
TEST(Study, FollowsTolerances)
{
    const System pendulum = read_system(
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start y = 0, y' = 0\nguess x = 1\nsolve to 5\n");
    const Study study = tolerance_study(pendulum, {.method = "dop853"}, 1e-4, 1e-10);
    ASSERT_EQ(study.rows.size(), 7u);
    EXPECT_LT(study.rows.back().error, 1e-3 * study.rows.front().error);
    for (const StudyRow& row : study.rows) EXPECT_LT(row.error, 100 * row.setting) << row.setting;
    for (std::size_t k = 1; k < study.rows.size(); ++k)
        EXPECT_GE(study.rows[k].work.evaluations, study.rows[k - 1].work.evaluations);
}

TEST(Study, SaysWhatCannotBeStudied)
{
    const auto error_of = [](const std::string& text) -> std::string {
        try {
            order_study(read_system(text), {});
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(error_of("var x\nx' = x^2\nstart x = 1\nsolve to 2\n").find("the tight run"),
              std::string::npos);
    EXPECT_FALSE(error_of("var x\nx' = x\nstart x = 1\n").empty());
}

TEST(Basins, AreWhereEndsLieTogether)
{
    const double none = std::nan("");
    const Basins found =
        basins_of({{1, 0}, {-1, 0}, {1.0001, 0}, {-1, 1e-5}, {none, none}, {-1, 0}}, {2, 2});
    EXPECT_EQ(found.of, (std::vector<int>{1, 0, 1, 0, -1, 0}));  // the larger one first
    EXPECT_EQ(found.sizes, (std::vector<long>{3, 2}));
    EXPECT_EQ(found.ends[0][0], -1);
    std::vector<std::vector<double>> scattered;
    for (int k = 0; k < 1100; ++k) scattered.push_back({double(k)});
    EXPECT_THROW(basins_of(scattered, {}, 1e-4), Error);
    EXPECT_EQ(basins_of(scattered, {1e9}).ends.size(), 1u);
    EXPECT_EQ(basins_of({{5}, {5 + 1e-12}}).ends.size(), 1u);
    EXPECT_TRUE(basins_of({}).of.empty());
}

// x'' = x - x^3 - x'/2 ends at 1 or -1. From rest it falls into the well it is in; it has not the
// energy to come over the hill at 0.
TEST(Basins, OfTheDoubleWell)
{
    const System well =
        read_system("var x\nx'' = x - x^3 - x'/2\nstart x = 1, x' = 0\nsolve to 60\n");
    const Samples samples({axis("x=-1.2,-0.7,-0.2,0.2,0.7,1.2")});
    const Simulation simulation = simulation_for(well, samples);
    std::vector<std::vector<double>> ends;
    sweep(simulation, samples, read_keep("x(end), x'(end)", simulation), {},
          [&](const SweepRow& row) {
              ends.push_back(row.kept);
              return true;
          });
    const Basins found = basins_of(ends, {2.4, 1});
    EXPECT_EQ(found.of, (std::vector<int>{0, 0, 0, 1, 1, 1}));
    EXPECT_NEAR(found.ends[0][0], -1, 1e-5);
    EXPECT_NEAR(found.ends[1][0], 1, 1e-5);
}

}  // namespace
}  // namespace involute
