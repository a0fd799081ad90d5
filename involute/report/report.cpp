// SPDX-License-Identifier: Apache-2.0
#include "involute/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "involute/plot/panels.hpp"
#include "involute/report/assets.hpp"
#include "involute/report/markup.hpp"
#include "involute/report/page_data.hpp"
#include "involute/report/sections.hpp"

namespace involute::report {
namespace {

std::string hash_source(const Asset& asset)
{
    return fmt::format("'sha256-{}'", base64_of_hex(asset.sha256));
}

std::string policy(const ReportWishes& wishes)
{
    return fmt::format(
        "default-src 'none'; script-src {}; style-src {}; img-src data: blob:; connect-src {}; "
        "base-uri 'none'; form-action 'none'",
        hash_source(script()), hash_source(style()), wishes.live.empty() ? "'none'" : "'self'");
}

/// Where the build had no plotter: our own picture.
std::string picture(const Solution& solution, const plot::Table& table)
{
    std::vector<std::string> names;
    for (const std::string& name : solution.names)
        if (!name.ends_with('\'') && !name.starts_with("der(") && names.size() < 12)
            names.push_back(name);
    if (names.empty()) names = solution.names;
    plot::Figure figure = plot::panels_of(table, solution.independent, names, "");
    const std::string svg = plot::to_svg(figure);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(svg.data());
    return fmt::format(
        "<p>This report was made by a build without uPlot: the plots are pictures. The values are "
        "in the table below.</p>\n<img alt=\"{} against {}\" "
        "src=\"data:image/svg+xml;base64,{}\">\n",
        html(fmt::format("{}", fmt::join(names, ", "))), html(solution.independent),
        base64({bytes, svg.size()}));
}

std::string section(std::string_view id, std::string_view title, const std::string& body)
{
    if (body.empty()) return "";
    return fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id, title, body);
}

std::string scene_body(const Scene& scene)
{
    if (scene.dimension == 0) return scene.note.empty() ? "" : "<p>" + html(scene.note) + "</p>\n";
    std::string result = scene.note.empty() ? "" : "<p>" + html(scene.note) + "</p>\n";
    return result +
           R"(<canvas id="scene" tabindex="0" role="img" aria-label="animation of the motion"></canvas>
<div class="controls">
<button id="play" type="button" aria-pressed="false">Play</button>
<label>time <input id="scrub" type="range" min="0" max="1" step="any" value="0"></label>
<label>speed <select id="speed"><option value="0.1">0.1×</option><option value="0.25">0.25×</option><option value="0.5">0.5×</option><option value="1" selected>1×</option><option value="2">2×</option><option value="5">5×</option></select></label>
<label><input id="velocities" type="checkbox"> velocities</label>
<label><input id="forces" type="checkbox"> arrows</label>
<output id="now"></output>
</div>
)";
}

std::string plots_body(const Solution& solution, const plot::Table& table)
{
    if (solution.rows.size() < 2) return "";
    if (plotter().empty()) return picture(solution, table);
    return R"(<div class="controls">
<details><summary>Columns</summary><fieldset id="columns"><legend>drawn against the independent variable</legend></fieldset></details>
<label><input id="logx" type="checkbox"> log across</label>
<label><input id="logy" type="checkbox"> log upwards</label>
<label><input id="steps" type="checkbox" checked> steps</label>
<button id="reset" type="button">Whole range</button>
</div>
<div id="plots" tabindex="0" role="group" aria-label="plots; arrow keys move the cursor, plus and minus zoom, 0 shows all"></div>
<p id="cursor" aria-live="off"></p>
<p id="mark-here" aria-live="polite"></p>
<details id="phase-part"><summary>One column against another</summary>
<div class="controls"><label>across <select id="phase-x"></select></label><label>upwards <select id="phase-y"></select></label></div>
<div id="phase"></div></details>
)";
}

std::string table_body(const Solution& solution)
{
    if (solution.rows.empty()) return "";
    return R"(<div class="controls"><button id="download" type="button">Download as CSV</button>
<label>from row <input id="from-row" type="number" min="1" value="1"></label><output id="row-count"></output></div>
<div class="scroll" tabindex="0"><table id="values"></table></div>
)";
}

std::string footer()
{
    if (plotter().empty()) return "";
    return fmt::format(
        "<footer><details><summary>Plots by {}</summary><pre>{}</pre></details></footer>\n",
        html(plotter()), html(plotter_license()));
}

std::string marked(const Solution& solution)
{
    return section("marks", "Events, sections and singular points", marks(solution));
}

/// What is said of a run, and not of the equations: with other values of parameters it is said
/// anew.
std::vector<ChangingPart> changing_parts(const PageContents& page, const Solution& solution)
{
    const bool began = !solution.rows.empty();
    return {{"outcome", outcome(solution)},
            {"marked", marked(solution)},
            {"start", start_table(solution)},
            {"checks", began ? section("residuals", "How well the equations hold",
                                       residuals(page.strips, solution))
                             : ""},
            {"cost", began ? section("statistics", "What it took", statistics(solution)) : ""}};
}

void write_sections(std::ostream& out, const System& system, const Analysis& analysis,
                    const Solution& solution, const PageContents& page)
{
    const std::vector<ChangingPart> parts = changing_parts(page, solution);
    const auto part = [&](std::string_view id) {
        const auto found = std::ranges::find(parts, id, &ChangingPart::id);
        return fmt::format("<div id=\"{}\">{}</div>\n", id, found->html);
    };
    out << "<header>" << heading(system) << part("outcome") << "<div id=\"live\"></div></header>\n"
        << section("motion", "Motion", scene_body(page.scene))
        << section("curves", "Curves", plots_body(solution, page.table)) << part("marked")
        << section("completion", "What was found in the equations",
                   completion(system, analysis) + part("start"))
        << part("checks") << part("cost") << section("numbers", "Values", table_body(solution))
        << section("model", "The model as written", model_text(system)) << footer();
}

}  // namespace
}  // namespace involute::report

namespace involute {

SolveOptions for_report(SolveOptions options)
{
    options.keep_function = true;
    return options;
}

std::string report_plotter()
{
    return std::string(report::plotter());
}

void write_report(std::ostream& out, const System& given, const Analysis& analysis,
                  const SolveOptions& options, const Solution& solution, const ReportWishes& wishes)
{
    using namespace report;
    System system = given;
    const PageContents page = contents_of(system, analysis, options, solution);
    const std::string title = system.title.empty() ? "Involute" : system.title;
    out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        << "<meta http-equiv=\"Content-Security-Policy\" content=\"" << policy(wishes) << "\">\n"
        << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<meta name=\"color-scheme\" content=\"light dark\">\n"
        << "<title>" << html(title) << "</title>\n<style>" << style().text
        << "</style></head>\n<body><main>\n";
    if (wishes.motion_only)
        out << section("motion", html(title), scene_body(page.scene));
    else
        write_sections(out, system, analysis, solution, page);
    out << "</main>\n<script type=\"application/json\" id=\"data\">"
        << data_text(system, solution, page, {wishes.all_rows, wishes.live, {}})
        << "</script>\n<script>" << script().text << "</script></body></html>\n";
}

void write_report_data(std::ostream& out, const System& given, const Analysis& analysis,
                       const SolveOptions& options, const Solution& solution,
                       const ReportWishes& wishes)
{
    using namespace report;
    System system = given;
    const PageContents page = contents_of(system, analysis, options, solution);
    out << data_text(system, solution, page,
                     {wishes.all_rows, wishes.live, changing_parts(page, solution)});
}

void write_report_glance(std::ostream& out, const System& given, const Solution& solution,
                         const std::vector<std::size_t>& columns)
{
    using namespace report;
    System system = given;
    out << glance_text(system, solution, columns,
                       {{"outcome", outcome(solution)}, {"marked", marked(solution)}});
}

}  // namespace involute
