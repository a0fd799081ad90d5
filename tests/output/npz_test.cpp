// SPDX-License-Identifier: Apache-2.0
#include "involute/output/npz.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "involute/output/zip.hpp"
#include "tests/output/sample.hpp"

namespace involute {
namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at, int width)
{
    std::uint32_t value = 0;
    for (int i = width; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + std::size_t(i)]);
    return value;
}

/// The entries of a zip archive, read through its directory, every check sum verified.
std::map<std::string, std::string> unzipped(const std::string& archive)
{
    std::map<std::string, std::string> entries;
    const std::size_t end = archive.size() - 22;
    EXPECT_EQ(archive.substr(end, 4), "PK\x05\x06");
    std::size_t at = number_at(archive, end + 16, 4);
    EXPECT_EQ(at + number_at(archive, end + 12, 4), end);
    for (std::uint32_t left = number_at(archive, end + 10, 2); left-- > 0;) {
        EXPECT_EQ(archive.substr(at, 4), "PK\x01\x02");
        const std::size_t name_size = number_at(archive, at + 28, 2);
        const std::size_t local = number_at(archive, at + 42, 4);
        EXPECT_EQ(archive.substr(local, 4), "PK\x03\x04");
        EXPECT_EQ(archive.substr(local + 30, name_size), archive.substr(at + 46, name_size));
        const std::string data =
            archive.substr(local + 30 + name_size, number_at(archive, local + 22, 4));
        EXPECT_EQ(number_at(archive, at + 16, 4), crc32(data));
        entries[archive.substr(at + 46, name_size)] = data;
        at += 46 + name_size;
    }
    EXPECT_EQ(at, end);
    return entries;
}

struct Array {
    std::string header{};
    std::string data{};
};

Array array_of(const std::string& npy)
{
    EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\0", 8));
    const std::size_t length = number_at(npy, 8, 2);
    EXPECT_EQ((10 + length) % 64, 0u);
    EXPECT_EQ(npy[10 + length - 1], '\n');
    std::string header = npy.substr(10, length);
    header.erase(header.find_last_not_of(" \n") + 1);
    return {header, npy.substr(10 + length)};
}

TEST(Crc32, GivesThePublishedCheckValue)
{
    EXPECT_EQ(crc32("123456789"), 0xCBF43926u);  // the catalogue's check value of CRC-32/ISO-HDLC
    EXPECT_EQ(crc32(""), 0u);
}

TEST(Npz, HoldsTheRowsBitForBit)
{
    const Solution s = sample::solution();
    auto entries = unzipped(sample::written("npz", s));
    const Array values = array_of(entries.at("values.npy"));
    EXPECT_EQ(values.header, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }");
    ASSERT_EQ(values.data.size(), 3u * 4 * sizeof(double));
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(std::memcmp(values.data.data() + i * 32, s.rows[i].data(), 32), 0);
}

TEST(Npz, HoldsTheNamesAsUnicode)
{
    auto entries = unzipped(sample::written("npz", sample::solution()));
    const Array names = array_of(entries.at("names.npy"));
    EXPECT_EQ(names.header, "{'descr': '<U2', 'fortran_order': False, 'shape': (3,), }");
    const char32_t expected[] = U"x\0x'λ";
    EXPECT_EQ(std::memcmp(names.data.data(), expected, names.data.size()), 0);
    const Array code = array_of(entries.at("code.npy"));
    EXPECT_EQ(code.header, "{'descr': '<U6', 'fortran_order': False, 'shape': (), }");
}

TEST(Npz, HoldsSectionsAndEventsUnderTheirNames)
{
    auto entries = unzipped(sample::written("npz", sample::solution()));
    EXPECT_EQ(entries.size(), 8u);
    EXPECT_NE(array_of(entries.at("section_s.npy")).header.find("(2, 4)"), std::string::npos);
    EXPECT_NE(array_of(entries.at("event_e.npy")).header.find("(1, 4)"), std::string::npos);
    EXPECT_NE(array_of(entries.at("section_never.npy")).header.find("(0, 4)"), std::string::npos);
}

TEST(Npz, OfAnEmptyRunIsAnArchive)
{
    auto entries = unzipped(sample::written("npz", Solution{}));
    EXPECT_NE(array_of(entries.at("values.npy")).header.find("(0, 1)"), std::string::npos);
    EXPECT_NE(array_of(entries.at("names.npy")).header.find("(0,)"), std::string::npos);
}

}  // namespace
}  // namespace involute
