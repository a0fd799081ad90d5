// SPDX-License-Identifier: Apache-2.0
#include "app/growing_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "involute/base/error.hpp"
#include "involute/output/output_file.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// A file or a folder; false: errno says why.
bool sync_path(const std::string& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool synced = fsync(descriptor) == 0;
    ::close(descriptor);
    return synced;
}

bool write_all(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(std::size_t(written));
    }
    return true;
}

/// The line that ends at this byte; nothing if none does.
std::string line_before(const std::string& path, std::uintmax_t end)
{
    constexpr std::uintmax_t most = 1 << 20;
    std::ifstream in(path, std::ios::binary);
    const std::uintmax_t from = end - std::min(end, most);
    std::string text(std::size_t(end - from), '\0');
    in.seekg(std::streamoff(from));
    in.read(text.data(), std::streamsize(text.size()));
    if (!in || text.empty() || text.back() != '\n') return "";
    text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

}  // namespace

std::string write_whole(const std::string& path, const std::string& text)
{
    const std::string part = path + ".part";
    const auto failed = [&](int descriptor) {
        std::string why = std::strerror(errno);
        if (descriptor >= 0) ::close(descriptor);
        unlink(part.c_str());
        return why;
    };
    const int descriptor = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return failed(descriptor);
    if (!write_all(descriptor, text) || fsync(descriptor) != 0) return failed(descriptor);
    if (::close(descriptor) != 0 || rename(part.c_str(), path.c_str()) != 0) return failed(-1);
    const fs::path folder = fs::path(path).parent_path();
    sync_path(folder.empty() ? "." : folder.string());  // not every file system can
    return "";
}

GrowingFile::GrowingFile(std::string path) : path_(std::move(path))
{
    involute::OutputFile can_be_written(path_);
}

void GrowingFile::go_on(const WrittenSoFar& so_far)
{
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(path_, failed);
    const bool fits = !failed && size >= so_far.bytes &&
                      (so_far.bytes == 0 || line_before(path_, so_far.bytes) == so_far.last_line);
    if (!fits)
        refuse(fmt::format("`{}` does not hold the rows before the checkpoint", path_),
               "put the file back, or give another name to -o for the rows after it");
    fs::resize_file(path_, so_far.bytes, failed);
    if (failed) refuse(fmt::format("cannot write `{}`: {}", path_, failed.message()));
    out_.open(path_, std::ios::binary | std::ios::app);
}

std::ostream& GrowingFile::stream()
{
    if (!out_.is_open()) out_.open(path_, std::ios::binary | std::ios::trunc);
    return out_;
}

WrittenSoFar GrowingFile::sync()
{
    WrittenSoFar so_far;
    if (!out_.is_open()) return so_far;
    out_.flush();
    sync_path(path_);
    std::error_code failed;
    so_far.bytes = fs::file_size(path_, failed);
    if (failed) so_far.bytes = 0;
    so_far.last_line = line_before(path_, so_far.bytes);
    return so_far;
}

void GrowingFile::close()
{
    if (!out_.is_open()) return;
    if (out_) errno = 0;
    out_.close();
    if (!out_)
        refuse(fmt::format("cannot write `{}`: {}", path_,
                           errno != 0 ? std::strerror(errno) : "not all could be written"));
}

}  // namespace app
