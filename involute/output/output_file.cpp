// SPDX-License-Identifier: Apache-2.0
#include "involute/output/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

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

/// A file without a name, where the system has such files: it is gone with the program, however
/// that ends.
class Unnamed {
public:
    explicit Unnamed(const fs::path& folder)
    {
#ifdef O_TMPFILE
        const std::string where = folder.empty() ? "." : folder.string();
        descriptor_ = open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
#endif
    }
    ~Unnamed()
    {
        if (descriptor_ >= 0) close(descriptor_);
    }
    Unnamed(const Unnamed&) = delete;
    Unnamed& operator=(const Unnamed&) = delete;

    bool is_open() const { return descriptor_ >= 0; }
    /// By which it can be opened while it is open here.
    std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }
    /// Gives it a name. False: errno says why.
    bool name(const fs::path& as) const
    {
        unlink(as.c_str());  // of an earlier process with our number
        return linkat(AT_FDCWD, path().c_str(), AT_FDCWD, as.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }

private:
    int descriptor_ = -1;
};

}  // namespace

struct OutputFile::State {
    fs::path target{};
    fs::path written{};                // the temporary file; the target itself if it is a device
    std::optional<Unnamed> unnamed{};  // it has no name yet
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
    if (!is_special(s.target)) {
        s.written += fmt::format(".{}.part", getpid());
        s.unnamed.emplace(s.target.parent_path());
        if (s.unnamed->is_open()) s.stream.open(s.unnamed->path(), std::ios::binary);
        if (!s.stream.is_open()) s.unnamed.reset();
    }
    if (!s.stream.is_open()) s.stream.open(s.written, std::ios::binary | std::ios::trunc);
    if (!s.stream.is_open()) refuse(path, std::strerror(errno));
}

OutputFile::~OutputFile()
{
    std::error_code ignored;
    const bool is_temporary = state_->written != state_->target && !state_->unnamed;
    if (!state_->done && is_temporary) fs::remove(state_->written, ignored);
}

std::ostream& OutputFile::stream()
{
    return state_->stream;
}

void OutputFile::commit()
{
    State& s = *state_;
    if (s.stream) errno = 0;
    s.stream.close();
    if (!s.stream) refuse(s.target, errno != 0 ? std::strerror(errno) : "not all could be written");
    if (s.unnamed && !s.unnamed->name(s.written)) refuse(s.target, std::strerror(errno));
    s.unnamed.reset();
    std::error_code failed;
    if (s.written != s.target) fs::rename(s.written, s.target, failed);
    if (failed) refuse(s.target, failed.message());
    s.done = true;
}

}  // namespace involute
