// SPDX-License-Identifier: Apache-2.0
// Rows of a run that can be gone on with: written into their file as they come, so that they are
// there when the program is killed; and the file of a checkpoint, which is there whole.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace app {

/// Writes a file in one piece: whoever looks sees the old one or the new one, whatever happens.
/// Returns why that failed; empty: it did not.
std::string write_whole(const std::string& path, const std::string& text);

/// How much of a file is written, and what its last line is: enough to know it again.
struct WrittenSoFar {
    std::uintmax_t bytes = 0;
    std::string last_line{};
};

class GrowingFile {
public:
    /// Nothing happens to the file before the first use. Throws involute::Error if it could not be
    /// written.
    explicit GrowingFile(std::string path);

    /// Goes on after what was written; what came later is cut off. Throws involute::Error where the
    /// file is not the one.
    void go_on(const WrittenSoFar& so_far);
    std::ostream& stream();
    /// All that was written is on the disk when this returns.
    WrittenSoFar sync();
    /// Throws involute::Error if not everything could be written.
    void close();

private:
    std::string path_;
    std::ofstream out_{};
};

}  // namespace app
