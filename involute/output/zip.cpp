// SPDX-License-Identifier: Apache-2.0
#include "involute/output/zip.hpp"

#include <boost/crc.hpp>
#include <limits>
#include <ostream>

#include "involute/base/error.hpp"

namespace involute {

namespace {

/// The fields that the local header and the directory entry share.
std::string common_fields(std::string_view name, std::string_view data)
{
    std::string fields;
    append_little_endian(fields, 20, 2);       // version needed: 2.0
    append_little_endian(fields, 1 << 11, 2);  // names are UTF-8
    append_little_endian(fields, 0, 2);        // stored
    append_little_endian(fields, 0, 2);  // time: midnight, so that equal runs give equal files
    append_little_endian(fields, (1 << 5) + 1, 2);  // date: 1 January 1980, the earliest there is
    append_little_endian(fields, crc32(data), 4);
    append_little_endian(fields, data.size(), 4);
    append_little_endian(fields, data.size(), 4);
    append_little_endian(fields, name.size(), 2);
    append_little_endian(fields, 0, 2);  // no extra field
    return fields;
}

}  // namespace

std::uint32_t crc32(std::string_view data)
{
    boost::crc_32_type crc;
    crc.process_bytes(data.data(), data.size());
    return crc.checksum();
}

void append_little_endian(std::string& to, std::uint64_t value, int bytes)
{
    for (; bytes > 0; --bytes, value >>= 8) to += char(value & 0xff);
}

void ZipWriter::write(std::string_view bytes)
{
    out_.write(bytes.data(), std::streamsize(bytes.size()));
    written_ += bytes.size();
}

void ZipWriter::add(std::string_view name, std::string_view data)
{
    constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t headers = 200;  // more than the two headers of an entry take
    if (written_ + directory_.size() + data.size() + 2 * name.size() + headers > limit)
        throw Error(
            Diagnostic{.message = "the npz output would exceed 4 GiB",
                       .hint = "ask for fewer rows with option `sampling.points`, or write csv"});

    const std::string fields = common_fields(name, data);
    directory_ += "PK\x01\x02";
    append_little_endian(directory_, 20, 2);  // made by: version 2.0
    directory_ += fields;
    append_little_endian(directory_, 0, 2 + 2 + 2 + 4);  // comment, disk, attributes
    append_little_endian(directory_, written_, 4);
    directory_ += name;

    write(std::string("PK\x03\x04") + fields);
    write(name);
    write(data);
    ++entries_;
}

void ZipWriter::finish()
{
    std::string end = "PK\x05\x06";
    append_little_endian(end, 0, 2 + 2);  // one disk
    append_little_endian(end, std::uint64_t(entries_), 2);
    append_little_endian(end, std::uint64_t(entries_), 2);
    append_little_endian(end, directory_.size(), 4);
    append_little_endian(end, written_, 4);
    append_little_endian(end, 0, 2);  // no comment
    write(directory_);
    write(end);
}

}  // namespace involute
