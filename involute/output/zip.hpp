// SPDX-License-Identifier: Apache-2.0
// A zip archive of uncompressed entries, written front to back (PKWARE, APPNOTE 6.3, sections
// 4.3.7, 4.3.12 and 4.3.16).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace involute {

/// The check sum of zip, gzip and PNG: reflected polynomial 0xEDB88320.
std::uint32_t crc32(std::string_view data);

/// Appends the low `bytes` bytes of a number, lowest first.
void append_little_endian(std::string& to, std::uint64_t value, int bytes);

class ZipWriter {
public:
    explicit ZipWriter(std::ostream& out) : out_(out) {}

    /// Throws Error if the archive would outgrow the format's 4 GiB.
    void add(std::string_view name, std::string_view data);
    /// Writes the directory; nothing can be added afterwards.
    void finish();

private:
    void write(std::string_view bytes);

    std::ostream& out_;
    std::uint64_t written_ = 0;
    std::string directory_{};
    int entries_ = 0;
};

}  // namespace involute
