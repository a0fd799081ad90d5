// SPDX-License-Identifier: Apache-2.0
#include "involute/output/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "involute/base/utf8.hpp"
#include "involute/output/zip.hpp"

namespace involute {

namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie");

/// An array in the .npy format, version 1.0: magic, header length, a Python dictionary padded so
/// that the data start at a multiple of 64, the data.
std::string npy(std::string_view type, std::string_view shape, std::string_view data)
{
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    constexpr std::size_t before = 10;  // magic, version, length
    header.append(63 - (before + header.size()) % 64, ' ');
    header += '\n';
    std::string array = "\x93NUMPY\x01";
    array += '\0';
    append_little_endian(array, header.size(), 2);
    array += header;
    array += data;
    return array;
}

std::string matrix(const std::vector<std::vector<double>>& rows, std::size_t columns)
{
    std::string data;
    data.reserve(rows.size() * columns * sizeof(double));
    for (const std::vector<double>& row : rows)
        data.append(reinterpret_cast<const char*>(row.data()), columns * sizeof(double));
    return npy("<f8", fmt::format("{}, {}", rows.size(), columns), data);
}

std::u32string code_points(std::string_view text)
{
    std::u32string points;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = code_point_at(text, at);
        points += point.valid ? char32_t(point.value) : U'\uFFFD';
        at += std::size_t(point.bytes);
    }
    return points;
}

std::string unicode(const std::vector<std::string>& texts, std::string_view shape)
{
    std::vector<std::u32string> points;
    std::size_t width = 1;
    for (const std::string& text : texts) {
        points.push_back(code_points(text));
        width = std::max(width, points.back().size());
    }
    std::string data;
    for (std::u32string& text : points) {
        text.resize(width, U'\0');
        data.append(reinterpret_cast<const char*>(text.data()), width * sizeof(char32_t));
    }
    return npy(fmt::format("<U{}", width), shape, data);
}

std::string number(double x)
{
    std::string data(sizeof x, '\0');
    std::memcpy(data.data(), &x, sizeof x);
    return npy("<f8", "", data);
}

}  // namespace

void write_npz(std::ostream& out, const Solution& s)
{
    const std::size_t columns = s.names.size() + 1;
    ZipWriter zip(out);
    zip.add("values.npy", matrix(s.rows, columns));
    zip.add("names.npy", unicode(s.names, fmt::format("{},", s.names.size())));
    zip.add("independent.npy", unicode({s.independent}, ""));
    zip.add("code.npy", unicode({std::string(word_of(s.code))}, ""));
    zip.add("residual.npy", number(s.residual));
    for (const CrossingRecord& record : s.crossings)
        zip.add(fmt::format("{}_{}.npy", record.is_event ? "event" : "section", record.name),
                matrix(record.rows, columns));
    zip.finish();
}

}  // namespace involute
