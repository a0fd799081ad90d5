// SPDX-License-Identifier: Apache-2.0
#include "papers/page.hpp"

#include <gtest/gtest.h>

#include <set>

#include "involute/base/error.hpp"
#include "papers/chapters.hpp"
#include "papers/problems.hpp"
#include "tests/cli/program.hpp"

namespace involute::papers {
namespace {

Page sample()
{
    Page page{.name = "sample", .title = "A title", .summary = "What came out."};
    page.heading("Numbers");
    page.table({.head = {"method", "steps", "note"},
                .rows = {{"rk4", "12", "a|b"}, {"euler", "+1.5 %"}},
                .caption = "Below."});
    plot::Figure figure = plot::figure(plot::Axes{.series = {{.x = {0, 1}, .y = {0, 1}}}});
    figure.description = "A line";
    page.figure("", figure, "A caption");
    page.figure("second", figure, "");
    return page;
}

TEST(Page, PutsNumbersAtTheRightAndFillsShortRows)
{
    EXPECT_NE(sample().body.find("| method | steps | note |\n"
                                 "|---|---:|---|\n"
                                 "| rk4 | 12 | a\\|b |\n"
                                 "| euler | +1.5 % |  |\n"
                                 "\nBelow.\n"),
              std::string::npos)
        << sample().body;
}

TEST(Page, BeginsWithItsTitleAndWhatCameOut)
{
    const std::string text = to_markdown(sample());
    const auto title = text.find("# A title\n\nWhat came out.\n\n## Numbers\n");
    EXPECT_NE(title, std::string::npos) << text;
    EXPECT_LT(text.find("involute papers"), title) << "says first where it comes from";
}

TEST(Page, IsWrittenWithItsPictures)
{
    const cli::Folder folder;
    write(folder.path, sample());
    EXPECT_EQ(folder.files(), 3);
    const std::string text = cli::content(folder.path / "sample.md");
    EXPECT_NE(text.find("![A line](sample.svg)\n\n*A caption*"), std::string::npos) << text;
    EXPECT_NE(text.find("![A line](sample-second.svg)"), std::string::npos) << text;
    EXPECT_EQ(cli::content(folder.path / "sample.svg").find("<svg"), 0u);
}

TEST(Page, IsListedInTheIndex)
{
    const Page pages[] = {sample(), {.name = "b", .title = "Another", .summary = "Less."}};
    const std::string text = index_of(pages);
    const auto first = text.find("| [A title](sample.md) | What came out. |");
    const auto second = text.find("| [Another](b.md) | Less. |");
    ASSERT_NE(first, std::string::npos) << text;
    ASSERT_NE(second, std::string::npos) << text;
    EXPECT_LT(first, second);
}

TEST(Chapters, HaveDistinctNames)
{
    std::set<std::string> names, titles;
    for (const Chapter& chapter : chapters()) {
        EXPECT_TRUE(names.insert(chapter.name).second) << chapter.name;
        EXPECT_TRUE(titles.insert(chapter.title).second) << chapter.title;
        EXPECT_NE(chapter.write, nullptr) << chapter.name;
    }
}

// Every figure and table with a number in either paper.
TEST(Chapters, CoverBothPapers)
{
    std::set<std::string> names;
    for (const Chapter& chapter : chapters()) names.insert(chapter.name);
    std::vector<std::string> wanted{"ta2-conjecture-4.7", "ta2-remark-6.2", "errata"};
    for (const auto& [paper, last] : {std::pair("ta1-figure-2.", 4), std::pair("ta1-figure-7.", 11),
                                      std::pair("ta2-figure-6.", 10), std::pair("ta2-table-6.", 3)})
        for (int i = 1; i <= last; ++i) wanted.push_back(paper + std::to_string(i));
    for (const std::string& name : wanted) EXPECT_TRUE(names.contains(name)) << name;
}

TEST(ShippedModels, AreThoseOfTheFolder)
{
    EXPECT_EQ(shipped_model("pendulum").title, "Planar pendulum");
    EXPECT_THROW(shipped_model("no such model"), Error);
}

TEST(PapersCommand, WritesOnePageWhereItIsTold)
{
    const cli::Folder folder;
    const std::string target = (folder.path / "a" / "b").string();
    const cli::Ran ran = cli::involute("papers --only errata -o " + target);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err.find("errata: "), 0u) << ran.err;
    const std::string text = cli::content(folder.path / "a" / "b" / "errata.md");
    EXPECT_NE(text.find("# What is wrong in print"), std::string::npos);
    EXPECT_FALSE(cli::fs::exists(folder.path / "a" / "b" / "README.md"));

    EXPECT_EQ(cli::involute("papers --quiet --only errata -o " + target).err, "");
    EXPECT_EQ(cli::content(folder.path / "a" / "b" / "errata.md"), text) << "the same bytes";
}

TEST(PapersCommand, SaysHowToBuildItWhereItIsNot)
{
    const cli::Folder folder;
    const std::string alone = (folder.path / "involute").string();
    cli::fs::copy_file(INVOLUTE_PROGRAM, alone);
    const std::string err = (folder.path / "err").string();
    const int status = std::system((alone + " papers 2>" + err).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2);
    const std::string said = cli::content(err);
    EXPECT_NE(said.find("the pages of the papers are not built here"), std::string::npos) << said;
    EXPECT_NE(said.find("--target involute-papers"), std::string::npos) << said;
}

TEST(PapersCommand, RefusesUnknownPagesAndFilesForFolders)
{
    const cli::Folder folder;
    const cli::Ran unknown =
        cli::involute("papers --only ta2-table-6.4 -o " + (folder.path / "x").string());
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("there is no page `ta2-table-6.4`"), std::string::npos);
    EXPECT_NE(unknown.err.find("ta2-table-6."), std::string::npos) << "a suggestion";
    EXPECT_EQ(folder.files(), 0) << "nothing is made before the options are understood";

    const cli::Ran file = cli::involute("papers -o " + folder.write("f", "text"));
    EXPECT_EQ(file.code, 2);
    EXPECT_NE(file.err.find("cannot make the folder"), std::string::npos) << file.err;
}

}  // namespace
}  // namespace involute::papers
