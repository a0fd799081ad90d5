// SPDX-License-Identifier: Apache-2.0
// involute sweep: many runs of a model, a line for each.
#include <fmt/format.h>

#include <array>
#include <iostream>
#include <optional>

#include "app/commands.hpp"
#include "app/flags.hpp"
#include "app/input.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/say.hpp"
#include "app/streams.hpp"
#include "app/sweep_progress.hpp"
#include "app/terminal.hpp"
#include "app/text.hpp"
#include "involute/base/error.hpp"
#include "involute/base/limits.hpp"
#include "involute/sweep/file.hpp"

namespace app {

namespace {

using involute::Outcome;
using involute::SampleBlock;
using involute::Samples;
using involute::Spread;
using involute::SweepRow;
using involute::SweepTitle;

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw involute::Error(
        involute::Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

template <class T>
T whole_number(std::string_view flag, const std::string& text, T least)
{
    const auto value = number<T>(text);
    if (!value || *value < least)
        refuse(fmt::format("`{} {}`: a whole number from {} on is needed", flag, text, least));
    return *value;
}

/// KIND:N with the ranges.
SampleBlock sampled(const Arguments& a)
{
    const std::string& text = *a.sample;
    const auto colon = std::min(text.find(':'), text.size());
    const std::string kind = text.substr(0, colon);
    if (kind != "uniform" && kind != "lhs" && kind != "sobol")
        refuse(fmt::format("`--sample {}`: there are uniform, lhs and sobol", text),
               "as in --sample lhs:100");
    const auto count =
        number<std::int64_t>(std::string_view(text).substr(std::min(colon + 1, text.size())));
    if (!count || *count < 1)
        refuse(fmt::format("`--sample {}`: how many samples there are is missing", text),
               "as in --sample lhs:100");
    std::vector<std::string> ranges;
    for (const std::string& one : a.ranges)
        for (const std::string_view range : comma_separated(one)) ranges.emplace_back(range);
    const Spread spread = kind == "uniform" ? Spread::uniform
                          : kind == "lhs"   ? Spread::lhs
                                            : Spread::sobol;
    const std::uint64_t seed = a.seed ? whole_number<std::uint64_t>("--seed", *a.seed, 0) : 0;
    return involute::sampled(spread, *count, seed, ranges);
}

SampleBlock listed(const std::string& path)
{
    const std::int64_t most = involute::limits::file_size.value;
    const std::string text = text_of(path, most + 1);
    if (std::int64_t(text.size()) > most)
        refuse(fmt::format("`{}` is longer than {} bytes", path, most),
               "make several sweeps of it");
    return involute::list_of(text, path);
}

Samples samples_of(const Arguments& a)
{
    if (!a.sample && (!a.ranges.empty() || a.seed))
        refuse("`--range` and `--seed` are for `--sample`", "as in --sample lhs:100");
    std::vector<SampleBlock> blocks;
    for (const std::string& text : a.over) blocks.push_back(involute::axis(text));
    if (a.list) blocks.push_back(listed(*a.list));
    if (a.sample) blocks.push_back(sampled(a));
    return Samples(std::move(blocks));
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

/// Where lines go: a file that grows, or standard output.
class Lines {
public:
    Lines(const Arguments& a, const SweepTitle& title)
    {
        next_ = involute::runs_of(title).first;
        if (a.output && *a.output != "-") {
            file_.emplace(*a.output, title, a.go_on);
            next_ = file_->next();
        } else {
            if (a.go_on) refuse("`--resume` goes on with a file", "-o FILE");
            std::cout << involute::first_lines(title);
        }
    }
    std::int64_t next() const { return next_; }
    bool add(const SweepRow& row)
    {
        if (file_)
            file_->add(row);
        else
            std::cout << involute::line_of(row) << std::flush;
        return bool(std::cout);
    }
    void close()
    {
        if (file_) file_->close();
    }

private:
    std::optional<involute::SweepFile> file_{};
    std::int64_t next_ = 0;
};

int put_together(const Arguments& a)
{
    if (!a.output || *a.output == "-") refuse("`--collect` writes a file", "-o FILE");
    const std::int64_t runs = involute::collect(a.models, *a.output);
    if (!a.quiet) say("{} runs of {} parts\n", runs, a.models.size());
    return 0;
}

}  // namespace

int run_sweep(const Arguments& a)
{
    if (a.collect) return put_together(a);
    if (a.models.size() > 1) refuse("`involute sweep` takes one model", "--collect is for parts");
    if (a.output && a.output->ends_with(".npz"))
        refuse("a sweep writes csv",
               "-o FILE.csv; pandas.read_csv(\"FILE.csv\", comment=\"#\") reads it");
    catch_interrupts();
    require_other_file(a.output, a.models.front(), "model");
    const Samples samples = samples_of(a);
    involute::SolveOptions options = solve_options(a);
    const int threads = a.threads ? whole_number<int>("--threads", *a.threads, 1) : 0;
    const involute::System system = read_model(a.models.front(), a);
    const involute::Simulation simulation(
        system, {.tunable = involute::swept_parameters(system, samples), .solve = options});
    involute::require_sweepable(simulation, samples);
    std::string kept;
    for (const std::string& text : a.keep) kept += (kept.empty() ? "" : ", ") + text;
    const involute::Keep keep = involute::read_keep(kept, simulation);

    SweepTitle title{.runs = samples.count(),
                     .key = involute::sweep_key(simulation, samples, keep),
                     .columns = involute::sweep_columns(samples, keep)};
    if (a.shard) take_shard(*a.shard, title);
    Lines lines(a, title);
    const std::int64_t end = involute::runs_of(title).end;
    SweepProgress progress(end - lines.next(), a.quiet);
    const involute::SweepOptions how{
        .threads = threads, .first = lines.next(), .end = end, .interrupted = [&] {
            progress.show();
            return was_interrupted();
        }};
    involute::sweep(simulation, samples, keep, how, [&](const SweepRow& row) {
        progress.count(row);
        return lines.add(row);
    });
    lines.close();
    finish_output();
    return progress.finish();
}

}  // namespace app
