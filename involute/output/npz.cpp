// SPDX-License-Identifier: Apache-2.0
#include "involute/output/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "involute/output/npy.hpp"
#include "involute/output/zip.hpp"

namespace involute {

namespace {

std::string matrix(const std::vector<std::vector<double>>& rows, std::size_t columns)
{
    std::string data;
    data.reserve(rows.size() * columns * sizeof(double));
    for (const std::vector<double>& row : rows)
        data.append(reinterpret_cast<const char*>(row.data()), columns * sizeof(double));
    return npy("<f8", fmt::format("{}, {}", rows.size(), columns), data);
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
