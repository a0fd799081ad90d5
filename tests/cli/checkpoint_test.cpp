// SPDX-License-Identifier: Apache-2.0
// --checkpoint and --resume: the rows of a run that was interrupted are those of one that was not.
#include "tests/cli/killed_runs.hpp"

namespace cli {
namespace {

using nlohmann::json;

const std::string van_der_pol =
    "var x, v\nx' = v\nv' = 1000*((1 - x^2)*v - x)\nstart x = 2, v = 0\nsolve to 2\n";
const std::string circle = "var x\nx*x' + t = 0\nstart t = 0, x = 1\n";

/// Cut off by a limit of steps, gone on with in another process.
void goes_on(const Folder& folder, const std::string& run, int steps)
{
    const std::string kept = (folder.path / "kept").string(),
                      whole = (folder.path / "whole.csv").string(),
                      rows = (folder.path / "rows.csv").string();
    ASSERT_EQ(involute("solve " + run + " -o " + whole).code, 0) << run;
    const std::string part = "solve " + run + " -o " + rows + " --checkpoint " + kept;
    Ran ran = involute(part + " --max-steps " + std::to_string(steps));
    EXPECT_EQ(ran.code, 4) << run << ran.err;
    ASSERT_TRUE(fs::exists(kept)) << run << ran.err;
    EXPECT_NE(content(rows), content(whole)) << run;
    ran = involute("solve " + run + " -o " + rows + " --resume " + kept);
    EXPECT_EQ(ran.code, 0) << run << ran.err;
    EXPECT_EQ(content(rows), content(whole)) << run;
    for (const std::string& file : {kept, whole, rows}) fs::remove(file);
}

TEST(Checkpoints, AreGoneOnWithInAnotherProcess)
{
    const Folder folder;
    const std::string stiff = folder.write("stiff.ode", van_der_pol),
                      curve = folder.write("curve.ode", circle);
    for (const std::string method : {"dop853", "taylor", "radau"}) {
        goes_on(folder, model("pendulum") + " --to 10 --method " + method, 6);
        goes_on(folder, model("pendulum") + " --to 10 --every 0.3 --method " + method, 5);
    }
    goes_on(folder, stiff, 100);
    goes_on(folder, stiff, 250);
    goes_on(folder, curve + " --curve --length 8", 20);
    goes_on(folder, model("pendulum") + " --to 1 --precision quad --rtol 1e-12 --method dop853", 9);
}

TEST(Checkpoints, AreWrittenWhereASignalEndsTheRun)
{
    const Folder folder;
    const std::string kept = (folder.path / "kept").string(),
                      rows = (folder.path / "rows.csv").string();
    const std::string run = model("pendulum") + " --to 40000 --every 100 --quiet -o " + rows;
    [[maybe_unused]] const int code =
        std::system(("timeout -s TERM 0.15 " INVOLUTE_PROGRAM " solve " + run + " --checkpoint " +
                     kept + " 2>/dev/null")
                        .c_str());
    if (!fs::exists(kept)) GTEST_SKIP() << "ended before the first step, or after the last";
    EXPECT_EQ(involute("solve " + run + " --resume " + kept).code, 0);
    EXPECT_EQ(content(rows),
              involute("solve " + model("pendulum") + " --to 40000 --every 100 --quiet").out);
}

TEST(Checkpoints, AtEveryStepChangeNothing)
{
    const Folder folder;
    const std::string rows = (folder.path / "rows.csv").string();
    for (const std::string options : {"--to 4", "--to 4 --every 0.5 --method radau"}) {
        const std::string run = "solve " + model("pendulum") + " --quiet " + options;
        const Ran whole = involute(run);
        EXPECT_EQ(involute(run + " -o " + rows + " --checkpoint-every 0 --checkpoint " +
                           (folder.path / "kept").string())
                      .code,
                  0);
        EXPECT_EQ(content(rows), whole.out) << options;
    }
}

TEST(Checkpoints, KeepTheOptionsOfTheRun)
{
    const Folder folder;
    const std::string kept = (folder.path / "kept").string();
    const std::string run = "solve " + model("pendulum");
    const std::string options = " --to 5 --rtol 1e-10 --format json";
    const Ran whole = involute(run + options);
    involute(run + options + " --max-steps 7 --checkpoint " + kept);
    const Ran rest = involute(run + " --format json --resume " + kept);
    EXPECT_EQ(rest.code, 0) << rest.err;
    // rows that are not streamed are in the checkpoint
    EXPECT_EQ(json::parse(rest.out).at("values"), json::parse(whole.out).at("values"));
}

TEST(Checkpoints, LetRowsAfterThemGoElsewhere)
{
    const Folder folder;
    const std::string kept = (folder.path / "kept").string(),
                      first = (folder.path / "first.csv").string();
    const std::string run = "solve " + model("pendulum") + " --to 5 --quiet";
    const Ran whole = involute(run);
    involute(run + " --max-steps 7 -o " + first + " --checkpoint " + kept);
    const Ran rest = involute(run + " --resume " + kept);
    EXPECT_EQ(rest.code, 0) << rest.err;
    const auto header = whole.out.substr(0, whole.out.find('\n') + 1);
    EXPECT_TRUE(rest.out.starts_with(header));
    EXPECT_TRUE(whole.out.ends_with(rest.out.substr(header.size())));
    EXPECT_GT(csv_rows(rest.out).size(), 5u);
    // the file they were to be added to has been changed
    std::ofstream(first) << "t,x\n1,2\n";
    const Ran ran = involute(run + " -o " + first + " --resume " + kept);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("does not hold the rows"), std::string::npos) << ran.err;
    EXPECT_EQ(content(first), "t,x\n1,2\n");
}

TEST(Checkpoints, HaveReportsOfTheWholeRun)
{
    const Folder folder;
    const std::string kept = (folder.path / "kept").string(),
                      rows = (folder.path / "rows.csv").string(),
                      other = (folder.path / "other.csv").string(),
                      html = (folder.path / "run.html").string();
    const std::string run = "solve " + model("pendulum") + " --to 5 --quiet";
    involute(run + " --max-steps 7 -o " + rows + " --checkpoint " + kept + " --report " + html);
    EXPECT_NE(content(html).find("\"total\":8,"), std::string::npos);
    const Ran elsewhere =
        involute(run + " --resume " + kept + " -o " + other + " --report " + html);
    EXPECT_EQ(elsewhere.code, 2);
    EXPECT_NE(elsewhere.err.find("-o " + rows), std::string::npos) << elsewhere.err;
    const Ran ran = involute(run + " --resume " + kept + " -o " + rows + " --report " + html);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::size_t count = csv_rows(content(rows)).size();
    EXPECT_GT(count, 20u);
    EXPECT_EQ(content(rows), involute(run).out);
    EXPECT_NE(content(html).find("\"total\":" + std::to_string(count) + ","), std::string::npos);
    EXPECT_EQ(involute(run + " --checkpoint " + kept + " --report " + kept).code, 2);
    const std::string round = folder.write("round.ode", circle);
    const Ran curve = involute("solve " + round + " --curve --length 8 --checkpoint " + kept +
                               " --report " + html);
    EXPECT_EQ(curve.code, 2);
    EXPECT_NE(curve.err.find("checkpoints or a report"), std::string::npos) << curve.err;
}

TEST(Checkpoints, ThatDoNotFitAreRefused)
{
    const Folder folder;
    const std::string kept = (folder.path / "kept").string();
    const std::string run = "solve " + model("pendulum") + " --to 5";
    involute(run + " --max-steps 7 --checkpoint " + kept);
    const std::string text = content(kept);
    ASSERT_FALSE(text.empty());
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        const Ran ran = involute(arguments);
        EXPECT_EQ(ran.code, 2) << arguments << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
    };
    refused("solve " + model("kepler") + " --resume " + kept, "another model");
    refused(run + " --rtol 1e-11 --resume " + kept, "--rtol");
    refused("solve " + model("pendulum") + " --to 6 --resume " + kept, "--to");
    refused(run + " --checkpoint-every 3", "--checkpoint");
    refused(run + " --checkpoint " + kept + " --checkpoint-every soon", "not a time");
    refused(run + " --resume " + kept + "no", "kept");
    const std::string half = folder.write("half", text.substr(0, text.size() / 2));
    refused(run + " --resume " + half, "cut off");
    std::string flipped = text;
    flipped[text.size() / 2] ^= 1;
    refused(run + " --resume " + folder.write("flipped", flipped), "damaged");
    std::string newer = text;
    newer[text.find('\n') - 1] = '7';
    refused(run + " --resume " + folder.write("newer", newer), "version 7");
}

TEST(Checkpoints, TakeNoOtherFilesPlace)
{
    const Folder folder;
    const std::string rows = (folder.path / "rows.csv").string();
    const std::string here = (folder.path / "." / "rows.csv").string();
    const std::string table = folder.write("u.csv", "t,u\n0,0\n9,1\n");
    const std::string model_of_input =
        folder.write("m.ode", "input u\nvar x\nx' = u\nstart x = 0\nsolve to 5\n");
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        const Ran ran = involute("solve " + arguments);
        EXPECT_EQ(ran.code, 2) << arguments << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
    };
    refused(model("pendulum") + " -o " + rows + " --checkpoint " + here, "two files");
    refused(model("pendulum") + " -o " + rows + ".part --checkpoint " + rows, "two files");
    refused(model("pendulum") + " --checkpoint " + folder.path.string(), "ordinary file");
    refused(model("pendulum") + " --resume " + folder.path.string(), "ordinary file");
    refused(model_of_input + " --input u=" + table + " --checkpoint " + table, "input u");
    refused(model_of_input + " --input u=" + table + " -o " + table, "input u");
    EXPECT_EQ(content(table), "t,u\n0,0\n9,1\n");
    // What was read from outside must be given again.
    const std::string kept = (folder.path / "kept").string();
    involute("solve " + model_of_input + " --input u=" + table + " --max-steps 2 --checkpoint " +
             kept);
    refused(model_of_input + " --resume " + kept, "input");
}

TEST(Checkpoints, SurviveKills)
{
    expect_same_rows_after(6, 1);
}

}  // namespace
}  // namespace cli
