// SPDX-License-Identifier: Apache-2.0
// The lines of a sweep's file, read back run by run.
#include <fmt/format.h>

#include <istream>

#include "involute/base/error.hpp"
#include "involute/sweep/file.hpp"

namespace involute {
namespace {

/// Commas within quotes separate nothing.
std::size_t number_of_fields(std::string_view line)
{
    std::size_t count = 1;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted) ++count;
    }
    return count;
}

}  // namespace

RunLines::RunLines(std::istream& in, const SweepTitle& title, std::string file)
    : in_(in),
      next_(runs_of(title).first),
      end_(runs_of(title).end),
      rows_(title.rows),
      fields_(number_of_fields(title.columns)),
      file_(std::move(file))
{
}

bool RunLines::read(std::string& lines)
{
    lines.clear();
    const std::string begin = std::to_string(next_ + 1) + ',';
    for (std::int64_t k = 0; k < rows_; ++k) {
        if (!std::getline(in_, line_) || in_.eof()) return false;  // a line is whole if it is ended
        if (next_ >= end_ || !line_.starts_with(begin) || number_of_fields(line_) != fields_)
            throw Error(Diagnostic{
                .message =
                    fmt::format("`{}` has a line that is not of this sweep, where run {} should be",
                                file_, next_ + 1),
                .hint = "put the file back as it was, or choose another name"});
        lines += line_;
        lines += '\n';
    }
    ++next_;
    return true;
}

std::vector<std::string> fields_of(std::string_view line)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        const bool twice = quoted && line[k] == '"' && k + 1 < line.size() && line[k + 1] == '"';
        if (twice)
            fields.back() += line[++k];
        else if (line[k] == '"')
            quoted = !quoted;
        else if (line[k] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += line[k];
    }
    return fields;
}

}  // namespace involute
