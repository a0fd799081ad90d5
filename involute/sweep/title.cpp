// SPDX-License-Identifier: Apache-2.0
// The lines of a sweep's file: written and read back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/base/scalar.hpp"
#include "involute/sweep/checksum.hpp"
#include "involute/sweep/file.hpp"

namespace involute {
namespace {

constexpr std::string_view first_words = "# involute sweep 1, runs ";

/// One field, whatever it contains.
std::string field(std::string_view text)
{
    if (text.find_first_of(",\"") == text.npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// What stands between `before` and the next comma or the end.
std::string_view after(std::string_view line, std::string_view before)
{
    const auto at = line.find(before);
    if (at == line.npos) return {};
    line.remove_prefix(at + before.size());
    return line.substr(0, line.find(','));
}

}  // namespace

std::vector<std::string> sample_heads(const std::vector<std::string>& names, const Keep& keep)
{
    const std::vector<std::string> kept = keep.names();
    std::vector<std::string> heads = names;
    for (std::string& head : heads)
        if (std::ranges::find(own_columns, head) != std::end(own_columns))
            head += "(given)";
        else if (std::ranges::find(kept, head) != kept.end())
            head += "(start)";
    return heads;
}

std::string sweep_columns(const Samples& samples, const Keep& keep)
{
    std::string columns = "run";
    for (const std::string& head : sample_heads(samples.names(), keep))
        columns += ',' + field(head);
    for (const std::string& name : keep.names()) columns += ',' + field(name);
    return columns + ",code,reason";
}

std::string sweep_key(const Simulation& simulation, const Samples& samples, const Keep& keep)
{
    std::stringstream saved;
    simulation.save(saved);
    Checksum sum;
    // Where the model lies, and the sum at the end that contains it, do not matter.
    for (std::string line; std::getline(saved, line);)
        if (!line.starts_with("model.file ") && !line.starts_with("end ")) sum.add(line);
    sum.add(samples.description());
    sum.add(sweep_columns(samples, keep));
    return fmt::format("{:016x}", sum.value());
}

SweepTitle sweep_title(const Simulation& simulation, const Samples& samples, const Keep& keep)
{
    return {.runs = samples.count(),
            .key = sweep_key(simulation, samples, keep),
            .rows = std::max(keep.rows, 1L),
            .given = std::int64_t(samples.names().size()),
            .columns = sweep_columns(samples, keep)};
}

RunsOfPart runs_of(const SweepTitle& t)
{
    // Runs times parts are below 2^63.
    return {t.runs * (t.part - 1) / t.parts, t.runs * t.part / t.parts};
}

std::string first_lines(const SweepTitle& title)
{
    std::string text = fmt::format("{}{}, key {}", first_words, title.runs, title.key);
    if (title.rows > 1) text += fmt::format(", rows {}, given {}", title.rows, title.given);
    if (title.parts > 1) text += fmt::format(", part {}/{}", title.part, title.parts);
    return text + '\n' + title.columns + '\n';
}

std::string line_of(const SweepRow& row)
{
    const auto append = [](std::string& line, const double* values, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k)
            line += std::isnan(values[k]) ? "," : fmt::format(",{}", values[k] + 0.0);  // no -0
    };
    std::string begin = std::to_string(row.run + 1), lines;
    append(begin, row.sample.data(), row.sample.size());
    const std::size_t width = row.kept.size() / std::size_t(row.rows);
    for (std::size_t k = 0; k < std::size_t(row.rows); ++k) {
        lines += begin;
        append(lines, row.kept.data() + k * width, width);
        lines += fmt::format(",{},{}\n", word_of(row.code), k == 0 ? field(row.reason) : "");
    }
    return lines;
}

SweepTitle read_title(std::istream& in, const std::string& file)
{
    std::string line;
    SweepTitle title;
    std::getline(in, line);
    const auto runs = number<std::int64_t>(after(line, first_words));
    title.key = after(line, ", key ");
    if (const std::string_view part = after(line, ", part "); !part.empty()) {
        const auto slash = part.find('/');
        title.part = number<std::int64_t>(part.substr(0, slash)).value_or(0);
        title.parts =
            number<std::int64_t>(part.substr(std::min(slash, part.size() - 1) + 1)).value_or(0);
    }
    if (const std::string_view rows = after(line, ", rows "); !rows.empty()) {
        title.rows = number<std::int64_t>(rows).value_or(0);
        title.given = number<std::int64_t>(after(line, ", given ")).value_or(0);
    }
    const bool good = in && !in.eof() && title.rows >= 1 && line.starts_with(first_words) && runs &&
                      *runs > 0 && *runs <= most_runs && title.part >= 1 &&
                      title.parts >= title.part && title.parts <= most_parts;
    if (good) title.runs = *runs;
    if (good && std::getline(in, line) && !in.eof()) {
        title.columns = line;
        return title;
    }
    throw Error(Diagnostic{.message = fmt::format("`{}` is not a file of `involute sweep`", file),
                           .hint = "choose another name"});
}

}  // namespace involute
