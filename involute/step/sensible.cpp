// SPDX-License-Identifier: Apache-2.0
#include "involute/step/sensible.hpp"

#include <fmt/format.h>

#include "involute/base/suggest.hpp"
#include "involute/options/option_table.hpp"
#include "involute/step/choose.hpp"

namespace involute {
namespace {

/// The options, and what must be known to say whether they are heeded.
struct Asked {
    const SolveOptions& options;
    const Technique& technique;
    const MethodEntry& method;  // with `auto`, the one it begins with
    bool curve = false;         // what the model's `solve` line says is not known here
    bool in_x = false;          // equations in x: where there are series and Radau's own steps

    bool is(Family family) const { return method.family == family; }
    bool is_radau() const { return in_x && is(Family::radau); }
    bool is_series() const { return in_x && is(Family::series_taylor); }
};

struct Conflict {
    bool (*holds)(const Asked& a);
    std::string_view message{};
    std::string_view hint{};
};

bool chooses_steps(const Technique& t)
{
    return t.rule != StepRule::pi || t.norm != Norm::scaled || t.estimate != Estimate::automatic;
}

bool chooses_radau(const Technique& t)
{
    return t.collocation != Collocation::completed || t.tops != TopValues::recomputed ||
           t.newton != StageNewton::simplified;
}

const Conflict conflicts[] = {
    {[](const Asked& a) {
         const Sampling& s = a.options.sampling;
         return int(s.points != 0) + int(s.every != 0) + int(!s.at.empty()) > 1;
     },
     "options `sampling.points`, `sampling.every` and `sampling.at` exclude each other",
     "choose one of them"},
    {[](const Asked& a) {
         const Sampling& s = a.options.sampling;
         return s.only_end && (s.points != 0 || s.every != 0 || !s.at.empty());
     },
     "option `sampling.only_end` leaves out all rows between",
     "leave out option `sampling.only_end`, or the other places to return rows at"},
    {[](const Asked& a) {
         return a.options.step != 0 && (a.options.first_step != 0 || a.options.max_step != 0);
     },
     "option `step` makes every step the same size",
     "leave out options `first_step` and `max_step`"},
    {[](const Asked& a) { return a.options.step != 0 && chooses_steps(a.technique); },
     "options `technique.rule`, `technique.norm` and `technique.estimate` do nothing with option "
     "`step`: constant steps have no error to go by",
     "leave them out, or option `step`"},
    {[](const Asked& a) {
         const bool nearest =
             a.is(Family::tangent_taylor) || a.technique.projection != ProjectionWay::sweep;
         return !a.technique.metric.empty() &&
                (!nearest || a.technique.projection == ProjectionWay::none);
     },
     "option `technique.metric` is for orthogonal projections",
     "add option `technique.projection = newton`"},
    {[](const Asked& a) {
         return chooses_radau(a.technique) && !a.is_radau();  // `auto` may never get there
     },
     "options `technique.collocation`, `technique.tops` and `technique.newton` are for Radau "
     "methods in the independent variable",
     "add option `method = radau5`, without options `curve` and `length`"},
    {[](const Asked& a) {
         return a.is_radau() && (chooses_steps(a.technique) || a.technique.order != 0 ||
                                 a.technique.project_stages);
     },
     "options `technique.norm`, `technique.rule`, `technique.estimate`, `technique.order` and "
     "`technique.project_stages` do nothing with Radau methods, which control their steps "
     "themselves",
     "leave them out, or take radau5-projected"},
    {[](const Asked& a) { return a.technique.order != 0 && !a.is_series() && !a.is_radau(); },
     "option `technique.order` is for the method taylor, in the independent variable",
     "add option `method = taylor`, or leave it out"},
    {[](const Asked& a) {
         return a.technique.project_stages && !a.is(Family::explicit_rk) && !a.is_radau();
     },
     "option `technique.project_stages` is for explicit Runge-Kutta methods",
     "leave it out; stages of implicit methods are on the surface, series have none"},
    {[](const Asked& a) { return a.is_series() && a.technique.estimate != Estimate::automatic; },
     "option `technique.estimate` does nothing with the method taylor, whose coefficients tell the "
     "error",
     "leave it out, or take another method"},
    {[](const Asked& a) {
         return a.is_series() && a.options.method == "taylor" &&
                (a.technique.rule != StepRule::pi || a.technique.norm != Norm::scaled ||
                 a.options.first_step != 0);
     },
     "options `technique.rule`, `technique.norm` and `first_step` do nothing with the method "
     "taylor, whose coefficients tell the size of every step",
     "leave them out, or take another method"},
    {[](const Asked& a) { return a.options.smooth && a.curve; },
     "a smooth motion is followed in the independent variable, not along the curve",
     "leave out options `curve` and `length`, or option `smooth`"},
    {[](const Asked& a) { return a.options.smooth && a.options.component > 0; },
     "a smooth motion is not looked for on components of the constraint set",
     "leave out option `smooth` or option `component`"},
};

/// Nothing if the method is not known, with a complaint.
const MethodEntry* method_of(const SolveOptions& options, bool in_x, std::vector<Diagnostic>& wrong)
{
    if (options.method != "auto" && !find_method_entry(options.method)) {
        std::vector<std::string_view> known{"auto"};
        for (const MethodEntry& row : all_methods()) known.push_back(row.name);
        const std::string guess = did_you_mean(options.method, known);
        wrong.push_back({.message = fmt::format("unknown method `{}`", options.method),
                         .hint = guess.empty() ? "`involute methods` lists them" : guess});
        return nullptr;
    }
    SolveOptions plain;  // whether there is a lower formula is asked elsewhere
    plain.method = options.method;
    plain.rtol = options.rtol;
    return &choose_method(plain, in_x);
}

/// Whether there was something: hints about such options would only lead astray.
bool refuse_what_needs_equations(const SolveOptions& options, std::vector<Diagnostic>& wrong)
{
    std::string fields;
    for (const OptionRow& row : option_table())
        if (row.needs_equations && is_given(row, options))
            fields += fmt::format("{}`{}`", fields.empty() ? "" : ", ", row.field);
    if (!fields.empty())
        wrong.push_back({.message = fmt::format("a callable cannot heed options {}", fields),
                         .hint = "leave them out, or give equations: a System can"});
    return !fields.empty();
}

}  // namespace

std::vector<Diagnostic> what_makes_no_sense(const SolveOptions& options, AskedOf whom)
{
    std::vector<Diagnostic> wrong = senseless_values(options);
    const bool curve = options.curve || options.length;
    const bool in_x = whom == AskedOf::equations && !curve;
    if (whom == AskedOf::callable && refuse_what_needs_equations(options, wrong)) return wrong;
    const MethodEntry* const method = method_of(options, in_x, wrong);
    if (!method) return wrong;
    const Asked asked{options, options.technique, *method, curve, in_x};
    for (const Conflict& conflict : conflicts)
        if (conflict.holds(asked))
            wrong.push_back(
                {.message = std::string(conflict.message), .hint = std::string(conflict.hint)});
    return wrong;
}

void require_sensible(const SolveOptions& options, AskedOf whom)
{
    std::vector<Diagnostic> wrong = what_makes_no_sense(options, whom);
    if (!wrong.empty()) throw Error(std::move(wrong));
}

}  // namespace involute
