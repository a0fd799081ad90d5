// SPDX-License-Identifier: Apache-2.0
// However a run ends, what was computed is written or nothing is, in whole lines, with a clear
// message and exit code.
#include <fcntl.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include "tests/cli/program.hpp"

namespace cli {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

const std::string pendulum = model("pendulum");

/// Waits until something holds, for up to half a minute: machines may be busy.
template <class Condition>
bool comes_true(const Condition& condition)
{
    for (int k = 0; k < 3000; ++k) {
        if (condition()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

/// A line of /proc/PID/status, such as the signals that are caught.
std::string status_line(pid_t pid, const std::string& name)
{
    std::istringstream lines(content("/proc/" + std::to_string(pid) + "/status"));
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(name + ":")) return line.substr(name.size() + 1);
    return "";
}

bool catches(pid_t pid, int signal)
{
    const std::string mask = status_line(pid, "SigCgt");
    return !mask.empty() && (std::stoull(mask, nullptr, 16) >> (signal - 1) & 1) != 0;
}

/// The program while it runs, with its output in files of the folder.
class Running {
public:
    Running(const Folder& folder, const std::vector<std::string>& arguments) : folder_(folder)
    {
        pid_ = fork();
        if (pid_ != 0) return;
        const auto to_file = [&](const char* name, int descriptor) {
            const int file = open((folder.path / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(file, descriptor);
        };
        to_file("stdout", STDOUT_FILENO);
        to_file("stderr", STDERR_FILENO);
        std::vector<char*> words{const_cast<char*>("involute")};
        for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        execv(INVOLUTE_PROGRAM, words.data());
        _exit(127);
    }
    ~Running()
    {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    pid_t pid() const { return pid_; }
    void send(int signal) const { ::kill(pid_, signal); }
    /// Waits for the end: the exit code, or minus the signal that ended it.
    Ran ended()
    {
        int status = 0;
        waitpid(std::exchange(pid_, -1), &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
                content(folder_.path / "stdout"), content(folder_.path / "stderr")};
    }

private:
    const Folder& folder_;
    pid_t pid_ = -1;
};

const std::vector<std::string> long_run = {"solve", pendulum, "--to", "1e9"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Every line has as many fields as the header, and the text ends with a line.
void expect_whole_lines(const std::string& csv)
{
    ASSERT_FALSE(csv.empty());
    EXPECT_EQ(csv.back(), '\n');
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    const auto fields = std::count(line.begin(), line.end(), ',');
    while (std::getline(lines, line))
        ASSERT_EQ(std::count(line.begin(), line.end(), ','), fields) << line;
}

TEST(Signals, WriteWhatIsThere)
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const std::string format : {"csv", "json"}) {
            const Folder folder;
            const std::string file = (folder.path / "out").string();
            Running run(folder,
                        with(long_run, {"-o", file, "--format", format, "--points", "1000"}));
            ASSERT_TRUE(comes_true([&] { return catches(run.pid(), signal); }));
            std::this_thread::sleep_for(50ms);
            run.send(signal);
            const Ran ran = run.ended();
            EXPECT_EQ(ran.code, 4) << signal << " " << ran.err;
            EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
            const std::string written = content(file);
            if (format == "json")
                EXPECT_EQ(json::parse(written).at("code"), "interrupted");
            else
                expect_whole_lines(written);
            EXPECT_EQ(folder.files(), 3) << "out, stdout and stderr";
        }
}

TEST(Signals, ThatComeTwiceAtOnceAreOne)
{
    // `timeout` sends its signal to the program, and then to its whole group.
    const Folder folder;
    Running run(folder, with(long_run, {"--format", "json", "--points", "1000"}));
    ASSERT_TRUE(comes_true([&] { return catches(run.pid(), SIGTERM); }));
    run.send(SIGTERM);
    std::this_thread::sleep_for(1ms);
    run.send(SIGTERM);
    run.send(SIGINT);
    const Ran ran = run.ended();
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("code"), "interrupted");
}

TEST(Signals, ThatKillLeaveNothingBesideTheOldFile)
{
    const Folder folder;
    const std::string file = folder.write("out", "old");
    Running run(folder, with(long_run, {"-o", file}));
    ASSERT_TRUE(comes_true([&] { return catches(run.pid(), SIGTERM); }));
    std::this_thread::sleep_for(100ms);
    run.send(SIGKILL);
    EXPECT_EQ(run.ended().code, -SIGKILL);
    EXPECT_EQ(content(file), "old");
    EXPECT_EQ(folder.files(), 3) << "out, stdout and stderr";
}

TEST(Rows, AreWrittenAsTheyCome)
{
    const Folder folder;
    Running run(folder, long_run);
    const fs::path out = folder.path / "stdout";
    EXPECT_TRUE(comes_true([&] { return fs::exists(out) && fs::file_size(out) > 100'000; }));
    run.send(SIGKILL);
    run.ended();
    expect_whole_lines(content(out));
}

TEST(Rows, AsCsvTakeNoMemory)
{
    // A pendulum makes rows of some 150 bytes of text; 40 MB of them are more than its process
    // grows by.
    const Folder folder;
    Running run(folder, long_run);
    const fs::path out = folder.path / "stdout";
    const auto rows_of = [&](std::uintmax_t bytes) {
        return comes_true([&] { return fs::exists(out) && fs::file_size(out) > bytes; });
    };
    const auto kilobytes = [&] { return std::stol(status_line(run.pid(), "VmRSS")); };
    ASSERT_TRUE(rows_of(1'000'000));
    const long before = kilobytes();
    ASSERT_TRUE(rows_of(20'000'000));
    // Kept, they would be 15 MB; a sanitizer holds freed memory back, 6 MB here.
    EXPECT_LT(kilobytes() - before, 12000);
}

TEST(Rows, ThatAreKeptFillNoMoreMemoryThanTheyMay)
{
    const Ran ran = involute("solve " + pendulum + " --to 1e9 --format json --max-memory 1");
    EXPECT_EQ(ran.code, 4);
    EXPECT_NE(ran.err.find("fill 1 megabytes"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("--max-memory"), std::string::npos) << ran.err;
    const json s = json::parse(ran.out);
    EXPECT_EQ(s.at("code"), "max_memory");
    // 8 numbers of 8 bytes a row.
    EXPECT_LT(s.at("values").size() * 64, 1'000'000u);
    EXPECT_GT(s.at("values").size() * 64, 300'000u);
}

TEST(Streams, ThatAreFullOrClosedAreSaidClearly)
{
    const Folder folder;
    const std::string err = (folder.path / "err").string();
    for (const std::string format : {"csv", "json"}) {
        const std::string line = std::string(INVOLUTE_PROGRAM) + " solve " + pendulum +
                                 " --to 100 --format " + format + " >/dev/full 2>" + err;
        EXPECT_EQ(std::system(line.c_str()), 2 << 8);
        EXPECT_EQ(content(err),
                  "error: cannot write to standard output: No space left on device\n");
    }
    const std::string command = std::string(INVOLUTE_PROGRAM) + " solve " + pendulum + " --to 1 ";
    const auto exit_of = [](const std::string& line) {
        const int status = std::system(line.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    EXPECT_EQ(exit_of(command + ">/dev/full 2>/dev/null"), 2);
    EXPECT_EQ(exit_of(command + ">&- 2>/dev/null"), 2);
    EXPECT_EQ(exit_of(command + ">/dev/null 2>&-"), 0);
    EXPECT_EQ(exit_of(command + ">/dev/null 2>/dev/full"), 0);
    EXPECT_EQ(exit_of(command + ">/dev/null 2>&- <&-"), 0);
    EXPECT_EQ(exit_of(std::string(INVOLUTE_PROGRAM) + " solve /no/such.ode 2>&-"), 2);
    EXPECT_EQ(exit_of(std::string(INVOLUTE_PROGRAM) + " methods >/dev/full 2>/dev/null"), 2);
    EXPECT_EQ(exit_of(std::string(INVOLUTE_PROGRAM) + " check " + pendulum + " >/dev/full 2>&-"),
              2);
}

TEST(Streams, ThatAreClosedDoNotBecomeTheFile)
{
    const Folder folder;
    const std::string file = (folder.path / "out.csv").string();
    const std::string expected = involute("solve " + pendulum + " --to 1").out;
    for (const std::string closed : {"2>&-", ">&-", "<&-", ">&- 2>&- <&-"}) {
        const std::string line = std::string(INVOLUTE_PROGRAM) + " solve " + pendulum +
                                 " --to 1 -o " + file + " " + closed;
        EXPECT_EQ(std::system(line.c_str()), 0) << closed;
        EXPECT_EQ(content(file), expected) << closed;
    }
}

TEST(Streams, WhoseReaderLeavesEndTheRunSilently)
{
    const Folder folder;
    const std::string err = (folder.path / "err").string();
    const std::string line = std::string(INVOLUTE_PROGRAM) + " solve " + pendulum + " --to 1e9 2>" +
                             err + " | head -3 >/dev/null";
    EXPECT_EQ(std::system(line.c_str()), 0);
    EXPECT_EQ(content(err), "");
}

TEST(Files, ThatGrowTooLargeAreSaidClearlyAndNotLeft)
{
    const Folder folder;
    const std::string file = (folder.path / "out.csv").string();
    const std::string err = (folder.path / "err").string();
    const std::string line = "ulimit -f 8; " + std::string(INVOLUTE_PROGRAM) + " solve " +
                             pendulum + " --to 1e9 -o " + file + " 2>" + err;
    EXPECT_EQ(std::system(line.c_str()), 2 << 8);
    EXPECT_NE(content(err).find("cannot write `" + file + "`: File too large"), std::string::npos)
        << content(err);
    EXPECT_EQ(folder.files(), 1) << "err";
}

TEST(Quiet, SaysNothingUnlessSomethingIsWrong)
{
    const Folder folder;
    // y is not given, which is worth a note.
    const std::string file = folder.write("free.ode", "var x, y\nx' = y\ny' = -x\nstart x = 1\n");
    const Ran loud = involute("solve " + file + " --to 1"),
              quiet = involute("solve " + file + " --to 1 --quiet");
    EXPECT_NE(loud.err.find("note: "), std::string::npos) << loud.err;
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(quiet.out, loud.out);
    const Ran stopped = involute("solve " + file + " --to 100 --max-steps 3 --quiet");
    EXPECT_NE(stopped.err.find("3 steps were used up"), std::string::npos) << stopped.err;
}

/// In the place of Singular, which is asked about polynomial constraints: it never answers.
std::string asks_singular(const Folder& folder)
{
    const std::string pid = (folder.path / "pid").string();
    const std::string program =
        folder.write("singular", "#!/bin/sh\necho $$ >" + pid + "\nexec sleep 60\n");
    fs::permissions(program, fs::perms::owner_all);
    return program;
}

bool is_running(const fs::path& pid_file)
{
    const std::string state = status_line(std::stoi(content(pid_file)), "State");
    return !state.empty() && state.find('Z') == std::string::npos;
}

TEST(Singular, IsEndedWhenTheTimeIsUp)
{
    const Folder folder;
    const std::string program = asks_singular(folder);
    const auto begin = std::chrono::steady_clock::now();
    Running run(folder, {"solve", pendulum, "--to", "1", "--component", "1", "--singular", program,
                         "--max-seconds", "0.5", "--format", "json"});
    const Ran ran = run.ended();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("code"), "max_seconds");
    EXPECT_FALSE(is_running(folder.path / "pid"));
}

TEST(Singular, IsEndedWithTheProgram)
{
    for (const int signal : {SIGTERM, SIGINT}) {
        const Folder folder;
        const std::string program = asks_singular(folder);
        Running run(folder, {"solve", pendulum, "--to", "1", "--component", "1", "--singular",
                             program, "--format", "json"});
        const fs::path pid = folder.path / "pid";
        ASSERT_TRUE(comes_true([&] { return fs::exists(pid) && content(pid).ends_with('\n'); }));
        run.send(signal);
        const Ran ran = run.ended();
        EXPECT_EQ(ran.code, 4) << ran.err;
        EXPECT_EQ(json::parse(ran.out).at("code"), "interrupted");
        EXPECT_FALSE(is_running(pid));
    }
}

}  // namespace
}  // namespace cli
