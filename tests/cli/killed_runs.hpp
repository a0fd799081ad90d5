// SPDX-License-Identifier: Apache-2.0
// A run that is killed again and again while it writes checkpoints, and gone on with each time.
#pragma once

#include <fcntl.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/cli/program.hpp"

namespace cli {

/// Starts the program, kills it after a while if it still runs, and returns its exit code, or minus
/// the signal.
inline int run_for(std::chrono::microseconds while_, const std::vector<std::string>& arguments,
                   const fs::path& err)
{
    const pid_t pid = fork();
    if (pid == 0) {
        const int file = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDERR_FILENO);
        std::vector<char*> words{const_cast<char*>("involute")};
        for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        execv(INVOLUTE_PROGRAM, words.data());
        _exit(127);
    }
    std::this_thread::sleep_for(while_);
    kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Killed so often at random places, the run ends with the rows of one that was left alone.
inline void expect_same_rows_after(int kills, unsigned seed)
{
    const Folder folder;
    const std::string whole = (folder.path / "whole.csv").string(),
                      rows = (folder.path / "rows.csv").string(),
                      kept = (folder.path / "kept").string();
    const std::vector<std::string> run = {"solve", model("pendulum"), "--to", "400", "--quiet"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = run;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    ASSERT_EQ(involute("solve " + model("pendulum") + " --to 400 --quiet -o " + whole).code, 0);
    std::mt19937 random(seed);
    int with_checkpoint = 0, finished = 0;
    for (int k = 0; k < kills; ++k) {
        std::vector<std::string> words = {"-o", rows, "--checkpoint", kept, "--checkpoint-every",
                                          "0"};
        if (fs::exists(kept)) {
            words.insert(words.end(), {"--resume", kept});
            ++with_checkpoint;
        }
        const auto wait = std::chrono::microseconds(20000 + random() % 100000);
        const int code = run_for(wait, with(words), folder.path / "err");
        ASSERT_TRUE(code == -SIGKILL || code == 0) << code << content(folder.path / "err");
        if (code != 0) continue;
        ++finished;
        EXPECT_EQ(content(rows), content(whole)) << "finished before kill " << k;
        fs::remove(kept);
        fs::remove(rows);
    }
    EXPECT_GT(with_checkpoint, kills / 2);
    std::string last = "solve " + model("pendulum") + " --to 400 --quiet -o " + rows;
    if (fs::exists(kept)) last += " --resume " + kept;
    const Ran ran = involute(last);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(content(rows), content(whole)) << finished << " finished before they were killed";
    EXPECT_FALSE(content(whole).empty());
}

}  // namespace cli
