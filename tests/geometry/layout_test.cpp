// SPDX-License-Identifier: Apache-2.0
// Where the numbers of a point stand, and what its constraints are called.
#include "involute/geometry/layout.hpp"

#include <gtest/gtest.h>

#include "involute/complete/structural/find_structure.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

TEST(Layout, OfThePendulumIsPositionsAndVelocities)
{
    const Layout l = completed(pendulum).layout;  // c = (0,0,2), d = (2,2,0): R^5
    EXPECT_EQ(l.size, 5);
    EXPECT_EQ(l.d, (std::vector<int>{2, 2, 0}));
    EXPECT_EQ(l.position(0, 0), 1);
    EXPECT_EQ(l.position(0, 1), 2);
    EXPECT_EQ(l.position(1, 0), 3);
    EXPECT_EQ(l.position(1, 1), 4);
    EXPECT_FALSE(l.in_point(2, 0));
    ASSERT_EQ(l.constraints.size(), 2u);
    for (int order : {0, 1}) {
        EXPECT_EQ(l.constraints[order].equation, 2);
        EXPECT_EQ(l.constraints[order].order, order);
        EXPECT_EQ(l.constraints[order].stage, order - 2);
    }
    EXPECT_EQ(l.stages, 2);
    EXPECT_EQ(l.dimension(), 2);
}

TEST(Layout, OfTheDischargeHasEightNumbersAndFiveConstraints)
{
    const Layout l = completed(discharge).layout;  // c = (1,0,1,1,2), d = (2,1,1,2,1)
    EXPECT_EQ(l.size, 8);
    EXPECT_EQ(l.constraints.size(), 5u);
    EXPECT_EQ(l.stages, 2);
    EXPECT_EQ(l.dimension(), 2);
}

TEST(Layout, NamesEveryPosition)
{
    for (const std::string& name : model_names()) {
        const Layout l = completed(model_text(name)).layout;
        ASSERT_EQ(int(l.jets.size()), l.size) << name;
        EXPECT_EQ(l.jets[0].unknown, -1);
        for (int i = 1; i < l.size; ++i) {
            EXPECT_TRUE(l.in_point(l.jets[i].unknown, l.jets[i].order)) << name;
            EXPECT_EQ(l.position(l.jets[i].unknown, l.jets[i].order), i) << name;
        }
        EXPECT_GE(l.dimension(), 0) << name;
    }
}

TEST(CompletedSystem, NamesConstraintsByEquationAndDerivative)
{
    const CompletedSystem c = completed(pendulum);
    EXPECT_EQ(c.constraint_name(0), "equation 3 (x^2 + y^2 = 1)");
    EXPECT_EQ(c.constraint_name(1), "equation 3 (x^2 + y^2 = 1) differentiated once");
    EXPECT_EQ(equation_name(c.system, 2, 2), "equation 3 (x^2 + y^2 = 1) differentiated 2 times");
}

TEST(CompletedSystem, RefusesAnInvariantInATop)
{
    System system = read_system(pendulum + "\nimpose Q = lambda + x\n");
    Structure structure = find_structure(system);
    EXPECT_THROW(make_completed(std::move(system), std::move(structure)), Error);
}

}  // namespace
}  // namespace involute::test
