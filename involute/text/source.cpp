// SPDX-License-Identifier: Apache-2.0
#include "involute/text/source.hpp"

#include <algorithm>
#include <tuple>

#include "involute/base/limits.hpp"

namespace involute {
namespace {

// Every diagnostic keeps its line; longer lines do not help the reader and could fill the memory.
constexpr std::size_t longest_shown_line = 4096;

}  // namespace

Source make_source(std::string_view text, std::string file)
{
    Source source{std::move(file), std::string(text), {0}};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\n' || (text[i] == '\r' && !pair)) source.line_starts.push_back(i + 1);
    }
    return source;
}

std::string_view line_of(const Source& source, int line)
{
    if (line < 1 || std::size_t(line) > source.line_starts.size()) return {};
    std::string_view rest = source.text;
    rest.remove_prefix(source.line_starts[std::size_t(line) - 1]);
    rest = rest.substr(0, rest.find_first_of("\r\n"));
    return rest.size() > longest_shown_line ? std::string_view{} : rest;
}

bool Findings::full() const
{
    return found_.size() >= std::size_t(limits::reported_errors.value);
}

void Findings::add(const Place& place, std::string message, std::string hint)
{
    add({std::move(message), std::move(hint), place, std::string(line_of(source_, place.line)),
         source_.file});
}

void Findings::add(Diagnostic diagnostic)
{
    const Place& place = diagnostic.place;
    if (place.line > 0 && !places_.insert({place.line, place.column}).second) return;
    if (!full()) found_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Findings::sorted() const
{
    std::vector<Diagnostic> all = found_;
    std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
    if (full())
        all.push_back(
            {.message = "there may be more errors: " + limit_text(limits::reported_errors),
             .file = source_.file});
    return all;
}

void Findings::throw_if_any() const
{
    if (!found_.empty()) throw Error(sorted());
}

}  // namespace involute
