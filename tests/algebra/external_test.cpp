// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/external.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

double seconds_of(const auto& action)
{
    const auto begin = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

bool has_no_children()
{
    return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

TEST(ExternalProgram, GetsTheInputAndGivesItsOutput)
{
    const Script echo("cat");
    // Longer than any buffer of a stream, so that reading and writing have to take turns.
    const std::string text(3'000'000, 'x');
    const ExternalAnswer answer = run_external({echo.path()}, text);
    EXPECT_TRUE(answer.succeeded) << answer.reason;
    EXPECT_EQ(answer.output, text);
    EXPECT_TRUE(has_no_children());
}

TEST(ExternalProgram, GetsItsArgumentsWithoutAShell)
{
    const Script show("printf '%s|' \"$@\"");
    const ExternalAnswer answer = run_external({show.path(), "a b", "$HOME", "; exit 3"}, "");
    EXPECT_TRUE(answer.succeeded) << answer.reason;
    EXPECT_EQ(answer.output, "a b|$HOME|; exit 3|");
}

TEST(ExternalProgram, ThatIsNotInstalledIsReported)
{
    const ExternalAnswer answer = run_external({"/no/such/program"}, "text");
    EXPECT_FALSE(answer.succeeded);
    EXPECT_TRUE(says(answer.reason, "cannot be started")) << answer.reason;
    EXPECT_FALSE(run_external({""}, "").succeeded);
    EXPECT_TRUE(has_no_children());
}

TEST(ExternalProgram, ThatHangsIsKilledWithItsChildren)
{
    // The script's child would keep the stream open for a minute.
    const Script hang("sleep 60 & sleep 60");
    ExternalAnswer answer;
    const double spent =
        seconds_of([&] { answer = run_external({hang.path()}, "", {.seconds = 0.2}); });
    EXPECT_FALSE(answer.succeeded);
    EXPECT_TRUE(says(answer.reason, "did not finish within 0.2 s")) << answer.reason;
    EXPECT_LT(spent, 5);
    EXPECT_TRUE(has_no_children());
}

TEST(ExternalProgram, ThatIgnoresTerminationIsKilled)
{
    const Script hang("trap '' TERM INT HUP\nwhile :; do sleep 1; done");
    const double spent = seconds_of(
        [&] { EXPECT_FALSE(run_external({hang.path()}, "", {.seconds = 0.2}).succeeded); });
    EXPECT_LT(spent, 5);
    EXPECT_TRUE(has_no_children());
}

TEST(ExternalProgram, ThatLeavesAChildBehindCountsAsEnded)
{
    const Script leave("sleep 60 &\necho done");
    ExternalAnswer answer;
    const double spent = seconds_of([&] { answer = run_external({leave.path()}, ""); });
    EXPECT_TRUE(answer.succeeded) << answer.reason;
    EXPECT_EQ(answer.output, "done\n");
    EXPECT_LT(spent, 5);
}

TEST(ExternalProgram, ThatClosesItsOutputIsWaitedFor)
{
    const Script quiet("exec >&-\nsleep 0.2\nexit 7");
    const ExternalAnswer answer = run_external({quiet.path()}, "");
    EXPECT_TRUE(says(answer.reason, "exit code 7")) << answer.reason;
}

TEST(ExternalProgram, ThatFailsIsReported)
{
    const Script fail("echo half\nexit 3");
    const ExternalAnswer answer = run_external({fail.path()}, "");
    EXPECT_FALSE(answer.succeeded);
    EXPECT_TRUE(says(answer.reason, "exit code 3")) << answer.reason;
    EXPECT_EQ(answer.output, "half\n");
}

TEST(ExternalProgram, ThatCrashesIsReported)
{
    const Script crash("kill -SEGV $$");
    const ExternalAnswer answer = run_external({crash.path()}, "");
    EXPECT_FALSE(answer.succeeded);
    EXPECT_TRUE(says(answer.reason, "signal 11")) << answer.reason;
    EXPECT_TRUE(has_no_children());
}

TEST(ExternalProgram, ThatWritesWithoutEndIsKilled)
{
    const Script flood("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done");
    const ExternalAnswer answer =
        run_external({flood.path()}, "", {.seconds = 20, .output = 100'000});
    EXPECT_FALSE(answer.succeeded);
    EXPECT_TRUE(says(answer.reason, "more than 100000 bytes")) << answer.reason;
    EXPECT_TRUE(has_no_children());
}

#ifdef __linux__
TEST(ExternalProgram, GetsNoMoreMemoryThanIsAllowed)
{
    // dd wants a buffer of 400 MB, after the limit has been set for certain.
    const Script greedy("sleep 0.1\nexec dd if=/dev/zero of=/dev/null bs=400M count=1");
    EXPECT_FALSE(run_external({greedy.path()}, "", {.memory = std::size_t(200) << 20}).succeeded);
    EXPECT_TRUE(run_external({greedy.path()}, "").succeeded);
}
#endif

TEST(ExternalProgram, ThatDoesNotReadItsInputCausesNoSignal)
{
    // Writing to a stream without a reader would end the test with SIGPIPE.
    const Script deaf("exec <&-\nsleep 0.1\necho heard nothing");
    const ExternalAnswer answer = run_external({deaf.path()}, std::string(3'000'000, 'x'));
    EXPECT_TRUE(answer.succeeded) << answer.reason;
    EXPECT_EQ(answer.output, "heard nothing\n");
}

TEST(ExternalProgram, WorksWhereTheCallerIgnoresItsChildren)
{
    struct sigaction ignore {
    }, before{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGCHLD, &ignore, &before);
    const Script echo("cat");
    const ExternalAnswer answer = run_external({echo.path()}, "text");
    sigaction(SIGCHLD, &before, nullptr);
    EXPECT_TRUE(answer.succeeded) << answer.reason;
    EXPECT_EQ(answer.output, "text");
}

}  // namespace
}  // namespace involute::test
