// SPDX-License-Identifier: Apache-2.0
#include "app/checkpoints.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "app/input.hpp"
#include "app/say.hpp"
#include "app/text.hpp"
#include "involute/base/error.hpp"
#include "involute/output/output_file.hpp"

namespace app {

namespace {

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// One part a line: file, bytes, last line, independent variable, names.
std::string note_of(const RowsSoFar& rows)
{
    std::string note = fmt::format("{}\n{}\n{}\n{}", rows.file, rows.written.bytes,
                                   rows.written.last_line, rows.independent);
    for (const std::string& name : rows.names) note += '\n' + name;
    return note;
}

RowsSoFar rows_of(std::string_view note)
{
    std::vector<std::string> lines(1);
    for (const char c : note) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    const auto bytes = lines.size() < 4 ? std::nullopt : number<double>(lines[1]);
    if (!bytes) refuse("the checkpoint was not written by `involute solve`", "");
    return {
        lines[0], {std::uintmax_t(*bytes), lines[2]}, lines[3], {lines.begin() + 4, lines.end()}};
}

double seconds_of(const std::string& text)
{
    const auto value = number<double>(text);
    if (!value || !(*value >= 0) || !std::isfinite(*value))
        refuse(fmt::format("`--checkpoint-every {}` is not a time", text),
               "give seconds; 0: after every step");
    return *value;
}

/// A device would be replaced, and a pipe waited for.
void require_ordinary(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        refuse(fmt::format("`{}` is no ordinary file, as a checkpoint is", path), "");
}

/// Each of them under its own name and under the one it has while it is written.
bool share_a_file(const std::string& one, const std::string& other)
{
    const auto place = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::weakly_canonical(path, ignored);
    };
    return place(one) == place(other) || place(one + ".part") == place(other) ||
           place(one) == place(other + ".part");
}

}  // namespace

bool is_plain(const std::string& path)
{
    std::error_code ignored;
    return !std::filesystem::exists(path, ignored) ||
           std::filesystem::is_regular_file(path, ignored);
}

std::string full_name(const std::string& path)
{
    return std::filesystem::absolute(path).lexically_normal().string();
}

Checkpoints::Checkpoints(const Arguments& a) : file_(a.checkpoint)
{
    if (a.checkpoint_every && !a.checkpoint)
        refuse("`--checkpoint-every` is for `--checkpoint`", "--checkpoint FILE");
    if (a.checkpoint_every) request_.every = seconds_of(*a.checkpoint_every);
    if (file_ && *file_ == "-") refuse("`--checkpoint` needs a file", "--checkpoint FILE");
    if (file_) {
        require_ordinary(*file_);
        require_other_file(file_, a.models.front(), "model");
        for (const auto* other : {&a.output, &a.plot})
            if (*other && share_a_file(*file_, **other))
                refuse("the checkpoint and the rows need two files", "");
        if (a.report && share_a_file(*file_, *a.report))
            refuse("the checkpoint and the report need two files", "");
        involute::OutputFile can_be_written(*file_);
    }
    if (!a.resume) return;
    require_ordinary(*a.resume);
    request_.resume = text_of(*a.resume, std::numeric_limits<std::int64_t>::max());
    if (request_.resume.empty()) refuse(fmt::format("`{}` is empty", *a.resume), "");
    rows_ = rows_of(involute::checkpoint_note(request_.resume));
}

const involute::CheckpointRequest& Checkpoints::request(std::function<RowsSoFar()> rows)
{
    if (!file_) return request_;
    request_.note = [rows = std::move(rows)] { return note_of(rows()); };
    request_.write = [this](const std::string& text) {
        const std::string why = write_whole(*file_, text);
        // The run is worth more than what is kept of it.
        if (!why.empty() && !std::exchange(told_, true))
            say("note: the checkpoint `{}` could not be written: {}\n", *file_, why);
    };
    return request_;
}

}  // namespace app
