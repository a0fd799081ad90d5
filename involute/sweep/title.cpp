// SPDX-License-Identifier: Apache-2.0
// The lines of a sweep's file: written and read back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/base/scalar.hpp"
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

std::string sweep_columns(const Samples& samples, const Keep& keep)
{
    std::string columns = "run";
    for (const std::string& name : samples.names()) columns += ',' + field(name);
    for (const Kept& kept : keep.entries) columns += ',' + field(kept.name);
    return columns + ",code,reason";
}

std::string sweep_key(const Simulation& simulation, const Samples& samples, const Keep& keep)
{
    std::stringstream saved;
    simulation.save(saved);
    std::uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a, 64 bits
    const auto add = [&](std::string_view text) {
        for (const char c : text) sum = (sum ^ std::uint8_t(c)) * 0x100000001b3u;
        sum = (sum ^ std::uint8_t('\n')) * 0x100000001b3u;
    };
    // Where the model lies, and the sum at the end that contains it, do not matter.
    for (std::string line; std::getline(saved, line);)
        if (!line.starts_with("model.file ") && !line.starts_with("end ")) add(line);
    add(samples.description());
    add(sweep_columns(samples, keep));
    return fmt::format("{:016x}", sum);
}

RunsOfPart runs_of(const SweepTitle& t)
{
    // Runs times parts are below 2^63.
    return {t.runs * (t.part - 1) / t.parts, t.runs * t.part / t.parts};
}

std::string first_lines(const SweepTitle& title)
{
    std::string text = fmt::format("{}{}, key {}", first_words, title.runs, title.key);
    if (title.parts > 1) text += fmt::format(", part {}/{}", title.part, title.parts);
    return text + '\n' + title.columns + '\n';
}

std::string line_of(const SweepRow& row)
{
    std::string line = std::to_string(row.run + 1);
    for (const std::vector<double>* values : {&row.sample, &row.kept})
        for (const double value : *values)
            line += std::isnan(value) ? "," : fmt::format(",{}", value + 0.0);  // no -0
    return fmt::format("{},{},{}\n", line, word_of(row.code), field(row.reason));
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
    const bool good = in && !in.eof() && line.starts_with(first_words) && runs && *runs > 0 &&
                      *runs <= most_runs && title.part >= 1 && title.parts >= title.part &&
                      title.parts <= most_parts;
    if (good) title.runs = *runs;
    if (good && std::getline(in, line) && !in.eof()) {
        title.columns = line;
        return title;
    }
    throw Error(Diagnostic{.message = fmt::format("`{}` is not a file of `involute sweep`", file),
                           .hint = "choose another name"});
}

}  // namespace involute
