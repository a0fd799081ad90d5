// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "involute/base/error.hpp"

namespace involute {

FileLock::FileLock(const std::string& path)
    : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666))
{
    if (descriptor_ < 0)
        throw Error(Diagnostic{
            .message = fmt::format("cannot write `{}`: {}", path, std::strerror(errno))});
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    close(descriptor_);
    throw Error(Diagnostic{.message = fmt::format("`{}` is being written by another process", path),
                           .hint = "wait for it, or choose another name"});
}

FileLock::~FileLock()
{
    close(descriptor_);
}

}  // namespace involute
