// SPDX-License-Identifier: Apache-2.0
// A file that one process writes at a time. The lock is gone with the process, however it ends.
#pragma once

#include <string>

namespace involute {

class FileLock {
public:
    /// Makes the file where there is none. Throws an Error where it cannot be opened, or another
    /// process holds it. A file system that knows no locks has none.
    explicit FileLock(const std::string& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int descriptor_;
};

}  // namespace involute
