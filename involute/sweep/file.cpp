// SPDX-License-Identifier: Apache-2.0
// A file that grows, and is gone on with.
#include "involute/sweep/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "involute/base/error.hpp"
#include "involute/sweep/lock.hpp"

namespace involute {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece = 4096;
constexpr std::int64_t longest_wait = 50'000'000;  // ns

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

std::int64_t now()
{
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void require_csv_name(const std::string& path)
{
    const std::string ending = fs::path(path).extension().string();
    for (const std::string_view other : {".npz", ".npy", ".nc", ".zarr", ".h5", ".hdf5", ".json",
                                         ".parquet", ".pkl", ".mat", ".xlsx", ".svg", ".ode"})
        if (ending == other)
            refuse(fmt::format("`{}`: the file of a sweep is csv", path),
                   "the program makes .npz of it, Python's `Model.sweep` datasets for NetCDF and "
                   "Zarr");
}

SweepFile::SweepFile(std::string path, const SweepTitle& title, bool resume)
    : path_(std::move(path)),
      out_(std::make_unique<std::ofstream>()),
      next_(runs_of(title).first),
      written_(now())
{
    require_csv_name(path_);
    std::error_code ignored;
    const bool exists = fs::exists(path_, ignored);
    if (exists && !fs::is_regular_file(path_, ignored))
        refuse(fmt::format("`{}` is not a plain file", path_),
               "a sweep writes to a file of its own");
    if (exists && !resume)
        refuse(fmt::format("`{}` exists", path_),
               "resume it if it is of this sweep, or choose another name");
    lock_ = std::make_unique<FileLock>(path_);
    go_on(title);  // of a file that is new, or was made by a process that ended before its title
}

SweepFile::~SweepFile() = default;

void SweepFile::go_on(const SweepTitle& title)
{
    const std::string expected = first_lines(title);
    std::ifstream in(path_, std::ios::binary);
    std::string begin(expected.size(), '\0');
    in.read(begin.data(), std::streamsize(begin.size()));
    begin.resize(std::size_t(in.gcount()));
    std::uintmax_t whole = 0;
    if (begin == expected) {
        whole = expected.size();
        RunLines runs(in, title, path_);
        for (std::string lines; runs.read(lines);) whole += lines.size();
        next_ = runs.next();
    } else if (!expected.starts_with(begin)) {
        refuse(
            fmt::format("`{}` is of another sweep: model, options, samples or build differ", path_),
            "choose another name");
    }
    in.close();
    std::error_code failed;
    fs::resize_file(path_, whole, failed);
    if (failed) refuse(fmt::format("cannot write `{}`: {}", path_, failed.message()));
    errno = 0;
    out_->open(path_, std::ios::binary | std::ios::app);
    if (whole == 0) lines_ = expected;
    flush();
}

void SweepFile::add(const SweepRow& row)
{
    const std::string lines = line_of(row);
    if (lines_.size() + lines.size() > piece) flush();
    lines_ += lines;
    ++next_;
    if (now() - written_ > longest_wait) flush();
}

void SweepFile::flush()
{
    if (*out_) errno = 0;
    out_->write(lines_.data(), std::streamsize(lines_.size()));
    out_->flush();
    if (!*out_)
        refuse(fmt::format("cannot write `{}`: {}", path_,
                           errno != 0 ? std::strerror(errno) : "not all could be written"));
    lines_.clear();
    written_ = now();
}

void SweepFile::close()
{
    flush();
    out_->close();
    const bool written = bool(*out_);
    lock_.reset();
    if (!written) refuse(fmt::format("cannot write `{}`: {}", path_, std::strerror(errno)));
}

}  // namespace involute
