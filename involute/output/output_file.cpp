// SPDX-License-Identifier: Apache-2.0
#include "involute/output/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "involute/base/error.hpp"

namespace involute {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, std::string_view why)
{
    throw Error(Diagnostic{.message = fmt::format("cannot write `{}`: {}", path.string(), why)});
}

/// Devices and pipes are written to; only a regular file can be replaced.
bool is_special(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

/// A symbolic link stays one: what it points to is replaced.
fs::path followed(const fs::path& path)
{
    std::error_code failed;
    if (!fs::is_symlink(path, failed)) return path;
    const fs::path real = fs::weakly_canonical(path, failed);
    return failed ? path : real;
}

}  // namespace

struct OutputFile::State {
    fs::path target{};
    fs::path written{};  // the temporary file; the target itself if it is a device
    std::ofstream stream{};
    bool done = false;
};

OutputFile::OutputFile(const std::string& path) : state_(std::make_unique<State>())
{
    State& s = *state_;
    s.target = s.written = followed(path);
    std::error_code ignored;
    if (path.empty()) refuse(path, "the name is empty");
    if (fs::is_directory(s.target, ignored)) refuse(path, "it is a directory");
    if (!is_special(s.target)) s.written += fmt::format(".{}.part", getpid());
    s.stream.open(s.written, std::ios::binary | std::ios::trunc);
    if (!s.stream) refuse(path, std::strerror(errno));
}

OutputFile::~OutputFile()
{
    std::error_code ignored;
    if (!state_->done && state_->written != state_->target) fs::remove(state_->written, ignored);
}

std::ostream& OutputFile::stream()
{
    return state_->stream;
}

void OutputFile::commit()
{
    State& s = *state_;
    s.stream.close();
    if (!s.stream) refuse(s.target, std::strerror(errno));
    std::error_code failed;
    if (s.written != s.target) fs::rename(s.written, s.target, failed);
    if (failed) refuse(s.target, failed.message());
    s.done = true;
}

}  // namespace involute
