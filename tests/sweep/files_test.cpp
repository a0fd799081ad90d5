// SPDX-License-Identifier: Apache-2.0
// Rows of runs, files that one process writes at a time, and arrays for numpy.
#include "involute/sweep/file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/model/read.hpp"
#include "involute/sweep/npz.hpp"

namespace involute {
namespace {

namespace fs = std::filesystem;

const std::string decay =
    "param k = 1\nvar x\nx' = -k*x\nstart x = 1\nevent low: x = 0.1 stop\nsolve to 4\n";

std::string content(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

class SweepFiles : public testing::Test {
protected:
    SweepFiles() { fs::create_directories(folder); }
    ~SweepFiles() override { fs::remove_all(folder); }
    std::string path(const std::string& name) const { return (folder / name).string(); }

    const fs::path folder =
        fs::path(testing::TempDir()) /
        ("involute_sweep_" +
         std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
         std::to_string(getpid()));
};

std::string error_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// All rows of a sweep into a file.
void write(const Simulation& simulation, const Samples& samples, const Keep& keep, SweepFile& file)
{
    sweep(simulation, samples, keep, {.first = file.next()}, [&](const SweepRow& row) {
        file.add(row);
        return true;
    });
    file.close();
}

// x = exp(-k t), to the event at x = 0.1, or to t = 4.
TEST_F(SweepFiles, HaveRowsOfRuns)
{
    const Samples samples({axis("k=0.5,1")});
    const Simulation simulation =
        simulation_for(read_system(decay), samples, {.sampling = {.every = 1}, .columns = {"x"}});
    const Keep keep = read_keep("rows", simulation);
    EXPECT_EQ(keep.rows, 5);
    EXPECT_EQ(keep.names(), (std::vector<std::string>{"t", "x"}));
    std::vector<SweepRow> rows;
    sweep(simulation, samples, keep, {}, [&](const SweepRow& row) {
        rows.push_back(row);
        return true;
    });
    ASSERT_EQ(rows.size(), 2u);
    ASSERT_EQ(rows[0].kept.size(), 10u);
    for (int k = 0; k < 5; ++k) {
        EXPECT_EQ(rows[0].kept[std::size_t(2 * k)], k);
        EXPECT_NEAR(rows[0].kept[std::size_t(2 * k + 1)], std::exp(-0.5 * k), 1e-7);
    }
    EXPECT_EQ(rows[1].code, Outcome::event);  // at ln 10 = 2.30: rows at 0, 1, 2 and the event's
    EXPECT_NEAR(rows[1].kept[6], std::log(10.0), 1e-7);
    EXPECT_NEAR(rows[1].kept[7], 0.1, 1e-9);
    EXPECT_TRUE(std::isnan(rows[1].kept[8]));
}

TEST_F(SweepFiles, WithRowsAreResumedFromAnyByteAndCollected)
{
    const Samples samples({axis("k=0.5:1.5:6")});
    const Simulation simulation =
        simulation_for(read_system(decay), samples, {.sampling = {.points = 4}});
    const Keep keep = read_keep("rows", simulation);
    const SweepTitle title = sweep_title(simulation, samples, keep);
    {
        SweepFile file(path("whole.csv"), title, false);
        write(simulation, samples, keep, file);
    }
    const std::string whole = content(path("whole.csv"));
    EXPECT_EQ(std::ranges::count(whole, '\n'), 2 + 6 * 4);
    for (std::size_t bytes = 0; bytes <= whole.size(); bytes += 37) {
        std::ofstream(path("cut.csv")) << whole.substr(0, bytes);
        SweepFile file(path("cut.csv"), title, true);
        write(simulation, samples, keep, file);
        EXPECT_EQ(content(path("cut.csv")), whole) << bytes;
    }
    std::vector<std::string> parts;
    for (int k = 1; k <= 3; ++k) {
        SweepTitle part = title;
        part.part = k;
        part.parts = 3;
        parts.push_back(path("part" + std::to_string(k)));
        SweepFile file(parts.back(), part, false);
        sweep(simulation, samples, keep, {.first = file.next(), .end = runs_of(part).end},
              [&](const SweepRow& row) {
                  file.add(row);
                  return true;
              });
        file.close();
    }
    EXPECT_EQ(collect(parts, path("all.csv")), 6);
    EXPECT_EQ(content(path("all.csv")), whole);
}

TEST_F(SweepFiles, AreWrittenByOneAtATime)
{
    const Samples samples({axis("k=1,2")});
    const Simulation simulation = simulation_for(read_system(decay), samples);
    const Keep keep = read_keep("x(end)", simulation);
    const SweepTitle title = sweep_title(simulation, samples, keep);
    {
        SweepFile file(path("held.csv"), title, false);
        const std::string before = content(path("held.csv"));
        EXPECT_NE(error_of([&] {
                      SweepFile(path("held.csv"), title, true);
                  }).find("is being written by another process"),
                  std::string::npos);
        EXPECT_EQ(content(path("held.csv")), before);
    }
    SweepFile file(path("held.csv"), title, true);  // whoever held it is gone
    write(simulation, samples, keep, file);
    EXPECT_EQ(std::ranges::count(content(path("held.csv")), '\n'), 4);
}

TEST_F(SweepFiles, BecomeArraysWholeOrNotAtAll)
{
    const Samples samples({axis("k=0.5,1")});
    const Simulation simulation = simulation_for(read_system(decay), samples);
    const Keep keep = read_keep("x(end)", simulation);
    const SweepTitle title = sweep_title(simulation, samples, keep);
    {
        SweepFile file(path("rows.csv"), title, false);
        file.close();
        EXPECT_NE(error_of([&] {
                      sweep_to_npz(path("rows.csv"), path("rows.npz"));
                  }).find("is not finished: 0 of 2"),
                  std::string::npos);
        EXPECT_FALSE(fs::exists(path("rows.npz")));
    }
    SweepFile file(path("rows.csv"), title, true);
    write(simulation, samples, keep, file);
    sweep_to_npz(path("rows.csv"), path("rows.npz"));
    EXPECT_TRUE(is_npz_of(path("rows.npz"), title));
    SweepTitle other = title;
    other.key = "0123456789abcdef";
    EXPECT_FALSE(is_npz_of(path("rows.npz"), other));
    EXPECT_FALSE(is_npz_of(path("rows.csv"), title));
    SweepTitle large = title;
    large.runs = 100'000'000;
    large.rows = 100;
    EXPECT_NE(error_of([&] { require_fits_npz(large); }).find("npz holds 4"), std::string::npos);
}

// csv that is called otherwise would be found out by whoever reads it, a night later.
TEST_F(SweepFiles, AreNotCalledWhatTheyAreNot)
{
    const Samples samples({axis("k=0.5,1")});
    const Simulation simulation = simulation_for(read_system(decay), samples);
    const SweepTitle title = sweep_title(simulation, samples, read_keep("x(end)", simulation));
    for (const std::string name : {"rows.npz", "rows.nc", "rows.json", "rows.zarr"}) {
        EXPECT_NE(error_of([&] { SweepFile(path(name), title, false); }).find("a sweep is csv"),
                  std::string::npos);
        EXPECT_NE(error_of([&] { collect({path("part.csv")}, path(name)); }).find("a sweep is csv"),
                  std::string::npos);
        EXPECT_FALSE(fs::exists(path(name)));
    }
    SweepFile(path("rows.txt"), title, false).close();
    EXPECT_TRUE(fs::exists(path("rows.txt")));
}

// A line that lost its end, in the middle of a file, is not taken for a run.
TEST_F(SweepFiles, WithALineThatLacksFieldsAreNotGoneOnWith)
{
    const Samples samples({axis("k=0.5:1.5:6")});
    const Simulation simulation = simulation_for(read_system(decay), samples);
    const Keep keep = read_keep("x(end)", simulation);
    const SweepTitle title = sweep_title(simulation, samples, keep);
    {
        SweepFile file(path("rows.csv"), title, false);
        write(simulation, samples, keep, file);
    }
    std::string text = content(path("rows.csv"));
    const auto third = text.find("\n3,") + 1;
    text.erase(third + 4, text.find('\n', third) - third - 4);
    std::ofstream(path("rows.csv")) << text;
    EXPECT_NE(
        error_of([&] { SweepFile(path("rows.csv"), title, true); }).find("where run 3 should be"),
        std::string::npos);
    EXPECT_EQ(content(path("rows.csv")), text);
}

// Parameters called as our own columns are; no column is there twice.
TEST_F(SweepFiles, TellTheirColumnsApart)
{
    const System system = read_system(
        "param run = 1, code = 2\nvar reason\nreason' = code - run*reason\n"
        "start reason = 1\nsection end: reason = 1.5\nsolve to 2\n");
    const Samples samples({axis("run=1,2"), axis("code=1,2"), axis("reason=0,1")});
    const Simulation simulation = simulation_for(system, samples);
    EXPECT_EQ(sweep_columns(samples, read_keep("max(reason)", simulation)),
              "run,run(given),code(given),reason(given),max(reason),code,reason");
    EXPECT_NE(error_of([&] { read_keep("reason(end)", simulation); }).find("end of the run, and"),
              std::string::npos);
    const Simulation rows = simulation_for(system, samples, {.sampling = {.points = 3}});
    EXPECT_NE(error_of([&] { read_keep("rows", rows); }).find("column `reason` of its own"),
              std::string::npos);
}

TEST_F(SweepFiles, HaveFieldsThatAreReadBack)
{
    EXPECT_EQ(fields_of("1,,\"a, \"\"b\"\"\",x"),
              (std::vector<std::string>{"1", "", "a, \"b\"", "x"}));
    EXPECT_EQ(fields_of(""), std::vector<std::string>{""});
}

TEST(Tables, InMemoryAreSamples)
{
    const Samples samples({table_of({"k", "x"}, {1, 2, 3, 4})});
    EXPECT_EQ(samples.count(), 2);
    EXPECT_EQ(samples.values(1), (std::vector<double>{3, 4}));
    EXPECT_NE(samples.description(), Samples({table_of({"k", "x"}, {1, 2, 3, 5})}).description());
    EXPECT_NE(error_of([] {
                  table_of({"k"}, {1, std::nan("")});
              }).find("`k` has the value nan"),
              std::string::npos);
    EXPECT_NE(error_of([] {
                  table_of({"k", "x"}, {1, 2, 3});
              }).find("cannot have 3 numbers"),
              std::string::npos);
}

// They are in memory until the run is written: 20 million numbers are 160 MB.
TEST(KeepRows, AreNotMoreThanFitIntoMemory)
{
    const System system = read_system(decay);
    const Samples samples({axis("k=1,2")});
    const auto with = [&](const Sampling& sampling) {
        return error_of(
            [&] { read_keep("rows", simulation_for(system, samples, {.sampling = sampling})); });
    };
    EXPECT_NE(with({.points = 1'000'000'000}).find("the most are 20000000 numbers"),
              std::string::npos);
    EXPECT_NE(with({.every = 1e-12}).find("the most are 20000000 numbers"), std::string::npos);
    EXPECT_EQ(with({.points = 1'000'000}), "");
}

TEST(KeepRows, NeedsAWordAboutHowMany)
{
    const System system = read_system(decay);
    const Samples samples({axis("k=1,2")});
    const auto with = [&](const std::string& keep, const SolveOptions& options) {
        return error_of([&] { read_keep(keep, simulation_for(system, samples, options)); });
    };
    EXPECT_NE(with("rows", {}).find("how many rows"), std::string::npos);
    EXPECT_NE(with("rows, x(end)", {.sampling = {.points = 3}}).find("`rows` are kept alone"),
              std::string::npos);
    EXPECT_EQ(read_keep("rows", simulation_for(system, samples, {.sampling = {.every = 0.3}})).rows,
              15);  // 0, 0.3, .., 3.9 and the end
    EXPECT_EQ(read_keep("rows", simulation_for(system, samples, {.sampling = {.at = {1, 2}}})).rows,
              2);
}

}  // namespace
}  // namespace involute
