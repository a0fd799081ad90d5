// SPDX-License-Identifier: Apache-2.0
// involute solve: from a model file to rows of values.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iostream>

#include "app/checkpoints.hpp"
#include "app/commands.hpp"
#include "app/failure.hpp"
#include "app/input.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/picture.hpp"
#include "app/report_file.hpp"
#include "app/say.hpp"
#include "app/streams.hpp"
#include "app/terminal.hpp"
#include "app/text.hpp"
#include "involute/base/suggest.hpp"
#include "involute/output/csv.hpp"
#include "involute/output/formats.hpp"
#include "involute/output/output_file.hpp"
#include "involute/output/words.hpp"
#include "involute/plot/braille.hpp"
#include "involute/plot/panels.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using involute::Error;
using involute::Format;
using involute::Solution;

const Format& format_named(const std::string& name)
{
    if (const Format* format = involute::find_format(name)) return *format;
    std::vector<std::string_view> known;
    for (const Format& format : involute::formats()) known.push_back(format.name);
    const std::string guess = involute::did_you_mean(name, known);
    throw Error(Diagnostic{
        .message = fmt::format("unknown format `{}`", name),
        .hint = guess.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : guess});
}

/// Where the rows go: the file is opened before the run, so that an hour's work finds its place.
class Destination {
public:
    Destination(const Arguments& a, const Checkpoints& checkpoints)
        : format_(format_named(a.format.value_or("csv"))), checkpoints_(checkpoints)
    {
        if (format_.name == "npz" && typed_text(a, "precision") == "quad")
            throw Error(Diagnostic{.message = "npz holds doubles only",
                                   .hint = "use --format json or csv with --precision quad"});
        silent_ = a.plot == "-" && !a.output;
        if (a.output && *a.output != "-") file_.emplace(*a.output);
        if (file_ && checkpoints.wanted() && is_plain(*a.output)) name_ = *a.output;
        if (!file_ && format_.binary && isatty(STDOUT_FILENO))
            throw Error(Diagnostic{.message = fmt::format("{} is not for terminals", format_.name),
                                   .hint = "write to a file with -o FILE"});
    }

    /// Rows that need not be kept are written as they come: csv without a picture. Places asked for
    /// are few, and compared with the rows at the end.
    void take_rows(involute::SolveOptions& options, const std::string& independent, bool kept)
    {
        if (silent_ || format_.name != "csv" || kept || !options.sampling.at.empty()) return;
        if (!name_.empty()) take_place();
        rows_.emplace(stream());
        if (checkpoints_.resumes()) go_on();
        options.stream = [this, independent](const involute::PassingRow& row) {
            if (header_.independent.empty()) {
                header_.independent = independent;
                header_.names.assign(row.names.begin(), row.names.end());
            }
            rows_->begin(independent, row.names);
            return rows_->row(row);
        };
    }

    /// What a checkpoint keeps of the rows.
    RowsSoFar so_far()
    {
        if (rows_) rows_->finish();
        if (growing_) header_.written = growing_->sync();
        return header_;
    }

    void write(const Solution& solution)
    {
        if (silent_) return;
        const bool nothing = solution.status == involute::RunStatus::failed;
        if (nothing && !format_.tells_failures && !(rows_ && solution.statistics.rows > 0)) return;
        if (rows_) {
            rows_->begin(solution.independent, solution.names);
            if (!rows_->finish()) errno = rows_->failure();  // of rows ago; for the message
        } else {
            format_.write(stream(), solution);
        }
        if (growing_) growing_->close();
        if (file_) file_->commit();
        finish_output();
    }

private:
    std::ostream& stream()
    {
        return growing_ ? growing_->stream() : file_ ? file_->stream() : std::cout;
    }
    /// Rows go straight to the file, so that those before a checkpoint are there after a kill.
    void take_place()
    {
        file_.reset();
        growing_.emplace(name_);
        header_.file = full_name(name_);
        const RowsSoFar& before = checkpoints_.rows();
        if (checkpoints_.resumes() && before.file == header_.file) growing_->go_on(before.written);
    }
    /// The columns are those of the run that is gone on with; its file has their names already.
    void go_on()
    {
        const RowsSoFar& before = checkpoints_.rows();
        if (before.independent.empty()) return;
        header_.independent = before.independent;
        header_.names = before.names;
        if (growing_ && before.file == header_.file)
            rows_->go_on(before.names);
        else
            rows_->begin(before.independent, before.names);
    }

    const Format& format_;
    bool silent_ = false;  // a picture in the terminal stands where rows would
    const Checkpoints& checkpoints_;
    std::string name_{};  // of a file that rows may be written to as they come
    RowsSoFar header_{};
    std::optional<GrowingFile> growing_{};
    std::optional<involute::OutputFile> file_{};
    std::optional<involute::CsvStream> rows_{};
};

void print_words(const Solution& solution, bool quiet)
{
    if (solution.status == involute::RunStatus::failed)
        return print_failure(solution.code, solution.reason);
    if (quiet && exit_code(solution) == 0) return;
    for (const std::string& notice : solution.notices) say("note: {}\n", notice);
    say("{}\n", with_flags(involute::brief(solution)));
}

/// The picture beside the rows, if one was asked for.
class Picture {
public:
    explicit Picture(const Arguments& a) : arguments_(a)
    {
        if (a.plot_columns && !a.plot) refuse("`--plot-columns` is for `--plot`", "--plot FILE");
        if (!a.plot) return;
        if (in_terminal()) return;
        if (a.output == a.plot) refuse("the rows and the picture need two files", "");
        file_.emplace(*a.plot);
    }

    bool in_terminal() const { return arguments_.plot == "-"; }

    void write(const Solution& solution, const std::string& title)
    {
        if ((!file_ && !in_terminal()) || solution.rows.empty()) return;
        const involute::plot::Table table = involute::plot::results_of(solution).table;
        std::vector<std::string> names = usual_names(table);
        if (arguments_.plot_columns) {
            const auto listed = comma_separated(*arguments_.plot_columns);
            names.assign(listed.begin(), listed.end());
        }
        require_two(names);
        if (in_terminal()) {
            std::cout << involute::plot::to_braille(
                table, names.front(), {names.begin() + 1, names.end()}, terminal_size());
            return finish_output();
        }
        file_->stream() << involute::plot::to_svg(involute::plot::panels_of(
            table, names.front(), {names.begin() + 1, names.end()}, title));
        file_->commit();
    }

private:
    [[noreturn]] static void refuse(std::string message, std::string hint)
    {
        throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
    }

    const Arguments& arguments_;
    std::optional<involute::OutputFile> file_{};
};

}  // namespace

int run_solve(const Arguments& arguments)
{
    catch_interrupts();
    require_other_file(arguments.output, arguments.models.front(), "model");
    require_other_file(arguments.plot, arguments.models.front(), "model");
    require_other_file(arguments.report, arguments.models.front(), "model");
    Checkpoints checkpoints(arguments);
    Destination destination(arguments, checkpoints);
    Picture picture(arguments);
    ReportFile report(arguments, checkpoints);
    involute::System system;
    involute::SolveOptions options;
    const auto compute = [&] {
        options = solve_options(arguments);
        system = read_model(arguments.models.front(), arguments);
        const involute::CheckpointRequest* request = nullptr;
        if (checkpoints.wanted())
            request = &checkpoints.request([&] { return destination.so_far(); });
        if (checkpoints.resumes())
            options =
                solve_options(arguments, involute::checkpoint_options(system, request->resume));
        if (report.wanted()) options = report.prepared(system, options);
        const bool report_keeps = report.wanted() && !report.reads_rows();
        destination.take_rows(options, system.names.independent,
                              arguments.plot.has_value() || report_keeps);
        return solve_watched(system, options, arguments.quiet, request);
    };
    const Solution solution = result_or_failure(compute, failed);
    destination.write(solution);
    picture.write(solution, system.title);
    report.write(system, options, solution);
    print_words(solution, arguments.quiet);
    return exit_code(solution);
}

}  // namespace app
