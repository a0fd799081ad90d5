// SPDX-License-Identifier: Apache-2.0
#include "app/sweep_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/refuse.hpp"
#include "app/terminal.hpp"
#include "involute/base/error.hpp"

namespace app {

namespace {

namespace fs = std::filesystem;
using involute::SweepRow;
using involute::SweepTitle;

// Parts do not depend on the number of processes, so that another number can go on with them: many,
// so that all have something to do until the end, and not too many files.
constexpr std::int64_t most_parts_of_ranks = 512;

SweepTitle part_of(const SweepTitle& whole, std::int64_t number)
{
    SweepTitle title = whole;
    title.parts = std::min(whole.runs, most_parts_of_ranks);
    title.part = number + 1;
    return title;
}

std::string part_file(const SweepFiles& files, const SweepTitle& part)
{
    return fmt::format("{}/{:03}.csv", parts_folder(files), part.part);
}

/// Makes what is missing of a part, asking now and then whether to stop. Returns how many runs.
std::int64_t make_part(const SweepJob& job, const SweepFiles& files, std::int64_t number,
                       int threads, const std::function<bool()>& interrupted)
{
    const SweepTitle title = part_of(job.title, number);
    involute::SweepFile file(part_file(files, title), title, true);
    const involute::SweepOptions how{.threads = threads,
                                     .lanes = job.lanes,
                                     .first = file.next(),
                                     .end = involute::runs_of(title).end,
                                     .interrupted = interrupted};
    const std::int64_t made =
        involute::sweep(job.simulation, job.samples, job.keep, how, [&](const SweepRow& row) {
            file.add(row);
            return true;
        });
    file.close();
    return made;
}

int threads_of_each(const SweepJob& job, const Ranks& ranks)
{
    if (job.threads > 0) return job.threads;
    return std::max(1, int(std::thread::hardware_concurrency()) / ranks->beside);
}

/// The endings of all runs in a file.
void count_all(const std::string& file, SweepProgress& progress)
{
    std::ifstream in(file, std::ios::binary);
    const SweepTitle title = involute::read_title(in, file);
    involute::RunLines runs(in, title, file);
    for (std::string lines; runs.read(lines);) {
        const std::vector<std::string> fields =
            involute::fields_of(lines.substr(0, lines.find('\n')));
        SweepRow row{.run = runs.next() - 1, .reason = fields.back()};
        const auto code = std::ranges::find(involute::outcomes, fields[fields.size() - 2],
                                            &involute::OutcomeRow::word);
        if (code != std::end(involute::outcomes)) row.code = code->outcome;
        progress.count(row);
    }
}

/// What is in the parts of a sweep that was interrupted. A process that was killed may have left
/// one without a title, and so without runs.
void count_parts(const std::vector<std::string>& parts, SweepProgress& progress)
{
    for (const std::string& part : parts) {
        try {
            if (fs::exists(part)) count_all(part, progress);
        } catch (const involute::Error&) {
            continue;
        }
    }
}

/// True where every part is finished.
bool lead(const SweepJob& job, const SweepFiles& files, Ranks& ranks, SweepProgress& progress)
{
    const std::int64_t parts = part_of(job.title, 0).parts;
    std::int64_t next = 0, made = 0;
    const auto ask = [&] {
        if (was_interrupted()) next = parts;
        const int left = ranks->serve(next, parts, made);
        progress.show(made);
        return left;
    };
    while (next < parts) {
        const std::int64_t own = next++;
        std::int64_t here = make_part(job, files, own, threads_of_each(job, ranks), [&] {
            ask();
            return was_interrupted();
        });
        made += here;
    }
    while (ask() < ranks->size - 1) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::vector<std::string> all;
    for (std::int64_t k = 0; k < parts; ++k) all.push_back(part_file(files, part_of(job.title, k)));
    if (was_interrupted()) {
        count_parts(all, progress);
        return false;
    }
    involute::collect(all, files.rows);
    fs::remove_all(parts_folder(files));
    count_all(files.rows, progress);
    return true;
}

void follow(const SweepJob& job, const SweepFiles& files, Ranks& ranks)
{
    std::int64_t made = 0;
    while (true) {
        const std::int64_t part = ranks->next(made);
        made = 0;
        if (part < 0 || was_interrupted()) break;
        made = make_part(job, files, part, threads_of_each(job, ranks), was_interrupted);
    }
    ranks->leave(made);
}

}  // namespace

std::string parts_folder(const SweepFiles& files)
{
    return files.rows + ".parts";
}

void take_folder(const SweepFiles& files, bool resume)
{
    if (files.output.empty()) refuse("under mpirun a sweep writes a file", "-o FILE");
    std::error_code failed;
    if (fs::exists(files.rows, failed))
        refuse(fmt::format("`{}` exists", files.rows),
               resume ? "it was not begun under mpirun: resume it without" : "choose another name");
    const std::string folder = parts_folder(files);
    if (!resume && fs::exists(folder, failed))
        refuse(fmt::format("`{}` exists", folder),
               "resume it if it is of this sweep, or choose another name");
    fs::create_directories(folder, failed);
    if (failed) refuse(fmt::format("cannot write `{}`: {}", folder, failed.message()));
}

bool sweep_by_ranks(const SweepJob& job, const SweepFiles& files, Ranks& ranks,
                    SweepProgress& progress)
{
    if (ranks.is_first()) return lead(job, files, ranks, progress);
    follow(job, files, ranks);
    return false;
}

}  // namespace app
