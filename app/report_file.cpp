// SPDX-License-Identifier: Apache-2.0
#include "app/report_file.hpp"

#include "app/flags.hpp"
#include "app/say.hpp"
#include "involute/base/error.hpp"
#include "involute/drive/solve.hpp"

namespace app {

using involute::Diagnostic;
using involute::Error;

ReportFile::ReportFile(const Arguments& a) : arguments_(a)
{
    if (a.report_all && !a.report)
        throw Error(Diagnostic{.message = "`--report-all` is for `--report`",
                               .hint = "--report FILE.html"});
    if (!a.report) return;
    if (*a.report == "-")
        throw Error(Diagnostic{.message = "`--report` needs a file", .hint = "--report FILE.html"});
    if (a.report == a.output || a.report == a.plot)
        throw Error(Diagnostic{.message = "the report needs a file of its own"});
    if (a.resume)
        throw Error(Diagnostic{.message = "a run that is gone on with has no report",
                               .hint = "its rows before the checkpoint are not here any more"});
    file_.emplace(*a.report);
}

void ReportFile::write(const involute::System& system, const involute::SolveOptions& options,
                       const involute::Solution& solution)
{
    if (!file_ || system.unknowns() == 0) return;
    write_report(file_->stream(), system, with_flags(analyze(system, options)), options,
                 with_flags(solution), {.all_rows = arguments_.report_all});
    file_->commit();
    if (involute::report_plotter().empty() && !arguments_.quiet)
        say("note: this program was built without uPlot: the report has pictures instead of "
            "plots\n");
}

}  // namespace app
