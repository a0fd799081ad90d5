// SPDX-License-Identifier: Apache-2.0
#include "involute/system/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

/// One line after the other, and where a mistake is.
class Lines {
public:
    Lines(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

    /// The next line that says something; false at the end.
    bool next()
    {
        while (!rest_.empty()) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            line_ = trimmed(rest_.substr(0, end));
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            ++number_;
            if (!line_.empty() && line_.front() != '#') return true;
        }
        return false;
    }
    std::vector<std::string_view> cells() const { return comma_separated(line_); }

    [[noreturn]] void refuse(std::string message, std::string hint) const
    {
        throw Error(Diagnostic{.message = std::move(message),
                               .hint = std::move(hint),
                               .place = {.line = number_, .column = 1},
                               .source_line = std::string(line_.substr(0, 200)),
                               .file = file_});
    }
    [[noreturn]] void refuse_file(std::string message, std::string hint) const
    {
        throw Error(
            Diagnostic{.message = std::move(message), .hint = std::move(hint), .file = file_});
    }

private:
    std::string_view rest_, line_{};
    const std::string& file_;
    int number_ = 0;
};

struct Columns {
    std::size_t t = 0, u = 1, count = 2;
};

std::string_view unquoted(std::string_view cell)
{
    cell = trimmed(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        cell = cell.substr(1, cell.size() - 2);
    return cell;
}

Columns columns_named(const Lines& lines, const std::vector<std::string_view>& names,
                      const std::string& input)
{
    const auto place_of = [&](std::string_view name) {
        std::size_t k = 0;
        while (k < names.size() && unquoted(names[k]) != name) ++k;
        return k;
    };
    const std::size_t u = place_of(input), t = place_of("t");
    const std::size_t n = names.size();
    if (u == n && n != 2)
        lines.refuse(fmt::format("there is no column `{}`", input),
                     "name the column of the values so, or give two columns");
    if (u == n) return t == 1 ? Columns{1, 0, n} : Columns{0, 1, n};
    if (t != n && t != u) return {t, u, n};
    return {u == 0 ? std::size_t(1) : std::size_t(0), u, n};
}

}  // namespace

InputTable read_input_table(std::string_view text, const std::string& file,
                            const std::string& input)
{
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a mark of UTF-8
    Lines lines(text, file);
    InputTable table;
    Columns columns;
    for (bool first = true; lines.next(); first = false) {
        const std::vector<std::string_view> cells = lines.cells();
        if (cells.size() < 2)
            lines.refuse("a table has two columns at least, separated by commas",
                         "as in `t,u` and below `0,2.5`");
        if (first) {
            columns.count = cells.size();
            const bool named = std::ranges::none_of(cells, [](std::string_view cell) {
                return number<double>(trimmed(cell)).has_value();
            });
            if (named) {
                columns = columns_named(lines, cells, input);
                continue;
            }
            if (cells.size() > 2)
                lines.refuse(
                    fmt::format("which of {} columns is `{}` is not said", cells.size(), input),
                    "begin with a line of names, as in `t,u,v`");
        }
        if (cells.size() != columns.count)
            lines.refuse(
                fmt::format("there are {} columns here, and {} above", cells.size(), columns.count),
                "every line has the same number of commas");
        const auto read = [&](std::size_t column) {
            const std::string_view cell = trimmed(cells[column]);
            const auto found = number<double>(cell);
            if (!found) lines.refuse(fmt::format("`{}` is no number", cell), "as in 1.5 or -2e-3");
            if (!std::isfinite(*found))
                lines.refuse(fmt::format("`{}` is not finite", cell),
                             "leave the line out, or give a number");
            return decimal_of(*found);
        };
        const Quad t = read(columns.t);
        if (!table.t.empty() && !(to_double(table.t.back()) < to_double(t)))
            lines.refuse(fmt::format("{} does not come after {}, the place in the line before",
                                     to_text(to_double(t)), to_text(to_double(table.t.back()))),
                         "sort the lines, and leave out what is there twice");
        table.t.push_back(t);
        table.u.push_back(read(columns.u));
    }
    if (table.t.size() < 2)
        lines.refuse_file(
            table.t.empty() ? "there are no points" : "there is one point",
            "a table has two at least; a constant is given as a number, " + input + "=2.5");
    return table;
}

}  // namespace involute
