// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/checkpoint_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "involute/base/error.hpp"
#include "involute/base/quad.hpp"
#include "involute/expr/native.hpp"

namespace involute {
namespace {

constexpr std::string_view title = "involute checkpoint ";
constexpr int version = 1;  // of the format
constexpr std::string_view between = " = ";

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// What the last bits of a run depend on.
std::string build()
{
#if defined(__clang__)
    const std::string compiler = fmt::format("clang {}", __clang_major__);
#elif defined(__GNUC__)
    const std::string compiler = fmt::format("gcc {}", __GNUC__);
#else
    const std::string compiler = "another compiler";
#endif
#if defined(__x86_64__)
    // The C library's elementary functions have other last bits where there are fused operations.
    const std::string_view processor =
        __builtin_cpu_supports("fma") ? "x86-64 with fused operations" : "x86-64";
#elif defined(__aarch64__)
    const std::string_view processor = "aarch64";
#else
    const std::string_view processor = "another processor";
#endif
    return fmt::format("involute {}, {}, {}, {}, quadruple precision is {}", INVOLUTE_VERSION,
                       compiler, processor, Native::available() ? "native code" : "interpreted",
                       quad_carrier());
}

/// FNV-1a: every change of a single byte changes it.
std::uint64_t sum_of(std::string_view text)
{
    std::uint64_t sum = 14695981039346656037u;
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return sum;
}

/// A word is printable and without blanks; an empty one is a single %.
void append_word(std::string& text, std::string_view word)
{
    if (word.empty()) text += '%';
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > ' ' && byte != 0x7f && c != '%')
            text += c;
        else
            text += fmt::format("%{:02x}", byte);
    }
}

std::string word_of(std::string_view text)
{
    std::string word;
    if (text == "%") return word;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] != '%') {
            word += text[k];
            continue;
        }
        unsigned byte = 0;
        const std::string_view digits = text.substr(std::min(k + 1, text.size()), 2);
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() != 2 || read.ptr != digits.data() + 2) refuse("a word is damaged");
        word += char(byte);
        k += 2;
    }
    return word;
}

StateRecord record_of(std::string_view line)
{
    const auto equals = line.find(between);
    if (equals == std::string_view::npos) refuse("a line of the checkpoint is damaged");
    StateRecord record{std::string(line.substr(0, equals)), {}};
    std::string_view rest = line.substr(equals + between.size());
    while (!rest.empty()) {
        const auto blank = std::min(rest.find(' '), rest.size());
        record.words.push_back(word_of(rest.substr(0, blank)));
        rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return record;
}

std::string_view first_line(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::string last_line(std::string_view body)
{
    return fmt::format("end {} {:016x}\n", std::count(body.begin(), body.end(), '\n'),
                       sum_of(body));
}

void require_version(std::string_view line)
{
    if (!line.starts_with(title)) refuse("this is no checkpoint of involute");
    if (line.substr(title.size()) == std::to_string(version)) return;
    refuse(fmt::format("the checkpoint has version {} of the format, and this program reads "
                       "version {}",
                       line.substr(title.size()), version),
           "go on with the program that wrote it");
}

/// Without its last line, which tells whether all of it is there as it was written.
std::string_view checked_body(std::string_view text)
{
    const auto last = text.size() < 2 ? std::string_view::npos : text.rfind('\n', text.size() - 2);
    if (last == std::string_view::npos) refuse("the checkpoint is cut off");
    const std::string_view body = text.substr(0, last + 1), end = text.substr(last + 1);
    if (end == last_line(body)) return body;
    refuse(end.starts_with("end ") && end.ends_with('\n')
               ? "the checkpoint is damaged: it is not what was written"
               : "the checkpoint is cut off: its last line is missing",
           "go on from another one, or start anew");
}

}  // namespace

std::string checkpoint_text(std::string_view kind, const std::vector<StateRecord>& records)
{
    std::string text = fmt::format("{}{}\nkind = {}\nbuild = ", title, version, kind);
    append_word(text, build());
    text += '\n';
    for (const StateRecord& record : records) {
        text += record.name;
        text += " =";
        for (const std::string& word : record.words) {
            text += ' ';
            append_word(text, word);
        }
        if (record.words.empty()) text += ' ';
        text += '\n';
    }
    return text + last_line(text);
}

std::vector<StateRecord> checkpoint_records(std::string_view kind, std::string_view text)
{
    std::string_view begin = text;
    require_version(first_line(begin));
    std::string_view body = checked_body(text);
    first_line(body);
    std::vector<StateRecord> records;
    while (!body.empty()) records.push_back(record_of(first_line(body)));
    if (records.size() < 2 || records[0] != StateRecord{"kind", {std::string(kind)}})
        refuse(fmt::format("the checkpoint is not of a {}", kind),
               "`involute solve` goes on with what it wrote itself, Simulation::load with what "
               "Simulation::save wrote");
    if (records[1] != StateRecord{"build", {build()}})
        refuse(fmt::format("the checkpoint was written by another build ({}; this is {}): it would "
                           "not go on with the same bits",
                           records[1].words.empty() ? "" : records[1].words.front(), build()),
               "go on with the program that wrote it");
    records.erase(records.begin(), records.begin() + 2);
    return records;
}

}  // namespace involute
