// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.hpp"
#include "tests/plot/svg_reader.hpp"

namespace cli {
namespace {

using involute::plot::faults;
using involute::plot::Picture;
using involute::plot::picture_of;

void expect_sound(const std::string& svg)
{
    const Picture picture = picture_of(svg);
    for (const std::string& fault : faults(picture)) ADD_FAILURE() << fault;
}

bool mentions(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

const std::string small = "t,x,x',lambda\n0,1,0,1\n1,0.5,-1,2\n2,-0.5,-1,3\n";

TEST(Plot, DrawsColumnsOfACsvFile)
{
    const Folder folder;
    const std::string result = folder.write("r.csv", small);
    const Ran ran = involute("plot " + result + " t x \"x'\" --title 'Two & two'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    expect_sound(ran.out);
    const Picture picture = picture_of(ran.out);
    for (const char* text : {"t", "x", "x'", "Two & two"}) EXPECT_TRUE(picture.says(text)) << text;
}

TEST(Plot, DrawsTheUnknownsIfNoNamesAreGiven)
{
    const Folder folder;
    const Ran ran = involute("plot " + folder.write("r.csv", small));
    const Picture picture = picture_of(ran.out);
    EXPECT_TRUE(picture.says("x"));
    EXPECT_TRUE(picture.says("lambda"));
    EXPECT_FALSE(picture.says("x'")) << "derivatives are drawn when they are named";
}

TEST(Plot, ReadsStandardInputAndWritesAFile)
{
    const Folder folder;
    const std::string result = folder.write("r.csv", small);
    const std::string svg = (folder.path / "f.svg").string();
    const Ran ran = involute("plot - t x -o " + svg, "cat " + result + " |");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    expect_sound(content(svg));
    EXPECT_EQ(content(svg), involute("plot " + result + " t x").out) << "the same bytes";
}

TEST(Plot, DrawsWhatSolveWroteInEveryTextFormat)
{
    const Folder folder;
    std::string pictures[2];
    for (int i = 0; i < 2; ++i) {
        const std::string result = (folder.path / ("r" + std::to_string(i))).string();
        involute("solve " + model("pendulum") + " --to 5 --quiet -o " + result +
                 (i == 0 ? "" : " --format json"));
        pictures[i] = involute("plot " + result + " x y \"y'\" --equal").out;
        expect_sound(pictures[i]);
    }
    EXPECT_EQ(pictures[0], pictures[1]);
}

TEST(Plot, DrawsTheSphereWithItsSolution)
{
    const Folder folder;
    const std::string result = (folder.path / "r.csv").string();
    involute("solve " + model("sphere") + " --points 100 --quiet -o " + result);
    const Ran ran = involute("plot " + result + " --3d x y \"y'\" --sphere 1 --view 50,30");
    EXPECT_EQ(ran.code, 0) << ran.err;
    expect_sound(ran.out);
    EXPECT_NE(ran.out, involute("plot " + result + " --3d x y \"y'\" --sphere 1").out);
}

TEST(Plot, DrawsThePointsOfASection)
{
    const Folder folder;
    const std::string result = (folder.path / "r.json").string();
    involute("solve " + model("henon_heiles") + " --quiet --format json -o " + result);
    const Ran ran = involute("plot " + result + " y2 \"y2'\" --section s --points");
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::size_t marks = 0;
    for (const auto& path : picture_of(ran.out).named("path"))
        if (path.attributes.at("class") == "iv-s0")
            marks = involute::plot::path_points(path.attributes.at("d")).size() / 2;
    // 95 crossings until 303 (Tuomela and Arponen, section 6); two marks may fall on one place.
    EXPECT_LE(marks, 95u);
    EXPECT_GE(marks, 93u);
    EXPECT_TRUE(mentions(involute("plot " + result + " y2 y1 --section S").err,
                         "no section is called `S`"));
}

TEST(Plot, HasLogarithmicScalesAndSaysWhatTheyHide)
{
    const Folder folder;
    const std::string result = folder.write("r.csv", "h,e\n1,1e-2\n0.1,1e-4\n0.01,0\n");
    const Ran ran = involute("plot " + result + " h e --logx --logy");
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(mentions(ran.err, "1 values are not positive")) << ran.err;
    EXPECT_TRUE(picture_of(ran.out).says("10^{\u22122}"));
}

TEST(Plot, TakesASize)
{
    const Folder folder;
    const std::string result = folder.write("r.csv", small);
    const Picture picture = picture_of(involute("plot " + result + " t x --size 800x300").out);
    EXPECT_EQ(picture.width, 800);
    EXPECT_EQ(picture.height, 300);
    for (const char* size : {"800", "800x", "x600", "axb", "10x10", "1e9x1e9", "nanx300", "-5x300"})
        EXPECT_EQ(involute("plot " + result + " t x --size=" + size).code, 2) << size;
}

struct Mistake {
    std::string arguments{};
    std::string message{};
};

TEST(Plot, TellsWhatIsWrongAndLeavesNoFile)
{
    const Folder folder;
    const std::string r = folder.write("r.csv", small);
    const std::string broken = folder.write("broken.csv", "t,x\n0,1\n1\n");
    const std::string empty = folder.write("empty.csv", "t,x\n");
    const auto files = folder.files();
    const Mistake mistakes[] = {
        {"", "no result given"},
        {r + " t lambad", "did you mean `lambda`?"},
        {r + " t", "one column alone"},
        {r + " --3d t x", "`--3d` needs three names, not 2"},
        {r + " --3d t x lambda --logx", "logarithmic scales are for two axes"},
        {r + " --3d t x lambda --sphere 0", "greater than 0"},
        {r + " --3d t x lambda --view 3", "as in --view 35,25"},
        {r + " t x --sphere 1", "pictures of space"},
        {r + " t x --section s", "there is no section at all"},
        {r + " t x --title", "`--title` needs a value"},
        {r + " t x --points=3", "`--points` takes no value"},
        {r + " t x --rtol 3", "`involute plot` does not take `--rtol`"},
        {r + " t x --log", "did you mean `--logx`?"},
        {broken + " t x", "broken.csv:3:1: error: 1 values"},
        {empty + " t x", "has no rows to draw"},
        {(folder.path / "none.csv").string() + " t x", "No such file"},
    };
    for (const Mistake& mistake : mistakes) {
        const std::string svg = (folder.path / "f.svg").string();
        const Ran ran = involute("plot -o " + svg + " " + mistake.arguments);
        EXPECT_EQ(ran.code, 2) << mistake.arguments;
        EXPECT_TRUE(mentions(ran.err, mistake.message)) << mistake.arguments << "\n" << ran.err;
        EXPECT_EQ(folder.files(), files) << "nothing half-written";
    }
    EXPECT_TRUE(mentions(involute("plot " + r + " t x -o " + r).err, "is the result itself"));
    EXPECT_EQ(content(r), small);
}

TEST(SolveWithPlot, WritesRowsAndPicture)
{
    const Folder folder;
    const std::string svg = (folder.path / "f.svg").string();
    const Ran ran = involute("solve " + model("pendulum") + " --to 5 --plot " + svg);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("t,x,")) << "the rows go where they went";
    expect_sound(content(svg));
    const Picture picture = picture_of(content(svg));
    for (const char* text : {"Planar pendulum", "t", "x", "y", "lambda"})
        EXPECT_TRUE(picture.says(text)) << text;
    EXPECT_FALSE(picture.says("x'"));
}

TEST(SolveWithPlot, DrawsTheColumnsAskedFor)
{
    const Folder folder;
    const std::string svg = (folder.path / "f.svg").string();
    const std::string command = "solve " + model("pendulum") + " --to 5 --quiet --plot " + svg;
    EXPECT_EQ(involute(command + " --plot-columns \"x, x'\"").code, 0);
    const Picture picture = picture_of(content(svg));
    EXPECT_TRUE(picture.says("x"));
    EXPECT_TRUE(picture.says("x'"));
    EXPECT_FALSE(picture.says("lambda"));

    const Ran ran = involute(command + " --plot-columns t,lambad");
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(mentions(ran.err, "did you mean `lambda`?")) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("t,x,")) << "the rows are not lost";
}

TEST(SolveWithPlot, DrawsInTheTerminalInsteadOfRows)
{
    const Folder folder;
    const std::string solve = "solve " + model("pendulum") + " --to 5 --quiet --plot -";
    const Ran drawn = involute(solve);
    EXPECT_EQ(drawn.code, 0);
    EXPECT_EQ(drawn.out.find("t,x"), std::string::npos) << "no rows among the picture";
    EXPECT_NE(drawn.out.find("x, y, lambda"), std::string::npos) << drawn.out;
    EXPECT_NE(drawn.out.find("\xE2\xA3"), std::string::npos) << "braille patterns";
    const std::string csv = (folder.path / "rows.csv").string();
    const Ran both = involute(solve + " -o " + csv);
    EXPECT_EQ(both.out, drawn.out);
    EXPECT_TRUE(content(csv).starts_with("t,x,"));
}

TEST(SolveWithReport, WritesOnePageBesideTheSameRows)
{
    const Folder folder;
    const std::string page = (folder.path / "p.html").string();
    const std::string solve = "solve " + model("pendulum") + " --to 5 --quiet";
    const Ran plain = involute(solve), reported = involute(solve + " --report " + page);
    EXPECT_EQ(reported.code, 0);
    EXPECT_EQ(reported.out, plain.out) << "a report changes no digit";
    EXPECT_TRUE(content(page).starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(content(page).ends_with("</html>\n"));
}

TEST(SolveWithPlot, RefusesWhatMakesNoSense)
{
    const Folder folder;
    const std::string file = (folder.path / "f").string();
    const std::string solve = "solve " + model("pendulum") + " --to 1 ";
    EXPECT_TRUE(mentions(involute(solve + "--plot-columns t,x").err, "is for `--plot`"));
    EXPECT_TRUE(mentions(involute(solve + "--report -").err, "needs a file"));
    EXPECT_TRUE(mentions(involute(solve + "--report-all").err, "is for `--report`"));
    EXPECT_TRUE(
        mentions(involute(solve + "--plot " + file + " --report " + file).err, "of its own"));
    EXPECT_TRUE(mentions(involute(solve + "-o " + file + " --plot " + file).err, "two files"));
    EXPECT_EQ(folder.files(), 0);
    EXPECT_EQ(
        involute("solve " + model("pendulum") + " --start x=2,y=2 --to 1 --plot " + file).code, 3);
    EXPECT_EQ(folder.files(), 0) << "no picture of a run that never started";
}

}  // namespace
}  // namespace cli
