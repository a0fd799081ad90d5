// SPDX-License-Identifier: Apache-2.0
#include "involute/output/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

OutputFile::OutputFile(const fs::path& path) : target_(followed(path)), written_(target_)
{
    std::error_code ignored;
    if (path.empty()) refuse(path, "the name is empty");
    if (fs::is_directory(target_, ignored)) refuse(path, "it is a directory");
    if (!is_special(target_)) written_ += fmt::format(".{}.part", getpid());
    stream_.open(written_, std::ios::binary | std::ios::trunc);
    if (!stream_) refuse(path, std::strerror(errno));
}

OutputFile::~OutputFile()
{
    std::error_code ignored;
    if (!done_ && written_ != target_) fs::remove(written_, ignored);
}

void OutputFile::commit()
{
    stream_.close();
    if (!stream_) refuse(target_, std::strerror(errno));
    std::error_code failed;
    if (written_ != target_) fs::rename(written_, target_, failed);
    if (failed) refuse(target_, failed.message());
    done_ = true;
}

}  // namespace involute
