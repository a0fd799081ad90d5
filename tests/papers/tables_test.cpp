// SPDX-License-Identifier: Apache-2.0
// The numbers of the pages against those of a prototype that shares no code with this program, and
// against the papers where they are right.
#include <gtest/gtest.h>

#include "papers/figure_6_1.hpp"
#include "papers/rkf45.hpp"
#include "papers/table_steps.hpp"
#include "papers/table_ta1.hpp"

namespace involute::papers {
namespace {

// The paper: 5.008 and 5.011 by least squares over h = 2^-6 .. 2^-12.
TEST(Figure61, HasSlopesOfFive)
{
    for (const int c : {2, 3}) {
        const OrderRun run = order_run(c, 12);
        ASSERT_EQ(run.steps.size(), 7u);
        for (int place = 0; place < 2; ++place)
            EXPECT_NEAR(slope_of(run, place, run.steps.size()), 5, 0.05) << c << " " << place;
    }
}

// Known: 4.3e-19 at the first point past 0.002 with h = 2^-6, in the pair that the paper printed.
TEST(Figure61, HasTheErrorsOfAnotherProgram)
{
    const OrderRun run = order_run(3, 6);
    EXPECT_NEAR(to_double(run.errors[0][0]), 4.3e-19, 0.06e-19);
}

/// Every count of a table by one rule, to 5 %.
void expect_counts_of_prototype(int number, Control control)
{
    const StepTable& table = step_table(number);
    for (const CountRow& row : table.rows) {
        const std::vector<long>& expected = row.prototype[int(control)];
        const std::vector<long> found = count(table, row, control).steps;
        ASSERT_EQ(found.size(), table.x.size());
        ASSERT_FALSE(expected.empty());
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_NEAR(double(found[i]), double(expected[i]), 0.05 * double(expected[i]))
                << "Table 6." << number << ", " << row.method << ", " << row.tolerance;
    }
}

// The classic rule in arclength on the stiff pendulum is not here: its page says why.
TEST(StepCounts, AgreeWithThoseOfThePrototype)
{
    expect_counts_of_prototype(1, Control::classic);
    expect_counts_of_prototype(1, Control::halving);
    for (const int stiff : {2, 3}) {
        expect_counts_of_prototype(stiff, Control::halving);
        expect_counts_of_prototype(stiff, Control::in_x);
    }
}

TEST(HenonHeiles, CrossesItsSection95And171And343Times)
{
    EXPECT_EQ(henon_heiles_crossings({303, 550, 1100}), (std::vector<long>{95, 171, 343}));
}

TEST(Pendulum, GainsEnergyByEulerStepsToFirstOrder)
{
    const EnergyDrift coarse = pendulum_drift("euler", 0.1, 5.1);
    EXPECT_NEAR(coarse.at_end, 0.37, 0.006);
    EXPECT_NEAR(coarse.highest, 0.30, 0.006);
    const EnergyDrift fine = pendulum_drift("euler", 0.01, 5.1);
    EXPECT_NEAR(fine.at_end, 0.036, 0.0006);
    EXPECT_NEAR(fine.highest, 0.027, 0.0006);
}

TEST(Pendulum, KeepsItsEnergyByMidpointStepsToSecondOrder)
{
    EXPECT_NEAR(pendulum_drift("midpoint", 0.5, 50).largest, 2.8e-2, 0.06e-2);
    EXPECT_NEAR(pendulum_drift("midpoint", 0.1, 50).largest, 2.3e-4, 0.06e-4);
}

TEST(Rkf45, IsAsGoodAsDopri54)
{
    const auto run = [](const char* method) {
        return stiff_pendulum_run(
            {.method = method_named(method), .tolerance = 1e-4, .step = 0.01, .arclength = false},
            0.01, 1.5);
    };
    EXPECT_NEAR(double(run("rkf45").steps), 1050, 10);
    EXPECT_NEAR(double(run("dopri54").steps), 957, 9);
    EXPECT_NEAR(run("rkf45").energy_change, 1.8e-5, 0.06e-5);
    EXPECT_NEAR(run("rkf45-lower").energy_change, 6.1e-5, 0.06e-5);
    EXPECT_NEAR(run("dopri54").energy_change, -9.4e-6, 0.2e-6);
}

TEST(Rkf45, LosesEnergyWithOneWrongSign)
{
    const PendulumRun run = stiff_pendulum_run(
        {.own = rkf45_with_wrong_sign(5, 1), .tolerance = 1e-4, .step = 0.01, .arclength = false},
        0.1, 20);
    EXPECT_NEAR(run.energy_change, -1.06, 0.05);
    EXPECT_NEAR(double(run.steps), 14324, 0.1 * 14324);
}

}  // namespace
}  // namespace involute::papers
