// SPDX-License-Identifier: Apache-2.0
#include "app/sweep_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/model.hpp"
#include "app/options.hpp"
#include "app/refuse.hpp"
#include "app/say.hpp"
#include "app/sweep_samples.hpp"
#include "app/text.hpp"

namespace app {

namespace {

using involute::SweepTitle;

std::string keep_text(const Arguments& a)
{
    std::string text;
    for (const std::string& one : a.keep) text += (text.empty() ? "" : ", ") + one;
    return text;
}

/// Flags that say which rows there are mean nothing where numbers are kept.
void require_rows_for_sampling(const Arguments& a)
{
    if (trimmed(keep_text(a)) == "rows") return;
    struct Field {
        std::string_view name, flag;
    };
    constexpr Field fields[] = {{"columns", "--columns"},
                                {"sampling.points", "--points"},
                                {"sampling.every", "--every"},
                                {"sampling.at", "--at"}};
    for (const Field& field : fields)
        if (typed_text(a, field.name))
            refuse(fmt::format("`{}` is for `--keep rows`", field.flag),
                   "numbers are kept as in --keep \"x(end), x at 0,1,2\"");
}

int lanes_of(const std::string& text)
{
    const auto lanes = number<std::int64_t>(text);
    if (!lanes || (*lanes != 1 && *lanes != 4 && *lanes != 8))
        refuse(fmt::format("`--lanes {}` is none of 1, 4 and 8", text));
    return int(*lanes);
}

/// I/N.
void take_shard(const std::string& text, SweepTitle& title)
{
    const auto slash = std::min(text.find('/'), text.size());
    const auto part = number<std::int64_t>(text.substr(0, slash));
    const auto parts = number<std::int64_t>(text.substr(std::min(slash + 1, text.size())));
    if (!part || !parts || *part < 1 || *part > *parts || *parts > involute::most_parts)
        refuse(fmt::format("`--shard {}` is no part", text), "from --shard 1/16 to --shard 16/16");
    title.part = *part;
    title.parts = *parts;
}

involute::Simulation simulation_of(const Arguments& a, const involute::Samples& samples,
                                   std::string& title)
{
    const involute::SolveOptions options = solve_options(a);
    const involute::System system = read_model(a.models.front(), a);
    title = system.title;
    return involute::simulation_for(system, samples, options);
}

/// "640 kB", "1.2 GB".
std::string size_text(double bytes)
{
    if (bytes < 1e6) return fmt::format("{:.3g} kB", bytes / 1e3);
    if (bytes < 1e9) return fmt::format("{:.3g} MB", bytes / 1e6);
    return fmt::format("{:.3g} GB", bytes / 1e9);
}

}  // namespace

SweepJob::SweepJob(const Arguments& a)
    : samples((require_rows_for_sampling(a), samples_of(a))),
      simulation(simulation_of(a, samples, model_title)),
      keep(involute::read_keep(keep_text(a), simulation)),
      title(involute::sweep_title(simulation, samples, keep))
{
    if (a.threads)
        threads = int(std::min<std::int64_t>(whole_number("--threads", *a.threads, 1), 4096));
    if (a.lanes) lanes = lanes_of(*a.lanes);
    if (a.shard) take_shard(*a.shard, title);
}

void say_what_rows_take(const SweepJob& job, bool npz)
{
    if (job.keep.rows == 0) return;
    const involute::RunsOfPart part = involute::runs_of(job.title);
    const double runs = double(part.end - part.first), rows = double(job.keep.rows);
    const double columns = double(job.keep.names().size());
    // A number takes 8 bytes, or up to 19 characters and a comma; sample, code and run besides.
    const double csv = runs * rows * (20 * (columns + double(job.samples.names().size())) + 16);
    const double arrays = 8 * runs * (rows * columns + double(job.samples.names().size()));
    say("{} runs of {} rows with {} columns: at most {} of csv{}\n", part.end - part.first,
        job.keep.rows, job.keep.names().size(), size_text(csv),
        npz ? fmt::format(" while it runs, and {} of npz", size_text(arrays)) : "");
}

}  // namespace app
