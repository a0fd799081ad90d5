// SPDX-License-Identifier: Apache-2.0
#include "involute/output/output_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "involute/base/error.hpp"

namespace involute {
namespace {

namespace fs = std::filesystem;

class OutputFiles : public testing::Test {
protected:
    void SetUp() override
    {
        folder = fs::path(testing::TempDir()) /
                 (std::string("involute_") +
                  testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder);
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    std::string content(const fs::path& path) const
    {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
    std::ptrdiff_t files() const
    {
        return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
    }

    fs::path folder{};
};

TEST_F(OutputFiles, AppearWhenCommittedAndNotBefore)
{
    OutputFile file(folder / "out");
    file.stream() << "text";
    EXPECT_FALSE(fs::exists(folder / "out"));
    file.commit();
    EXPECT_EQ(content(folder / "out"), "text");
    EXPECT_EQ(files(), 1);
}

TEST_F(OutputFiles, LeaveTheOldFileAndNothingElseWhenAbandoned)
{
    std::ofstream(folder / "out") << "old";
    {
        OutputFile file(folder / "out");
        file.stream() << "half";
    }
    EXPECT_EQ(content(folder / "out"), "old");
    EXPECT_EQ(files(), 1);
}

TEST_F(OutputFiles, ReplaceWhatALinkPointsTo)
{
    std::ofstream(folder / "real") << "old";
    fs::create_symlink("real", folder / "link");
    OutputFile file(folder / "link");
    file.stream() << "new";
    file.commit();
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(content(folder / "real"), "new");
}

TEST_F(OutputFiles, AreRefusedBeforeAnythingIsWritten)
{
    EXPECT_THROW(OutputFile(folder / "no such folder" / "out"), Error);
    EXPECT_THROW(OutputFile{folder}, Error);
    EXPECT_THROW(OutputFile(""), Error);
    EXPECT_EQ(files(), 0);
}

TEST_F(OutputFiles, WriteToDevicesInPlace)
{
    OutputFile file("/dev/null");
    file.stream() << "gone";
    file.commit();
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputFiles, SayWhenTheDiskIsFull)
{
    if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    OutputFile file("/dev/full");
    file.stream() << "text";
    EXPECT_THROW(file.commit(), Error);
}

}  // namespace
}  // namespace involute
