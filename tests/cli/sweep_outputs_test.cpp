// SPDX-License-Identifier: Apache-2.0
// What a sweep writes beside csv: arrays, rows of runs, pictures; and sweeps under mpirun.
#include <algorithm>
#include <cmath>
#include <thread>

#include "tests/cli/killed_runs.hpp"

namespace cli {
namespace {

const std::string well =
    "param c = 0.5\nvar x\nx'' = x - x^3 - c*x'\nstart x = 1, x' = 0\nsolve to 40\n";
const std::string decay = "param k = 1, a = 1\nvar x\nx' = -k*x\nstart x = a\nsolve to 2\n";

class SweepOutputs : public testing::Test {
protected:
    std::string path(const std::string& name) const { return (folder.path / name).string(); }
    Ran sweep(const std::string& words, const std::string& before = "") const
    {
        return involute("sweep " + model_ + " " + words, before);
    }
    /// mpirun, where it and our module are there.
    static std::string mpirun(int ranks)
    {
        return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe "
               "--bind-to none -n " +
               std::to_string(ranks);
    }
    static bool has_mpi()
    {
        return fs::exists(fs::path(INVOLUTE_PROGRAM).parent_path() / "involute_mpi.so") &&
               std::system("command -v mpirun >/dev/null 2>&1") == 0;
    }

    const Folder folder{};
    std::string model_ = folder.write("decay.ode", decay);
};

TEST_F(SweepOutputs, AreArraysThatAreThereWholeOrNot)
{
    const std::string what = "--over k=0.5:2:40 --keep 'x(end)' --quiet ";
    EXPECT_EQ(sweep(what + "-o " + path("whole.csv")).code, 0);
    const Ran ran = sweep(what + "-o " + path("a.npz"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(content(path("a.npz")).starts_with("PK"));
    EXPECT_FALSE(fs::exists(path("a.npz.csv")));
    // gone on with from the csv that grows beside it
    const std::string text = content(path("whole.csv"));
    folder.write("b.npz.csv", text.substr(0, text.size() / 2));
    EXPECT_EQ(sweep(what + "-o " + path("b.npz")).code, 2);
    EXPECT_FALSE(fs::exists(path("b.npz")));
    EXPECT_EQ(sweep(what + "--resume -o " + path("b.npz")).code, 0);
    EXPECT_EQ(content(path("a.npz")), content(path("b.npz")));
    // what is finished stays, what is another's too
    EXPECT_EQ(sweep(what + "--resume -o " + path("b.npz")).code, 0);
    const std::string bytes = content(path("b.npz"));
    EXPECT_NE(sweep(what + "-o " + path("b.npz")).err.find("exists"), std::string::npos);
    EXPECT_NE(sweep(what + "--resume --rtol 1e-9 -o " + path("b.npz")).err.find("another sweep"),
              std::string::npos);
    EXPECT_EQ(content(path("b.npz")), bytes);
    // parts become arrays when they are put together
    std::string parts;
    for (const std::string k : {"1", "2", "3"}) {
        EXPECT_EQ(sweep(what + "--shard " + k + "/3 -o " + path("part" + k + ".csv")).code, 0);
        parts += " " + path("part" + k + ".csv");
    }
    EXPECT_EQ(involute("sweep --collect" + parts + " -o " + path("c.npz")).code, 0);
    EXPECT_EQ(content(path("c.npz")), bytes);
    EXPECT_EQ(sweep(what + "--shard 1/3 -o " + path("part.npz")).code, 2);
}

// x = exp(-k t)
TEST_F(SweepOutputs, AreRowsOfRunsThatSayBeforehandWhatTheyTake)
{
    const Ran ran =
        sweep("--over k=1,2 --keep rows --every 0.5 --columns x -o " + path("rows.csv"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("2 runs of 5 rows with 2 columns: at most ")) << ran.err;
    const std::string text = content(path("rows.csv"));
    EXPECT_NE(text.find(", rows 5, given 1\nrun,k,t,x,code,reason\n1,1,0,1,finished,\n"),
              std::string::npos)
        << text;
    const Rows rows = csv_rows(text.substr(text.find('\n') + 1));
    ASSERT_EQ(rows.size(), 10u);
    for (const auto& row : rows) EXPECT_NEAR(row[3], std::exp(-row[1] * row[2]), 1e-7);
    for (const std::string flag : {"--points 5", "--every 0.1", "--at 1,2", "--columns x"})
        EXPECT_NE(sweep("--over k=1,2 " + flag).err.find("is for `--keep rows`"),
                  std::string::npos);
    EXPECT_NE(sweep("--over k=1,2 --keep rows").err.find("`--points`, `--every` or `--at`"),
              std::string::npos);
}

TEST_F(SweepOutputs, ArePicturesOverOneAxisAndTwo)
{
    EXPECT_EQ(sweep("--over k=0.5:2:20 --keep 'x(end), max(x)' --quiet -o " + path("one.csv") +
                    " --plot " + path("one.svg"))
                  .code,
              0);
    EXPECT_NE(content(path("one.svg")).find(">max(x)<"), std::string::npos);
    const Ran ran =
        sweep("--over k=0.1:10:12:log --over a=1:2:8 --keep 'x(end), max(x)' --quiet -o " +
              path("two.csv") + " --plot " + path("two.svg") + " --plot-columns 'x(end)'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string map = content(path("two.svg"));
    EXPECT_NE(map.find(">x(end)<"), std::string::npos);
    EXPECT_EQ(map.find(">max(x)<"), std::string::npos);
    const auto refused = [&](const std::string& words, const std::string& why) {
        const Ran wrong = sweep(words + " --quiet -o " + path("none.csv"));
        EXPECT_EQ(wrong.code, 2) << words;
        EXPECT_NE(wrong.err.find(why), std::string::npos) << wrong.err;
        EXPECT_FALSE(fs::exists(path("none.csv")));
        EXPECT_FALSE(fs::exists(path("none.svg")));
    };
    const std::string svg = " --plot " + path("none.svg");
    refused("--sample lhs:5 --range k=1:2" + svg, "draws over axes given by `--over`");
    refused("--over k=1,2 --over a=1,2 --over x=1,2" + svg, "one or two");
    refused("--over k=1,2 --keep 'x(end)' --plot-columns 'y(end)'" + svg, "`y(end)`");
    refused("--over k=1,2 --plot-columns 'x(end)'", "is for `--plot`");
    refused("--over k=1,2 --keep rows --points 3" + svg, "rows are not drawn");
    refused("--over k=1,2 --basins " + path("none.svg"), "over two axes");
    EXPECT_EQ(sweep("--over k=1,2" + svg).code, 2);
}

// The double well ends at 1 or -1.
TEST_F(SweepOutputs, ShowBasins)
{
    const std::string file = folder.write("well.ode", well);
    const Ran ran = involute("sweep " + file +
                             " --over x=-2:2:9 --over \"x'=-1:1:5\" --keep \"x(end), x'(end)\" " +
                             "--quiet -o " + path("well.csv") + " --basins " + path("well.svg"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string svg = content(path("well.svg"));
    EXPECT_NE(svg.find("x = 1, x' = "), std::string::npos);
    EXPECT_NE(svg.find("x = -1, x' = "), std::string::npos);
}

TEST_F(SweepOutputs, AreKeptApartFromAnotherProcess)
{
    const std::string what =
        model_ +
        " --to 200 --max-step 0.01 --over k=0.01:0.02:60 --keep 'x(end)' --quiet --resume -o " +
        path("held.csv");
    std::thread first([&] { EXPECT_EQ(involute("sweep " + what).code, 0); });
    while (!fs::exists(path("held.csv"))) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const Ran second = involute("sweep " + what);
    first.join();
    EXPECT_EQ(second.code, 2);
    EXPECT_NE(second.err.find("is being written by another process"), std::string::npos)
        << second.err;
    EXPECT_EQ(std::ranges::count(content(path("held.csv")), '\n'), 62);
}

TEST_F(SweepOutputs, UnderMpirunAreTheSame)
{
    if (!has_mpi()) GTEST_SKIP() << "built without MPI: scripts/setup --mpi";
    const std::string what = "--over k=0.5:2:40 --over a=1:2:10 --keep 'x(end), max(x)' --quiet ";
    EXPECT_EQ(sweep(what + "-o " + path("alone.csv")).code, 0);
    const Ran ran = sweep(what + "-o " + path("four.csv"), mpirun(4));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(content(path("four.csv")), content(path("alone.csv")));
    EXPECT_FALSE(fs::exists(path("four.csv.parts")));
    EXPECT_EQ(sweep(what + "-o " + path("alone.npz")).code, 0);
    EXPECT_EQ(sweep(what + "-o " + path("two.npz"), mpirun(2)).code, 0);
    EXPECT_EQ(content(path("two.npz")), content(path("alone.npz")));
    // one message, whoever finds it
    const Ran wrong = sweep("--over u=1,2 -o " + path("none.csv"), mpirun(3));
    EXPECT_NE(wrong.code, 0);
    const auto first = wrong.err.find("no parameter and no unknown is called `u`");
    EXPECT_NE(first, std::string::npos) << wrong.err;
    EXPECT_EQ(wrong.err.find("is called `u`", first + 40), std::string::npos) << wrong.err;
    EXPECT_FALSE(fs::exists(path("none.csv.parts")));
    const Ran there = sweep(what + "-o " + path("four.csv"), mpirun(2));
    EXPECT_NE(there.err.find("exists"), std::string::npos) << there.err;
}

// A rank that is killed takes the others with it; what was written is gone on with, by another
// number of ranks.
TEST_F(SweepOutputs, UnderMpirunLoseNothingWhenARankDies)
{
    if (!has_mpi()) GTEST_SKIP() << "built without MPI: scripts/setup --mpi";
    const std::string what =
        "--to 200 --max-step 0.02 --over k=0.01:0.02:120 --keep 'x(end)' --quiet ";
    EXPECT_EQ(sweep(what + "-o " + path("alone.csv")).code, 0);
    std::thread killer([&] {
        const auto written = [&] {
            std::error_code ignored;
            std::size_t runs = 0;
            if (fs::exists(path("killed.csv.parts"), ignored))
                for (const auto& entry : fs::directory_iterator(path("killed.csv.parts"), ignored))
                    if (std::ranges::count(content(entry.path()), '\n') > 2) ++runs;
            return runs;
        };
        while (written() < 10) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        // the last rank: nobody else has this folder in its words
        const std::string own = (folder.path / "killed[.]csv").string();
        EXPECT_EQ(std::system(("kill -9 $(pgrep -n -f '" + own + "')").c_str()), 0);
    });
    EXPECT_NE(sweep(what + "-o " + path("killed.csv"), mpirun(4)).code, 0);
    killer.join();
    EXPECT_FALSE(fs::exists(path("killed.csv")));
    EXPECT_TRUE(fs::exists(path("killed.csv.parts")));
    EXPECT_NE(sweep(what + "--resume -o " + path("killed.csv")).err.find("begun under mpirun"),
              std::string::npos);
    const Ran ran = sweep(what + "--resume -o " + path("killed.csv"), mpirun(3));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(content(path("killed.csv")), content(path("alone.csv")));
}

TEST_F(SweepOutputs, UnderMpirunSayWhatIsLeftWhenInterrupted)
{
    if (!has_mpi()) GTEST_SKIP() << "built without MPI: scripts/setup --mpi";
    const Ran ran = sweep(
        "--to 200 --max-step 0.02 --over k=0.01:0.02:3000 --keep 'x(end)' -o " + path("cut.csv"),
        "timeout -s INT 4 env " + mpirun(4));
    EXPECT_FALSE(fs::exists(path("cut.csv")));
    long made = 0;
    for (const auto& entry : fs::directory_iterator(path("cut.csv.parts")))
        made += std::max(std::ranges::count(content(entry.path()), '\n') - 2, 0L);
    const std::string left = std::to_string(3000 - made) + " runs are left: the same command with";
    EXPECT_NE(ran.err.find(left), std::string::npos) << made << ran.err;
}

TEST_F(SweepOutputs, UnderMpirunWithoutMpiAreRefused)
{
    const std::string alone = folder.path / "involute";
    fs::copy(INVOLUTE_PROGRAM, alone);
    const std::string words = " sweep " + model_ + " --over k=1,2 -o " + path("none.csv");
    const int status =
        std::system(("OMPI_COMM_WORLD_SIZE=2 " + alone + words + " 2>" + path("err")).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2);
    EXPECT_NE(content(path("err")).find("this build of involute knows no MPI"), std::string::npos);
    EXPECT_FALSE(fs::exists(path("none.csv")));
}

}  // namespace
}  // namespace cli
