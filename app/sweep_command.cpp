// SPDX-License-Identifier: Apache-2.0
// involute sweep: many runs of a model, a line for each.
#include <fmt/format.h>

#include <exception>
#include <filesystem>

#include "app/commands.hpp"
#include "app/input.hpp"
#include "app/refuse.hpp"
#include "app/say.hpp"
#include "app/streams.hpp"
#include "app/sweep_picture.hpp"
#include "app/sweep_ranks.hpp"
#include "app/terminal.hpp"

namespace app {

namespace {

int put_together(const Arguments& a)
{
    const SweepFiles files(a);
    if (files.output.empty()) refuse("`--collect` writes a file", "-o FILE");
    if (files.npz && std::filesystem::exists(files.output))
        refuse(fmt::format("`{}` exists", files.output), "choose another name");
    const std::int64_t runs = involute::collect(a.models, files.rows);
    deliver(files);
    if (!a.quiet) say("{} runs of {} parts\n", runs, a.models.size());
    return 0;
}

/// Everything that can be wrong, before anything is run.
struct Ready {
    explicit Ready(const Arguments& a)
        : job(a), files(a), picture(a, job), finished(is_finished(files, job.title, a.go_on))
    {
    }
    SweepJob job;
    SweepFiles files;
    SweepPicture picture;
    bool finished;
};

int finish(Ready& ready, SweepProgress& progress, bool whole)
{
    if (whole) ready.picture.draw(ready.files.rows);
    if (whole) deliver(ready.files);
    finish_output();
    return progress.finish();
}

int sweep_alone(Ready& ready, const Arguments& a)
{
    std::error_code ignored;
    if (!ready.files.output.empty() && std::filesystem::exists(parts_folder(ready.files), ignored))
        refuse(fmt::format("`{}` is of a sweep that was begun under mpirun",
                           parts_folder(ready.files)),
               "go on with it under mpirun, or choose another name");
    const SweepJob& job = ready.job;
    SweepOutput output(ready.files, job.title, a.go_on);
    const std::int64_t end = involute::runs_of(job.title).end;
    SweepProgress progress(end - output.next(), a.quiet);
    const involute::SweepOptions how{.threads = job.threads,
                                     .lanes = job.lanes,
                                     .first = output.next(),
                                     .end = end,
                                     .interrupted = [&] {
                                         progress.show();
                                         return was_interrupted();
                                     }};
    const std::int64_t made = involute::sweep(job.simulation, job.samples, job.keep, how,
                                              [&](const involute::SweepRow& row) {
                                                  progress.count(row);
                                                  return output.add(row);
                                              });
    output.close();
    return finish(ready, progress, how.first + made == end);
}

/// What is wrong is said by one of them.
int sweep_together(const Arguments& a, Ranks& ranks)
{
    std::optional<Ready> ready;
    std::exception_ptr failure;
    try {
        if (a.shard) refuse("`--shard` is for runs without mpirun");
        ready.emplace(a);
        if (ranks.is_first() && !ready->finished) take_folder(ready->files, a.go_on);
    } catch (...) {
        failure = std::current_exception();
    }
    const int lowest = ranks->first_of(failure != nullptr);
    if (lowest < ranks->size) {
        ranks.finish();
        if (lowest == ranks->rank) std::rethrow_exception(failure);
        return 0;  // mpirun ends the others at the first code that is not: before it was said
    }
    const std::int64_t runs = ready->finished ? 0 : ready->job.title.runs;
    SweepProgress progress(runs, a.quiet);
    int code = 0;
    if (ranks.is_first() && !a.quiet) say_what_rows_take(ready->job, ready->files.npz);
    if (runs == 0) {
        if (ranks.is_first()) code = progress.finish();
    } else {
        const bool whole = sweep_by_ranks(ready->job, ready->files, ranks, progress);
        if (ranks.is_first()) code = finish(*ready, progress, whole);
    }
    ranks.finish();
    return code;
}

}  // namespace

int run_sweep(const Arguments& a)
{
    if (a.collect) return put_together(a);
    if (a.models.size() > 1) refuse("`involute sweep` takes one model", "--collect is for parts");
    catch_interrupts();
    require_other_file(a.output, a.models.front(), "model");
    require_other_file(a.plot, a.models.front(), "model");
    require_other_file(a.basins, a.models.front(), "model");
    Ranks ranks;
    if (ranks.many()) return sweep_together(a, ranks);
    Ready ready(a);
    if (ready.finished) return SweepProgress(0, a.quiet).finish();
    if (!a.quiet) say_what_rows_take(ready.job, ready.files.npz);
    return sweep_alone(ready, a);
}

}  // namespace app
