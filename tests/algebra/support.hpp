// SPDX-License-Identifier: Apache-2.0
// What the tests of this folder share: programs that misbehave, and the linkage with two branches.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "involute/algebra/external.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/system/system.hpp"

namespace involute::test {

/// A program made by the test: a shell script that is deleted when the test ends.
class Script {
public:
    explicit Script(const std::string& body)
    {
        static int made = 0;
        path_ = std::filesystem::path(testing::TempDir()) /
                ("involute_script_" + std::to_string(getpid()) + "_" + std::to_string(made++));
        std::ofstream(path_) << "#!/bin/sh\n" << body << "\n";
        std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
    }
    ~Script() { std::filesystem::remove(path_); }
    Script(const Script&) = delete;
    Script& operator=(const Script&) = delete;
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

inline bool says(const std::string& text, const std::string& words)
{
    return text.find(words) != std::string::npos;
}

inline bool singular_is_installed()
{
    return run_external({"Singular", "-q", "--no-rc", "--no-shell", "--no-tty"}, "quit;\n")
        .succeeded;
}

/// Skips the test if the program is not installed.
#define NEEDS_SINGULAR() \
    if (!::involute::test::singular_is_installed()) GTEST_SKIP() << "Singular is not installed"

/// The four-bar linkage (a, b, c, d) = (1, 2, 1, 2) as its author would write it: rods of given
/// lengths (Tuomela, Arponen, Higher order methods, section 6.4).
inline const std::string four_bar = R"(
param  a = 1,  b = 2,  c = 1,  d = 2
param  m1 = 0.2,  m2 = 0.1,  T = 0.8,  gamma = 9.81
var    y1, y2, y3, y4, lambda[1..3]
m1*y1'' + lambda[1]*y1 - lambda[2]*(y3 - y1) = -T*y2/a^2
m1*y2'' + lambda[1]*y2 - lambda[2]*(y4 - y2) =  T*y1/a^2 - m1*gamma
m2*y3'' + lambda[2]*(y3 - y1) + lambda[3]*(y3 - d) = 0
m2*y4'' + lambda[2]*(y4 - y2) + lambda[3]*y4 = -m2*gamma
y1^2 + y2^2 = a^2
(y3 - y1)^2 + (y4 - y2)^2 = b^2
(y3 - d)^2 + y4^2 = c^2
section collinear: y4 = 0
solve to 5
)";
inline const std::string on_parallelogram =
    "start y1 = 1/2, y1' = 0\nguess y2 = 0.866, y3 = 2.5, y4 = 0.866\n";
inline const std::string on_antiparallelogram =
    "start y1 = 1/2, y1' = 0\nguess y2 = 0.866, y3 = 1.5, y4 = -0.866\n";

/// The program's answer for the four-bar linkage, from the literature: the ideals g1, g2 of
/// Tuomela, Arponen, Higher order methods, section 6.4, in v1..v4 = y1..y4.
inline const std::string four_bar_answer = R"(cat >/dev/null
echo '// ** some remark of the program'
echo involute-begin
echo 'component 1'
echo 'v3^2+v4^2-4*v3+3'
echo 'v2-v4'
echo 'v1-v3+2'
echo 'component 1'
echo 'v3^2+v4^2-4*v3+3'
echo '4*v2*v3-3*v2+3*v4'
echo '4*v2*v4+3*v1-3*v3+6'
echo involute-end)";

/// Values of the equations where every jet has a value of its own; sums may be written in any
/// order.
inline std::vector<double> values(const System& system)
{
    std::vector<double> result;
    for (const Equation& equation : system.equations)
        result.push_back(evaluate<double>(system.graph, equation.f, [&](NodeId leaf) {
            const Node& node = system.graph[leaf];
            return std::sin(1 + 3.7 * double(node.a) + 1.3 * double(node.b));
        }));
    return result;
}

inline void expect_same_equations(const System& a, const System& b)
{
    EXPECT_EQ(a.names.unknowns, b.names.unknowns);
    const std::vector<double> u = values(a), v = values(b);
    ASSERT_EQ(u.size(), v.size());
    for (std::size_t i = 0; i < u.size(); ++i)
        EXPECT_NEAR(u[i], v[i], 1e-14) << a.equations[i].text;
}

}  // namespace involute::test
