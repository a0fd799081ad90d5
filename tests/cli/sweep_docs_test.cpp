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

/// Between the first two fences.
std::string first_block(const std::string& text)
{
    const auto begin = text.find("\n```\n") + 5;
    return text.substr(begin, text.find("```\n", begin) - begin);
}

bool is_command(const std::string& line)
{
    for (const std::string word : {"    involute ", "    for ", "    cmp "})
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
    folder.write("ball.ode", first_block(text));
    const std::string setup =
        "cd " + folder.path.string() + " && involute() { " INVOLUTE_PROGRAM " \"$@\" 2>>err; } && ";
    int commands = 0;
    for (const std::string& line : lines_of(text)) {
        if (!is_command(line)) continue;
        ++commands;
        EXPECT_EQ(std::system((setup + line).c_str()), 0) << line << '\n'
                                                          << content(folder.path / "err");
    }
    EXPECT_EQ(commands, 8);

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
    EXPECT_NE(content(folder.path / "angles.svg").find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace cli
