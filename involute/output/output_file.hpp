// SPDX-License-Identifier: Apache-2.0
// A file that is there whole or not at all: written under a temporary name beside its place,
// renamed when it is complete.
#pragma once

#include <filesystem>
#include <fstream>

namespace involute {

class OutputFile {
public:
    /// Throws Error if the file cannot be written, before anything is computed for it.
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream() { return stream_; }
    /// Puts the file in its place. Throws Error if not everything could be written.
    void commit();

private:
    std::filesystem::path target_;
    std::filesystem::path written_;  // the temporary file; the target itself if it is a device
    std::ofstream stream_{};
    bool done_ = false;
};

}  // namespace involute
