// SPDX-License-Identifier: Apache-2.0
// Common factors are divided out of a combination as they are written.
#include <gtest/gtest.h>

#include "involute/complete/combine/combination_content.hpp"
#include "involute/expr/identity.hpp"
#include "involute/model/read.hpp"

namespace involute::test {
namespace {

TEST(Content, IsDividedOutOfProductsPowersAndSums)
{
    // cos(t)*x^2, cos(t)*x*(y + 1), cos(t)*x*y - x*t*cos(t): x*cos(t) times x, y + 1, y - t.
    System system = read_system(
        "var x, y\ncos(t)*x^2 = 0\ncos(t)*x*(y + 1) = 0\n"
        "cos(t)*x*y - x*t*cos(t) = 0\nx = 0\ny + 1 = 0\ny - t = 0\n");
    Graph& graph = system.graph;
    std::vector<NodeId> u;
    for (int i = 0; i < 3; ++i) u.push_back(system.equations[std::size_t(i)].f);
    u.push_back(graph.constant(0));
    const std::vector<NodeId> found = without_content(graph, u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(is_proved_zero(graph, graph.subtract(found[i], system.equations[i + 3].f)))
            << print(graph, found[i], system.names);
    EXPECT_TRUE(graph.is_constant(found[3], 0));
}

TEST(Content, LeavesWhatHasNoFactorInCommon)
{
    System system = read_system("var x, y\nx*y = 0\nx + y = 0\n");
    const std::vector<NodeId> u{system.equations[0].f, system.equations[1].f};
    EXPECT_EQ(without_content(system.graph, u), u);
}

}  // namespace
}  // namespace involute::test
