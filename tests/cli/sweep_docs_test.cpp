// SPDX-License-Identifier: Apache-2.0
// docs/sweeps.md tells the truth: its model is what it says, its commands run, in order.
#include <cmath>

#include "tests/cli/program.hpp"

namespace cli {
namespace {

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// The model of this name: between the next two fences.
std::string model_called(const std::string& text, const std::string& name)
{
    const auto begin = text.find("\n```\n", text.find("`" + name + "`")) + 5;
    return text.substr(begin, text.find("```\n", begin) - begin);
}

bool is_command(const std::string& line)
{
    for (const std::string word : {"    involute ", "    for ", "    cmp ", "    mpirun "})
        if (line.starts_with(word)) return true;
    return false;
}

/// Rows of numbers of a sweep's file; what is empty is 0.
Rows rows_of(const fs::path& file)
{
    const std::string text = content(file);
    return csv_rows(text.substr(text.find('\n') + 1));
}

TEST(SweepManual, HasCommandsThatRun)
{
    const std::string text = content(INVOLUTE_SOURCE "/docs/sweeps.md");
    const Folder folder;
    for (const std::string name : {"ball.ode", "well.ode"})
        folder.write(name, model_called(text, name));
    // Where there is no MPI, one process does what four would.
    const bool mpi = fs::exists(fs::path(INVOLUTE_PROGRAM).parent_path() / "involute_mpi.so") &&
                     std::system("command -v mpirun >/dev/null 2>&1") == 0;
    const std::string setup =
        "cd " + folder.path.string() +
        " && involute() { " INVOLUTE_PROGRAM " \"$@\" 2>>err; } && " +
        (mpi ? "mpirun() { shift 3; OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
               "command mpirun "
               "--oversubscribe --bind-to none -n 4 " INVOLUTE_PROGRAM " \"$@\" 2>>err; } && "
             : "mpirun() { shift 2; \"$@\"; } && ");
    int commands = 0;
    for (const std::string& line : lines_of(text)) {
        if (!is_command(line)) continue;
        ++commands;
        EXPECT_EQ(std::system((setup + line).c_str()), 0) << line << '\n'
                                                          << content(folder.path / "err");
    }
    EXPECT_EQ(commands, 16);

    // Without drag: x = v^2 sin(2a)/g, t = 2 v sin(a)/g, y = (v sin(a))^2/(2 g).
    const double v = 20, g = 9.81, degree = std::acos(-1.0) / 180;
    const Rows angles = rows_of(folder.path / "angles.csv");
    ASSERT_EQ(angles.size(), 71u);
    for (const auto& row : angles) {
        const double a = row[1] * degree;
        EXPECT_NEAR(row[2], v * v * std::sin(2 * a) / g, 1e-6);
        EXPECT_NEAR(row[3], 2 * v * std::sin(a) / g, 1e-7);
        EXPECT_NEAR(row[4], std::pow(v * std::sin(a), 2) / (2 * g), 1e-7);
    }
    const Rows spread = rows_of(folder.path / "spread.csv");
    ASSERT_EQ(spread.size(), 100u);
    for (std::size_t k = 0; k < 50; ++k) {
        const double speed = spread[k][2], a = spread[k][3] * degree;
        EXPECT_NEAR(spread[k][4], speed * speed * std::sin(2 * a) / g, 1e-6);
        EXPECT_LT(spread[k + 50][4], spread[k][4]);  // with drag it flies less far
    }
    EXPECT_NE(content(folder.path / "weightless.csv").find("\n2,0,,finished,"), std::string::npos);
    for (const std::string name : {"angles.svg", "map.svg", "well.svg", "tolerance.svg"})
        EXPECT_NE(content(folder.path / name).find("<svg"), std::string::npos) << name;
    // Nine points of each path, x = v cos(a) t for as long as it flies.
    for (const auto& row : rows_of(folder.path / "paths.csv"))
        EXPECT_NEAR(row[3], v * std::cos(row[1] * degree) * row[2], 1e-6);
    const std::string ends = content(folder.path / "well.svg");
    EXPECT_NE(ends.find("x = 1, "), std::string::npos);
    EXPECT_NE(ends.find("x = -1, "), std::string::npos);
}

}  // namespace
}  // namespace cli
