// SPDX-License-Identifier: Apache-2.0
#include "app/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/text.hpp"
#include "involute/base/error.hpp"
#include "involute/base/suggest.hpp"
#include "involute/method/methods.hpp"
#include "involute/project/retraction_ways.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using Text = std::optional<std::string>;

/// Reads option after option and collects what is wrong with them.
class Reader {
public:
    void refuse(std::string message, std::string hint = "")
    {
        found_.push_back({.message = std::move(message), .hint = std::move(hint)});
    }
    void throw_if_any() const
    {
        if (!found_.empty()) throw involute::Error(found_);
    }

    std::optional<double> finite(std::string_view flag, const Text& text)
    {
        if (!text) return std::nullopt;
        const auto value = number<double>(*text);
        if (value && std::isfinite(*value)) return value;
        refuse(fmt::format("`{} {}`: a number is needed", flag, *text));
        return std::nullopt;
    }

    std::optional<double> positive(std::string_view flag, const Text& text)
    {
        const auto value = finite(flag, text);
        if (!value || *value > 0) return value;
        refuse(fmt::format("`{} {}`: a number greater than 0 is needed", flag, *text));
        return std::nullopt;
    }

    long whole(std::string_view flag, const Text& text, long least)
    {
        if (!text) return 0;
        const auto value = number<long>(*text);
        if (value && *value >= least) return *value;
        refuse(fmt::format("`{} {}`: a whole number, at least {}, is needed", flag, *text, least));
        return 0;
    }

    std::vector<double> list(std::string_view flag, const Text& text)
    {
        std::vector<double> values;
        if (!text) return values;
        for (const std::string_view part : comma_separated(*text)) {
            const auto value = number<double>(part);
            if (value && std::isfinite(*value)) {
                values.push_back(*value);
                continue;
            }
            refuse(fmt::format("`{} {}`: `{}` is not a number", flag, *text, part),
                   "numbers separated by commas, as in --at 1,2.5");
            return {};
        }
        return values;
    }

private:
    std::vector<Diagnostic> found_{};
};

std::string method(Reader& read, const Text& name)
{
    if (!name || *name == "auto" || involute::find_method_entry(*name))
        return name.value_or("auto");
    std::vector<std::string_view> known{"auto"};
    for (const involute::MethodEntry& row : involute::all_methods()) known.push_back(row.name);
    const std::string guess = involute::did_you_mean(*name, known);
    read.refuse(fmt::format("unknown method `{}`", *name),
                guess.empty() ? "`involute methods` lists them" : guess);
    return "auto";
}

template <class T>
struct Choice {
    std::string_view name{};
    T value{};
};

/// One of a few words.
template <class T>
T choose(Reader& read, std::string_view flag, const Text& word, const std::vector<Choice<T>>& of,
         T otherwise)
{
    if (!word) return otherwise;
    std::vector<std::string_view> known;
    for (const Choice<T>& choice : of) {
        if (choice.name == *word) return choice.value;
        known.push_back(choice.name);
    }
    const std::string guess = involute::did_you_mean(*word, known);
    read.refuse(fmt::format("`{} {}` is not known", flag, *word),
                guess.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : guess);
    return otherwise;
}

/// "x=1, x'=10" as pairs.
std::vector<std::pair<std::string, double>> metric(Reader& read, const Text& text)
{
    std::vector<std::pair<std::string, double>> lengths;
    if (!text) return lengths;
    for (const std::string_view part : comma_separated(*text)) {
        const std::size_t equals = part.find('=');
        const auto value = equals == std::string_view::npos
                               ? std::nullopt
                               : number<double>(trimmed(part.substr(equals + 1)));
        if (!value || !(*value > 0) || !std::isfinite(*value)) {
            read.refuse(fmt::format("`--metric {}`: `{}` is not a coordinate with a positive "
                                    "length",
                                    *text, part),
                        "as in --metric \"x=1, x'=10\"");
            return {};
        }
        lengths.emplace_back(trimmed(part.substr(0, equals)), *value);
    }
    return lengths;
}

involute::Technique technique(Reader& read, const Arguments& a)
{
    using namespace involute;
    Technique t;
    t.rule = choose<StepRule>(
        read, "--control", a.control,
        {{"pi", StepRule::pi}, {"classic", StepRule::classic}, {"halving", StepRule::halving}},
        t.rule);
    t.estimate = choose<Estimate>(read, "--estimate", a.estimate,
                                  {{"auto", Estimate::automatic},
                                   {"embedded", Estimate::embedded},
                                   {"doubling", Estimate::doubling},
                                   {"implicit-euler", Estimate::implicit_euler}},
                                  t.estimate);
    t.norm = choose<Norm>(read, "--norm", a.norm,
                          {{"scaled", Norm::scaled}, {"euclidean", Norm::euclidean}}, t.norm);
    std::vector<Choice<ProjectionWay>> projections;
    for (const ProjectionWayEntry& entry : projection_ways())
        projections.push_back({entry.name, entry.way});
    t.projection = choose(read, "--projection", a.projection, projections, t.projection);
    if (a.distribution)
        t.distribution = choose<Distribution>(read, "--distribution", a.distribution,
                                              {{"linear-solve", Distribution::linear_solve},
                                               {"null-space", Distribution::null_space}},
                                              Distribution::linear_solve);
    t.collocation = choose<Collocation>(
        read, "--collocate", a.collocate,
        {{"completed", Collocation::completed}, {"written", Collocation::written}}, t.collocation);
    t.tops = choose<TopValues>(
        read, "--tops", a.tops,
        {{"recomputed", TopValues::recomputed}, {"carried", TopValues::carried}}, t.tops);
    t.newton = choose<StageNewton>(
        read, "--newton", a.newton,
        {{"simplified", StageNewton::simplified}, {"full", StageNewton::full}}, t.newton);
    const bool for_radau = a.collocate || a.tops || a.newton;
    const MethodEntry* const entry = a.method ? find_method_entry(*a.method) : nullptr;
    const bool is_radau = entry && entry->family == Family::radau;
    if (for_radau && (!is_radau || a.curve || a.length))
        read.refuse(
            "`--collocate`, `--tops` and `--newton` are for Radau methods in the "
            "independent variable",
            "add --method radau5, without --curve and --length");
    if (is_radau && (a.norm || a.control || a.estimate || a.order || a.project_stages))
        read.refuse(
            "`--norm`, `--control`, `--estimate`, `--order` and `--project-stages` do "
            "nothing with Radau methods, which control their steps themselves",
            "leave them out, or take radau5-projected");
    t.interpolation = choose<Interpolation>(
        read, "--interpolation", a.interpolation,
        {{"dense", Interpolation::dense}, {"hermite", Interpolation::hermite}}, t.interpolation);
    t.metric = metric(read, a.metric);
    t.project_stages = a.project_stages;
    t.lower_order = a.lower_order;
    t.order = int(read.whole("--order", a.order, 2));
    if (!t.metric.empty() && t.projection == ProjectionWay::sweep)
        read.refuse("`--metric` is for orthogonal projections", "add --projection newton");
    return t;
}

/// What `solve` and `check` share.
involute::SolveOptions common_options(Reader& read, const Arguments& a, double rtol, double atol)
{
    involute::SolveOptions options;
    options.method = method(read, a.method);
    options.precision = choose<involute::Precision>(
        read, "--precision", a.precision,
        {{"double", involute::Precision::double_}, {"quad", involute::Precision::quad}},
        involute::Precision::double_);
    options.rtol = read.positive("--rtol", a.rtol).value_or(rtol);
    options.atol = read.positive("--atol", a.atol).value_or(atol);
    options.max_steps = read.whole("--max-steps", a.max_steps, 1);
    options.max_seconds = read.positive("--max-seconds", a.max_seconds).value_or(0);
    options.native = !a.interpreter;
    return options;
}

involute::Sampling sampling(Reader& read, const Arguments& a)
{
    if (a.points.has_value() + a.every.has_value() + a.at.has_value() > 1)
        read.refuse("`--points`, `--every` and `--at` exclude each other", "choose one of them");
    return {.points = read.whole("--points", a.points, 2),
            .every = read.positive("--every", a.every).value_or(0),
            .at = read.list("--at", a.at)};
}

/// Which of several ways a run is to go.
void choose_ways(Reader& read, const Arguments& a, involute::SolveOptions& options)
{
    options.branch = int(read.whole("--branch", a.branch, 1));
    for (const std::string& words : a.continuations)
        for (const std::string_view part : comma_separated(words))
            options.continuations.push_back(int(read.whole("--continue", std::string(part), 1)));
    options.component = int(read.whole("--component", a.component, 1));
    if (a.components && !a.component) options.component = -1;  // list them
    if (a.singular) options.singular = *a.singular == "none" ? "" : *a.singular;
}

void refuse_conflicts(Reader& read, const Arguments& a)
{
    if (a.step && (a.first_step || a.max_step))
        read.refuse("`--step` makes every step the same size",
                    "leave out `--first-step` and `--max-step`");
}

}  // namespace

involute::SolveOptions solve_options(const Arguments& a)
{
    const involute::SolveOptions defaults;
    Reader read;
    involute::SolveOptions options = common_options(read, a, defaults.rtol, defaults.atol);
    options.to = read.finite("--to", a.to);
    options.length = read.positive("--length", a.length);
    options.curve = a.curve || a.length.has_value();
    options.scale = read.positive("--scale", a.scale);
    options.step = read.positive("--step", a.step).value_or(0);
    options.first_step = read.positive("--first-step", a.first_step).value_or(0);
    options.max_step = read.positive("--max-step", a.max_step).value_or(0);
    options.sampling = sampling(read, a);
    options.technique = technique(read, a);
    options.smooth = a.smooth;
    choose_ways(read, a, options);
    if (a.columns)
        for (const std::string_view column : comma_separated(*a.columns))
            options.columns.emplace_back(column);
    refuse_conflicts(read, a);
    read.throw_if_any();
    return options;
}

involute::SolveOptions analyze_options(const Arguments& a)
{
    Reader read;
    involute::SolveOptions options;
    options.native = !a.interpreter;
    choose_ways(read, a, options);
    read.throw_if_any();
    return options;
}

involute::SolveOptions check_options(const Arguments& a)
{
    Reader read;
    const involute::SolveOptions options = common_options(read, a, 1e-10, 1e-12);
    read.throw_if_any();
    return options;
}

}  // namespace app
