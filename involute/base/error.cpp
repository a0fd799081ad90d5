// SPDX-License-Identifier: Apache-2.0
#include "involute/base/error.hpp"

#include <algorithm>
#include <string_view>

#include "involute/base/utf8.hpp"

namespace involute {
namespace {

// What fits on a terminal beside the indentation; a longer line is shown around the place.
constexpr int shown_width = 100;
constexpr int shown_before = 60;

std::size_t byte_of_column(std::string_view line, int column)
{
    std::size_t at = 0;
    for (int c = 1; c < column && at < line.size(); ++c)
        at += std::size_t(code_point_at(line, at).bytes);
    return at;
}

std::string line_with_caret(const Diagnostic& d)
{
    const int width = count_characters(d.source_line);
    const int column = std::clamp(d.place.column, 1, width + 1);
    const int first = width <= shown_width ? 1 : std::max(1, column - shown_before);
    const int last = std::min(width, first + shown_width - 1);
    const std::size_t begin = byte_of_column(d.source_line, first);
    const std::size_t end = byte_of_column(d.source_line, last + 1);

    const std::string left = first > 1 ? "... " : "";
    const std::string right = last < width ? " ..." : "";
    const int length = std::clamp(d.place.length, 1, std::max(1, last - column + 1));
    return "\n    " + left +
           displayable(std::string_view(d.source_line).substr(begin, end - begin)) + right +
           "\n    " + std::string(left.size() + std::size_t(column - first), ' ') + "^" +
           std::string(std::size_t(length - 1), '~');
}

std::string joined(const std::vector<Diagnostic>& diagnostics)
{
    std::string text;
    for (const Diagnostic& d : diagnostics) text += (text.empty() ? "" : "\n") + to_string(d);
    return text;
}

}  // namespace

std::string to_string(const Diagnostic& d)
{
    std::string text;
    if (!d.file.empty()) text += displayable(d.file) + ":";
    if (!d.file.empty() && d.place.line > 0)
        text += std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + ":";
    if (!text.empty()) text += " ";
    text += "error: " + d.message;
    if (d.place.line > 0 && !d.source_line.empty()) text += line_with_caret(d);
    if (!d.hint.empty()) text += "\n    hint: " + d.hint;
    return text;
}

Error::Error(Diagnostic diagnostic) : Error(std::vector<Diagnostic>{std::move(diagnostic)}) {}

Error::Error(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined(diagnostics)), diagnostics_(std::move(diagnostics))
{
}

}  // namespace involute
