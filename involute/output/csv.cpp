// SPDX-License-Identifier: Apache-2.0
#include "involute/output/csv.hpp"

#include <fmt/format.h>

#include <ostream>

#include "involute/base/scalar.hpp"

namespace involute {
namespace {

/// A name with a comma in it, q[1,2] or der(x, 5), is one field all the same.
std::string quoted(const std::string& name)
{
    return name.find(',') == std::string::npos ? name : '"' + name + '"';
}

}  // namespace

void write_csv(std::ostream& out, const Solution& solution)
{
    out << solution.independent;
    for (const std::string& name : solution.names) out << ',' << quoted(name);
    out << '\n';
    fmt::memory_buffer line;
    const auto write = [&](const auto& row, auto text_of) {
        line.clear();
        for (const auto& value : row)
            fmt::format_to(fmt::appender(line), "{}{}", line.size() > 0 ? "," : "", text_of(value));
        line.push_back('\n');
        out.write(line.data(), std::streamsize(line.size()));
    };
    const auto no_negative_zero = [](double value) { return value + 0.0; };
    if (solution.quad_rows.empty())
        for (const std::vector<double>& row : solution.rows) write(row, no_negative_zero);
    for (const std::vector<Quad>& row : solution.quad_rows) write(row, to_full_text);
}

}  // namespace involute
