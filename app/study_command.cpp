// SPDX-License-Identifier: Apache-2.0
// involute study: what a method or a tolerance is worth on this model.
#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <optional>

#include "app/commands.hpp"
#include "app/flags.hpp"
#include "app/input.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/refuse.hpp"
#include "app/say.hpp"
#include "app/terminal.hpp"
#include "involute/output/output_file.hpp"
#include "involute/plot/plot.hpp"
#include "involute/sweep/study.hpp"

namespace app {

namespace {

namespace plot = involute::plot;
using involute::Study;
using involute::StudyRow;

struct Kind {
    std::string_view name{}, setting{}, slope{};
    Study (*study)(const involute::System&, const involute::SolveOptions&) = nullptr;
    std::string_view against_steps{};  // why --step makes no sense with it
};

constexpr Kind kinds[] = {
    {"order", "step", "order",
     [](const involute::System& s, const involute::SolveOptions& o) {
         return involute::order_study(s, o);
     },
     "steps are what this study varies"},
    {"tolerance", "rtol", "slope",
     [](const involute::System& s, const involute::SolveOptions& o) {
         return involute::tolerance_study(s, o);
     },
     "constant steps have no tolerance"},
};

const Kind& kind_named(const std::string& name)
{
    for (const Kind& kind : kinds)
        if (kind.name == name) return kind;
    refuse(fmt::format("`{}` is no study", name),
           "there are order and tolerance: involute study order MODEL --method dop853");
}

std::string number_text(double value)
{
    return std::isnan(value) ? "" : fmt::format("{}", value);
}

std::string csv_of(const Study& study, const Kind& kind)
{
    std::string text = fmt::format("{},method,steps,rejected,evaluations,error,{},code\n",
                                   kind.setting, kind.slope);
    for (const StudyRow& row : study.rows)
        text += fmt::format("{},{},{},{},{},{},{},{}\n", row.setting, row.method, row.work.steps,
                            row.work.rejected, row.work.evaluations, number_text(row.error),
                            std::isnan(row.order) ? "" : fmt::format("{:.2f}", row.order),
                            involute::word_of(row.code));
    return text;
}

/// Error over step or over work, both logarithmic.
std::string picture(const Study& study, const Kind& kind, const std::string& title)
{
    const bool by_step = kind.name == "order";
    std::vector<plot::Series> lines;  // one for each method
    for (const StudyRow& row : study.rows) {
        if (lines.empty() || lines.back().label != row.method)
            lines.push_back({.label = row.method, .style = {.marker = plot::Marker::disc}});
        lines.back().x.push_back(by_step ? row.setting : double(row.work.evaluations));
        lines.back().y.push_back(row.error);
    }
    const std::string across = by_step ? "step" : "evaluations of the field";
    plot::Axes axes{.title = title,
                    .x = {.label = across, .scale = plot::Scale::log},
                    .y = {.label = "error at the end", .scale = plot::Scale::log},
                    .series = std::move(lines)};
    if (study.certain > 0)
        axes.guides.push_back(plot::horizontal(study.certain, "as certain as the tight run"));
    return plot::to_svg(plot::figure(std::move(axes)));
}

}  // namespace

int run_study(const Arguments& a)
{
    if (a.models.size() != 2)
        refuse("`involute study` takes what to study and one model",
               "involute study order MODEL, or involute study tolerance MODEL");
    const Kind& kind = kind_named(a.models.front());
    const std::string& model = a.models.back();
    require_other_file(a.output, model, "model");
    require_other_file(a.plot, model, "model");
    if (a.plot && a.plot == a.output) refuse("the rows and the picture need two files");
    if (typed_text(a, "step"))
        refuse(fmt::format("`--step`: {}", kind.against_steps), "leave it out");
    catch_interrupts();
    std::optional<involute::OutputFile> file, drawn;
    if (a.output && *a.output != "-") file.emplace(*a.output);
    if (a.plot) drawn.emplace(*a.plot);
    involute::SolveOptions options = solve_options(a);
    options.interrupted = was_interrupted;
    const involute::System system = read_model(model, a);
    const Study study = kind.study(system, options);
    if (was_interrupted()) refuse("interrupted: nothing was written");
    (file ? file->stream() : std::cout) << csv_of(study, kind);
    if (file) file->commit();
    if (drawn) {
        drawn->stream() << picture(study, kind, system.title);
        drawn->commit();
    }
    if (!a.quiet) say("errors below {:.1e} are not told apart\n", study.certain);
    for (const StudyRow& row : study.rows)
        if (!row.reason.empty())
            say("{} {:.3g}: {}\n", kind.setting, row.setting, with_flags(row.reason));
    return 0;
}

}  // namespace app
