// SPDX-License-Identifier: Apache-2.0
// Runs the program as a person would, through a shell, and keeps what it said.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace cli {

namespace fs = std::filesystem;

struct Ran {
    int code = 0;
    std::string out{};
    std::string err{};
};

inline std::string content(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// A folder of one test's own, gone when the test ends.
class Folder {
public:
    Folder()
    {
        static int made = 0;
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        path = fs::path(testing::TempDir()) /
               (std::string("involute_cli_") + test->name() + "_" + std::to_string(getpid()) + "_" +
                std::to_string(made++));
        fs::remove_all(path);
        fs::create_directories(path);
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path / name) << text;
        return (path / name).string();
    }
    std::ptrdiff_t files() const
    {
        return std::distance(fs::directory_iterator(path), fs::directory_iterator());
    }

    fs::path path{};
};

/// `before` stands before the program's name in the command: a pipe, a wrapper.
inline Ran involute(const std::string& arguments, const std::string& before = "")
{
    const Folder folder;
    const std::string out = (folder.path / "out").string();
    const std::string err = (folder.path / "err").string();
    const std::string command =
        before + " " INVOLUTE_PROGRAM " " + arguments + " >" + out + " 2>" + err;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out), content(err)};
}

inline std::string model(const std::string& name)
{
    return std::string(INVOLUTE_MODELS "/") + name + ".ode";
}

using Rows = std::vector<std::vector<double>>;

/// The rows of csv text after its header.
inline Rows csv_rows(const std::string& text)
{
    Rows rows;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream fields(line);
        std::string field;
        rows.emplace_back();
        while (std::getline(fields, field, ','))
            rows.back().push_back(std::strtod(field.c_str(), nullptr));
    }
    return rows;
}

}  // namespace cli
