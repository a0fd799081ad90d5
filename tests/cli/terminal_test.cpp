// SPDX-License-Identifier: Apache-2.0
#include <pty.h>

#include "tests/cli/program.hpp"

namespace cli {
namespace {

/// What a person at a terminal sees, and the exit code.
Ran at_a_terminal(const std::vector<std::string>& arguments)
{
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        std::vector<char*> words{const_cast<char*>("involute")};
        for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        execv(INVOLUTE_PROGRAM, words.data());
        _exit(127);
    }
    Ran ran;
    char piece[4096];
    for (ssize_t got = 0; (got = read(terminal, piece, sizeof piece)) > 0;)
        ran.out.append(piece, std::size_t(got));
    int status = 0;
    waitpid(child, &status, 0);
    close(terminal);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
}

const std::vector<std::string> half_a_second = {
    "solve", model("pendulum"), "--to", "1e9", "--max-seconds",
    "0.5",   "--points",        "3",    "-o",  "/dev/null"};

TEST(ProgressBar, IsShownOnATerminalAndRemovedAtTheEnd)
{
    const Ran ran = at_a_terminal(half_a_second);
    EXPECT_EQ(ran.code, 4) << ran.out;
    const auto first = ran.out.find("\r[");
    const auto removed = ran.out.rfind("\r\x1b[K");
    ASSERT_NE(first, std::string::npos) << ran.out;
    ASSERT_NE(removed, std::string::npos) << ran.out;
    EXPECT_GT(ran.out.find("max_seconds"), removed) << "the words come when the bar is gone";
    int frames = 0;
    for (auto at = first; at != std::string::npos; at = ran.out.find("\r[", at + 1)) ++frames;
    EXPECT_LE(frames, 6) << "at most ten a second";
}

TEST(ProgressBar, IsNotShownWhenQuietIsAskedFor)
{
    auto arguments = half_a_second;
    arguments.push_back("--quiet");
    EXPECT_EQ(at_a_terminal(arguments).out.find("\r["), std::string::npos);
}

TEST(Terminal, IsNotSentBinaryArrays)
{
    const Ran ran = at_a_terminal({"solve", model("pendulum"), "--to", "1", "--format", "npz"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.out.find("npz is not for terminals"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace cli
