// SPDX-License-Identifier: Apache-2.0
#include "involute/output/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "involute/base/utf8.hpp"
#include "involute/output/zip.hpp"

namespace involute {

namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie");

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

}  // namespace

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

}  // namespace involute
