// SPDX-License-Identifier: Apache-2.0
// Samples of a table: one a line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/base/scalar.hpp"
#include "involute/sweep/checksum.hpp"
#include "involute/sweep/samples.hpp"

namespace involute {
namespace {

struct Lines {
    std::string_view rest{};
    int line = 0;
    /// The next line that is neither empty nor a remark.
    std::optional<std::string_view> next()
    {
        while (!rest.empty()) {
            const auto end = std::min(rest.find('\n'), rest.size());
            const std::string_view text = trimmed(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            ++line;
            if (!text.empty() && text.front() != '#') return text;
        }
        return std::nullopt;
    }
};

/// Names may be quoted, as ours are where they contain a comma; some programs quote numbers too.
std::string_view unquoted(std::string_view field)
{
    const bool quoted = field.size() > 1 && field.front() == '"' && field.back() == '"';
    return quoted ? trimmed(field.substr(1, field.size() - 2)) : field;
}

std::vector<std::string> names_of(std::string_view header)
{
    std::vector<std::string> names;
    for (const std::string_view name : comma_separated(header)) names.emplace_back(unquoted(name));
    return names;
}

}  // namespace

SampleBlock table_of(std::vector<std::string> names, std::vector<double> values)
{
    const std::size_t columns = names.size();
    if (columns == 0 || values.empty() || values.size() % columns != 0)
        throw Error(Diagnostic{
            .message = fmt::format("a table of samples with {} names cannot have {} numbers",
                                   columns, values.size()),
            .hint = "a number for every name, and a row for every run"});
    for (std::size_t k = 0; k < values.size(); ++k)
        if (!std::isfinite(values[k]))
            throw Error(
                Diagnostic{.message = fmt::format("`{}` has the value {} in sample {}",
                                                  names[k % columns], values[k], k / columns + 1),
                           .hint = "finite numbers are needed"});
    SampleBlock block{.names = std::move(names),
                      .count = std::int64_t(values.size() / columns),
                      .description = "list"};
    for (const std::string& name : block.names) block.description += ' ' + name;
    Checksum sum;
    for (const double value : values) sum.add(value);
    block.description += fmt::format(", {} rows, sum {:016x}", block.count, sum.value());
    block.put = [values = std::move(values), columns](std::int64_t k, double* to) {
        std::copy_n(values.begin() + std::ptrdiff_t(std::size_t(k) * columns), columns, to);
    };
    return block;
}

SampleBlock list_of(std::string_view csv, const std::string& file)
{
    Lines lines{csv};
    const auto refuse = [&](const std::string& message, const std::string& hint) {
        throw Error(Diagnostic{.message = message,
                               .hint = hint,
                               .place = {.line = lines.line, .column = 1},
                               .file = file});
    };
    if (csv.starts_with("\xef\xbb\xbf")) lines.rest.remove_prefix(3);  // the mark of UTF-8
    const auto header = lines.next();
    if (!header) refuse("the table is empty", "its first line has the names: g,x");
    const std::vector<std::string> names = names_of(*header);
    const std::size_t columns = names.size();
    if (columns == 1 && names[0].find_first_of(";\t") != std::string::npos)
        refuse(fmt::format("`{}` is no name", names[0]), "commas separate entries: g,x");
    for (const std::string& name : names)
        if (name.empty() || number<double>(name))
            refuse(fmt::format("`{}` is no name", name), "the first line has the names: g,x");
    std::vector<double> values;
    while (const auto text = lines.next()) {
        const auto fields = comma_separated(*text);
        if (fields.size() != columns)
            refuse(fmt::format("{} entries, where the first line has {} names", fields.size(),
                               columns),
                   "a number for every name");
        for (std::size_t k = 0; k < columns; ++k) {
            const std::string_view field = unquoted(fields[k]);
            const auto value = number<double>(field);
            if (field.empty())
                refuse(fmt::format("the entry for `{}` is missing", names[k]),
                       "a number for every name");
            if (!value || !std::isfinite(*value))
                refuse(fmt::format("`{}` for `{}` is no finite number", field, names[k]),
                       "a number for every name");
            values.push_back(*value);
        }
    }
    if (values.empty()) refuse("the table has no rows", "a line of numbers for every run");
    return table_of(names, std::move(values));
}

}  // namespace involute
