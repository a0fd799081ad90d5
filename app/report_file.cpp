// SPDX-License-Identifier: Apache-2.0
#include "app/report_file.hpp"

#include <fmt/format.h>

#include <limits>

#include "app/flags.hpp"
#include "app/input.hpp"
#include "app/say.hpp"
#include "involute/base/error.hpp"
#include "involute/drive/solve.hpp"
#include "involute/plot/read.hpp"

namespace app {

using involute::Diagnostic;
using involute::Error;

namespace {

/// Of the file that they were written to as they came.
void read_rows(const std::string& path, involute::Solution& solution)
{
    const std::string text = text_of(path, std::numeric_limits<std::int64_t>::max());
    if (text.empty()) return;
    const involute::plot::Table table = involute::plot::read_results(text, path).table;
    solution.names.assign(table.names.begin() + 1, table.names.end());
    solution.rows.assign(table.rows(), std::vector<double>(table.columns.size()));
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        for (std::size_t k = 0; k < table.rows(); ++k)
            solution.rows[k][column] = table.columns[column][k];
}

}  // namespace

ReportFile::ReportFile(const Arguments& a, const Checkpoints& checkpoints)
    : arguments_(a), has_checkpoints_(checkpoints.wanted())
{
    if (a.report_all && !a.report)
        throw Error(Diagnostic{.message = "`--report-all` is for `--report`",
                               .hint = "--report FILE.html"});
    if (!a.report) return;
    if (*a.report == "-")
        throw Error(Diagnostic{.message = "`--report` needs a file", .hint = "--report FILE.html"});
    if (a.report == a.output || a.report == a.plot)
        throw Error(Diagnostic{.message = "the report needs a file of its own"});
    const bool writes_csv =
        a.output && *a.output != "-" && is_plain(*a.output) && a.format.value_or("csv") == "csv";
    reads_rows_ = has_checkpoints_ && writes_csv && !a.plot;
    if (checkpoints.resumes()) {
        const std::string& before = checkpoints.rows().file;
        if (!reads_rows_ || full_name(*a.output) != before)
            throw Error(Diagnostic{
                .message = "the report of a run that is gone on with needs its rows from the start",
                .hint = before.empty() ? "they went to standard output; begin with -o FILE.csv"
                                       : fmt::format("give the file they were written to, -o {}, "
                                                     "as csv and without --plot",
                                                     before)});
    }
    file_.emplace(*a.report);
}

involute::SolveOptions ReportFile::prepared(const involute::System& system,
                                            const involute::SolveOptions& options) const
{
    if (!has_checkpoints_) return for_report(options);
    if (options.curve || options.length || system.solve.length)
        throw Error(Diagnostic{
            .message = "a walk along a curve has checkpoints or a report",
            .hint = "a report shows it by its arclength, which rows do not tell; leave out one"});
    return options;
}

void ReportFile::write(const involute::System& system, const involute::SolveOptions& options,
                       const involute::Solution& solution)
{
    if (!file_ || system.unknowns() == 0) return;
    involute::Solution shown = with_flags(solution);
    if (reads_rows_) read_rows(*arguments_.output, shown);
    write_report(file_->stream(), system, with_flags(analyze(system, options)), options, shown,
                 {.all_rows = arguments_.report_all});
    file_->commit();
    if (involute::report_plotter().empty() && !arguments_.quiet)
        say("note: this program was built without uPlot: the report has pictures instead of "
            "plots\n");
}

}  // namespace app
