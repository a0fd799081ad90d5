// SPDX-License-Identifier: Apache-2.0
// What the tests of this folder share: programs that misbehave, and the linkage with two branches.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "involute/algebra/external.hpp"

namespace involute::test {

/// A program of the test's own: a shell script, gone when the test ends.
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

/// Ends the test, visibly, where the program is not installed.
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

}  // namespace involute::test
