// SPDX-License-Identifier: Apache-2.0
// involute sweep: the file is the same byte for byte, however it was made; mistakes change nothing.
#include <cmath>

#include "tests/cli/killed_runs.hpp"

namespace cli {
namespace {

const std::string oscillator =
    "param w = 1\nvar x\nx'' + w^2*x = 0\nstart x = 1, x' = 0\nsection zero: x = 0\nsolve to 4\n";
// Runs of some length, of which some fail: x' = x^2 ends at t = 1/x0.
const std::string pole =
    "param w = 5\nvar x, y, z\nx' = x^2\ny' = z\nz' = -w^2*y\n"
    "start x = 1, y = 1, z = 0\nsolve to 1\n";

class Sweeps : public testing::Test {
protected:
    std::string path(const std::string& name) const { return (folder.path / name).string(); }
    /// The sweep in question into a file, with further options.
    Ran run(const std::string& file, const std::string& more = "") const
    {
        return involute("sweep " + model_ + what_ + " --quiet -o " + path(file) + " " + more);
    }
    /// The whole file, made once by one thread.
    std::string whole()
    {
        if (!fs::exists(path("whole.csv"))) {
            const Ran ran = run("whole.csv", "--threads 1");
            EXPECT_EQ(ran.code, 0) << ran.err;
        }
        return content(path("whole.csv"));
    }

    const Folder folder{};
    std::string model_ = folder.write("pole.ode", pole);
    std::string what_ =
        " --over w=4:9:20 --over x=0.3:1.2:10 --keep 'y(end), max(x), x at 0.2,0.5'";
};

TEST_F(Sweeps, WriteALineForEveryRun)
{
    const std::string file = folder.write("oscillator.ode", oscillator);
    const Ran ran = involute("sweep " + file + " --over w=1:2:3 --keep 'x(end), t(zero)'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("# involute sweep 1, runs 3, key ")) << ran.out;
    const std::string lines = ran.out.substr(ran.out.find('\n') + 1);
    EXPECT_TRUE(lines.starts_with("run,w,x(end),t(zero),code,reason\n1,1,")) << lines;
    const Rows rows = csv_rows(lines);
    ASSERT_EQ(rows.size(), 3u);
    for (const auto& row : rows) {
        EXPECT_NEAR(row[2], std::cos(4 * row[1]), 1e-7);
        EXPECT_NEAR(row[3], std::acos(0.0) / row[1], 1e-7);
    }
    EXPECT_NE(ran.err.find("3 finished"), std::string::npos) << ran.err;
}

TEST_F(Sweeps, SayHowRunsFailedAndGoOn)
{
    const std::string text = whole();
    EXPECT_EQ(std::ranges::count(text, '\n'), 202);
    EXPECT_NE(text.find("\n200,"), std::string::npos);
    const Ran ran = involute("sweep " + model_ + " --over x=0.4,0.8,1.6,3.2 --keep 'x(end)'");
    EXPECT_EQ(ran.code, 0);  // failures are rows like others
    EXPECT_NE(ran.err.find("2 finished"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("first in run 3: "), std::string::npos) << ran.err;
}

TEST_F(Sweeps, GiveTheSameBytesWithAnyNumberOfThreads)
{
    for (const std::string threads : {"2", "5"}) {
        EXPECT_EQ(run(threads + ".csv", "--threads " + threads).code, 0);
        EXPECT_EQ(content(path(threads + ".csv")), whole());
    }
    EXPECT_EQ(involute("sweep " + model_ + what_ + " --quiet").out, whole());
}

TEST_F(Sweeps, GiveTheSameBytesWithAnyNumberOfLanes)
{
    for (const std::string lanes : {"1", "4", "8"}) {
        EXPECT_EQ(run("lanes" + lanes + ".csv", "--lanes " + lanes).code, 0);
        EXPECT_EQ(content(path("lanes" + lanes + ".csv")), whole());
    }
}

TEST_F(Sweeps, AreCollectedFromParts)
{
    std::string parts;
    for (int k = 16; k >= 1; --k) {
        const std::string name = "part" + std::to_string(k) + ".csv";
        EXPECT_EQ(run(name, "--threads 2 --shard " + std::to_string(k) + "/16").code, 0);
        parts += " " + path(name);
    }
    const Ran ran = involute("sweep --collect" + parts + " -o " + path("all.csv"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(content(path("all.csv")), whole());

    const auto refused = [&](const std::string& files, const std::string& why) {
        const Ran wrong = involute("sweep --collect " + files + " -o " + path("wrong.csv"));
        EXPECT_EQ(wrong.code, 2);
        EXPECT_NE(wrong.err.find(why), std::string::npos) << wrong.err;
        EXPECT_FALSE(fs::exists(path("wrong.csv")));
    };
    refused(path("part1.csv") + " " + path("part2.csv"), "part 3/16 is missing");
    refused(parts + " " + path("part7.csv"), "part 7/16 is given more than once");
    refused(parts + " " + path("whole.csv"), "of different sweeps");
    refused(model_, "is not a file of `involute sweep`");
    refused(path("absent.csv"), "cannot read");
    const std::string part = content(path("part7.csv"));
    folder.write("part7.csv", part.substr(0, part.size() - 5));
    refused(parts, "is not finished: 11 of 12 runs are there");
    EXPECT_EQ(involute("sweep --collect" + parts + " -o " + path("all.csv")).code, 2);
    EXPECT_EQ(content(path("all.csv")), whole());
    EXPECT_EQ(involute("sweep --collect " + path("whole.csv")).code, 2);
}

TEST_F(Sweeps, AreGoneOnWithFromAnyByte)
{
    const std::string text = whole();
    const auto lines = text.find('\n', text.find('\n') + 1) + 1;  // after the names
    for (const std::size_t bytes : {std::size_t(0), std::size_t(20), lines - 3, lines, lines + 5,
                                    text.size() / 2, text.size() - 1, text.size()}) {
        folder.write("cut.csv", text.substr(0, bytes));
        const Ran ran = run("cut.csv", "--resume");
        EXPECT_EQ(ran.code, 0) << bytes << ran.err;
        EXPECT_EQ(content(path("cut.csv")), text) << bytes;
    }
    fs::remove(path("cut.csv"));
    EXPECT_EQ(run("cut.csv", "--resume").code, 0);  // there is nothing yet
    EXPECT_EQ(content(path("cut.csv")), text);
    EXPECT_NE(involute("sweep " + model_ + what_ + " --resume -o " + path("cut.csv"))
                  .err.find("all runs are there"),
              std::string::npos);
}

TEST_F(Sweeps, ThatAreKilledLeaveWholeLinesAndAreGoneOnWith)
{
    // Long enough to be killed several times.
    const std::vector<std::string> words = {"sweep",   model_,       "--over", "w=40:60:6",
                                            "--over",  "x=0:1.5:40", "--keep", "y(end)",
                                            "--quiet", "--resume",   "-o",     path("killed.csv")};
    const auto plain = [&](const std::string& name) {
        return involute("sweep " + model_ +
                        " --over w=40:60:6 --over x=0:1.5:40 --keep 'y(end)' --quiet -o " +
                        path(name));
    };
    std::mt19937 random(3);
    int killed = 0;
    std::size_t size = 0;
    for (int k = 0; k < 60; ++k) {
        const auto wait = std::chrono::microseconds(30000 + random() % 150000);
        const int code = run_for(wait, words, folder.path / "err");
        ASSERT_TRUE(code == -SIGKILL || code == 0) << code << content(folder.path / "err");
        if (code == 0) break;
        ++killed;
        if (fs::exists(path("killed.csv")))
            size = std::max(size, content(path("killed.csv")).size());
    }
    EXPECT_GT(killed, 0);
    EXPECT_GT(size, 0u);
    const Ran last =
        involute("sweep " + model_ +
                 " --over w=40:60:6 --over x=0:1.5:40 --keep 'y(end)' --quiet --resume -o " +
                 path("killed.csv"));
    EXPECT_EQ(last.code, 0) << last.err;
    EXPECT_EQ(plain("alone.csv").code, 0);
    EXPECT_EQ(content(path("killed.csv")), content(path("alone.csv")));
}

TEST_F(Sweeps, ThatAreInterruptedSayWhatIsLeft)
{
    const std::string sweep =
        "sweep " + model_ + " --over w=400:600:30000 --keep 'y(end)' -o " + path("cut.csv");
    for (const std::string signal : {"INT", "TERM"}) {
        fs::remove(path("cut.csv"));
        const Ran ran = involute(sweep, "timeout -s " + signal + " 0.5");
        const std::string text = content(path("cut.csv"));
        EXPECT_TRUE(text.empty() || text.ends_with("\n"));
        EXPECT_NE(ran.err.find("are left: the same command with --resume"), std::string::npos)
            << ran.err;
        EXPECT_EQ(text.find("interrupted"), std::string::npos);
    }
}

TEST_F(Sweeps, OverwriteNothing)
{
    const std::string text = whole();
    const auto refused = [&](const Ran& ran, const std::string& why) {
        EXPECT_EQ(ran.code, 2);
        EXPECT_NE(ran.err.find(why), std::string::npos) << ran.err;
        EXPECT_EQ(content(path("whole.csv")), text);
    };
    const std::string there = " --quiet -o " + path("whole.csv");
    refused(run("whole.csv"), "exists");
    refused(run("whole.csv", "--resume --rtol 1e-9"), "is of another sweep");
    refused(run("whole.csv", "--resume --shard 1/2"), "is of another sweep");
    refused(involute("sweep " + model_ + " --over x=0.1,0.2 --resume" + there),
            "is of another sweep");
    const std::string other = folder.write("other.ode", pole + "section s: y = 0\n");
    refused(involute("sweep " + other + what_ + " --resume" + there), "is of another sweep");
    refused(involute("sweep " + model_ + what_ + " -o " + model_), "is the model itself");
    EXPECT_EQ(content(model_), pole);
    folder.write("notes.txt", "my notes\n");
    refused(involute("sweep " + model_ + what_ + " --resume -o " + path("notes.txt")),
            "another sweep");
    EXPECT_EQ(content(path("notes.txt")), "my notes\n");
    std::string changed = text;
    changed.replace(changed.find("\n100,"), 5, "\n101,");
    folder.write("changed.csv", changed);
    refused(run("changed.csv", "--resume"), "where run 100 should be");
    EXPECT_EQ(content(path("changed.csv")), changed);
    // wherever the model lies, it is the same sweep
    fs::create_directory(folder.path / "elsewhere");
    fs::copy(model_, folder.path / "elsewhere" / "moved.ode");
    const Ran moved = involute("sweep " + path("elsewhere/moved.ode") + what_ + " --quiet");
    EXPECT_EQ(moved.out, text);
}

TEST_F(Sweeps, AnswerMistakesInOneMessage)
{
    const auto refused = [&](const std::string& arguments, const std::string& why) {
        const Ran ran = involute("sweep " + arguments + " -o " + path("none.csv"));
        EXPECT_EQ(ran.code, 2) << arguments;
        EXPECT_NE(ran.err.find(why), std::string::npos) << arguments << "\n" << ran.err;
        EXPECT_LE(std::ranges::count(ran.err, '\n'), 4) << ran.err;
        EXPECT_FALSE(fs::exists(path("none.csv"))) << arguments;
    };
    refused(model_, "the sweep varies nothing");
    refused(model_ + " --over u=1:2:3", "no parameter and no unknown is called `u`");
    refused(model_ + " --over w=1:2", "how many values there are is missing");
    refused(model_ + " --over w=1::5", "`` is no finite number");
    refused(model_ + " --over w=1:2:1000000 --over x=1:2:1000000", "1e+12 runs");
    refused(model_ + " --over w=1,2 --over w=3,4", "`w` twice");
    refused(model_ + " --list " + folder.write("text.csv", "w,x\n1,heavy\n"), "`heavy` for `x`");
    refused(model_ + " --list " + folder.write("gap.csv", "w,x\n1,\n"), "entry for `x` is missing");
    refused(model_ + " --list " + path("absent.csv"), "cannot read");
    refused(model_ + " --sample lhs:10", "nothing says what is to be sampled");
    refused(model_ + " --sample lhs --range w=1:2", "how many samples");
    refused(model_ + " --sample dice:6 --range w=1:2", "uniform, lhs and sobol");
    refused(model_ + " --range w=1:2 --over x=1,2", "are for `--sample`");
    refused(model_ + " --sample lhs:9 --range w=1:2 --seed -1", "`--seed -1`");
    refused(model_ + " --over w=1,2 --keep 'y'", "what is to be kept of `y`");
    refused(model_ + " --over w=1,2 --keep 'q(end)'", "unknown name `q`");
    refused(model_ + " --over w=1,2 --shard 0/4", "`--shard 0/4` is no part");
    refused(model_ + " --over w=1,2 --shard 5/4", "`--shard 5/4` is no part");
    refused(model_ + " --over w=1,2 --threads 0", "`--threads 0`");
    refused(model_ + " --over w=1,2 --lanes 3", "`--lanes 3` is none of 1, 4 and 8");
    refused(model_ + " " + model_ + " --over w=1,2", "takes one model");
    refused(model_ + " --over w=1,2 --columns x", "`--columns` is for `--keep rows`");
    refused(folder.write("endless.ode", "var x\nx' = x\nstart x = 1\n") + " --over x=1,2",
            "nothing says where the runs end");
    const std::string shaped = folder.write(
        "shaped.ode",
        "param n = 2\nvar x[1..n]\nx[1]' = 1\nx[2]' = 2\nstart x[1] = 0, x[2] = 0\nsolve to 1\n");
    refused(shaped + " --over n=2,3", "the bound of an array depends on it");
    refused(shaped + " --over n=2,3", "leave `n` out of what is tunable or swept");
    EXPECT_EQ(involute("sweep " + model_ + " --over w=1,2 --resume").code, 2);
    refused(model_ + " --over w=1,2 --keep rows --points 1000000000",
            "fewer columns by `--columns`");
    for (const std::string name : {"none.nc", "none.json"}) {
        const Ran ran = involute("sweep " + model_ + " --over w=1,2 -o " + path(name));
        EXPECT_EQ(ran.code, 2);
        EXPECT_NE(ran.err.find("the file of a sweep is csv"), std::string::npos) << ran.err;
        EXPECT_FALSE(fs::exists(path(name)));
    }
    EXPECT_NE(involute("sweep " + model_ + " --over w=1,2 -o ''").err.find("names no file"),
              std::string::npos);
}

TEST_F(Sweeps, SampleRangesAndDistributions)
{
    const std::string sample = "sweep " + model_ + " --to 0.1 --keep 'y(end)' --quiet --sample ";
    const Ran lhs = involute(sample + "lhs:20 --seed 7 --range 'w=1:2, y~normal(5,0.1)'");
    EXPECT_EQ(lhs.code, 0) << lhs.err;
    const Rows rows = csv_rows(lhs.out.substr(lhs.out.find('\n') + 1));
    ASSERT_EQ(rows.size(), 20u);
    for (const auto& row : rows) {
        EXPECT_GT(row[1], 1);
        EXPECT_LT(row[1], 2);
        EXPECT_NEAR(row[2], 5, 0.6);
        EXPECT_NEAR(row[3], row[2] * std::cos(0.1 * row[1]), 1e-6);
    }
    EXPECT_EQ(involute(sample + "lhs:20 --seed 7 --range 'w=1:2' --range 'y~normal(5,0.1)'").out,
              lhs.out);
    EXPECT_NE(involute(sample + "lhs:20 --seed 8 --range 'w=1:2, y~normal(5,0.1)'").out, lhs.out);
    const Ran both = involute(sample + "sobol:4 --range w=1:2 --over x=0.1,0.2");
    EXPECT_EQ(csv_rows(both.out.substr(both.out.find('\n') + 1)).size(), 8u);
}

}  // namespace
}  // namespace cli
