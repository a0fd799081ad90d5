// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/system_state.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/base/state_limits.hpp"
#include "involute/drive/saved_text.hpp"
#include "involute/expr/piecewise.hpp"
#include "involute/options/option_table.hpp"
#include "involute/system/inputs.hpp"

namespace involute {
namespace {

// Of a jet that is given at the start: more are not written by anybody.
constexpr int most_derivatives = 1000;

[[noreturn]] void refuse(std::string message, std::string hint = "")
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

void visit_given(State& state, Given& given)
{
    state("unknown", given.unknown);
    state("order", given.order);
    state("value", given.value);
}

bool are_same(const std::vector<Given>& a, const std::vector<Given>& b)
{
    return std::ranges::equal(a, b, [](const Given& one, const Given& other) {
        return one.unknown == other.unknown && one.order == other.order && one.value == other.value;
    });
}

/// What decides which solution of which equations is meant, in words and exact numbers.
struct Identity {
    std::vector<std::string> parts{};
    std::vector<Quad> numbers{};
    std::vector<Given> starts{}, guesses{};

    explicit Identity(const System& system) : starts(system.starts), guesses(system.guesses)
    {
        const auto text_of = [&](NodeId node) { return print(system.graph, node, system.names); };
        parts.push_back(system.names.independent);
        for (const std::string& name : system.names.unknowns) parts.push_back(name);
        for (const OwnTolerance& own : system.tolerances)
            parts.push_back(fmt::format("atol {} = {}", own.of, own.atol));
        for (const Equation& equation : system.equations) parts.push_back(text_of(equation.f));
        for (const Invariant& invariant : system.invariants) {
            parts.push_back(invariant.name + ": " + text_of(invariant.expression));
            numbers.push_back(invariant.value.value_or(Quad(0)));
        }
        for (const Crossing& crossing : system.crossings)
            parts.push_back(fmt::format("{}: {} {} {} {}", crossing.name,
                                        text_of(crossing.expression), int(crossing.direction),
                                        crossing.is_event, crossing.stop));
        for (const Parameter& parameter : system.parameters) {
            parts.push_back(parameter.name + (parameter.tunable ? " tunable" : ""));
            numbers.push_back(parameter.value);
        }
        for (std::size_t k = 0; k < system.names.inputs.size(); ++k) {
            const InputFunction& input = *system.graph.input_functions()[k];
            parts.push_back(system.names.inputs[k] + ": " + input.kind());
            const auto* table = dynamic_cast<const PiecewisePolynomial*>(&input);
            const std::vector<Quad> made_of = table ? table->numbers() : std::vector<Quad>{};
            numbers.insert(numbers.end(), made_of.begin(), made_of.end());
        }
        const SolveRequest& request = system.solve;
        for (const auto& wanted : {request.to, request.length, request.scale}) {
            parts.push_back(wanted ? "asked" : "not asked");
            numbers.push_back(Quad(wanted.value_or(0)));
        }
    }

    void visit(State& state)
    {
        const State::Part part(state, "identity");
        state("words", parts);
        state("numbers", numbers);
        state.list("starts", starts, [&](Given& given) { visit_given(state, given); });
        state.list("guesses", guesses, [&](Given& given) { visit_given(state, given); });
    }

    bool operator==(const Identity& other) const
    {
        return parts == other.parts && numbers == other.numbers && are_same(starts, other.starts) &&
               are_same(guesses, other.guesses);
    }
};

/// Limits may be others than they were.
bool may_differ(const OptionRow& row)
{
    return row.field == "max_steps" || row.field == "max_seconds" || row.field == "max_memory";
}

}  // namespace

void write_system(State& state, const System& system)
{
    SavedText::of(system).visit(state);
    Identity(system).visit(state);
}

System read_saved_system(State& state, const System* given, const Inputs& code)
{
    SavedText saved;
    saved.visit(state);
    Identity as_saved{System{}};
    as_saved.visit(state);
    if (given) require_inputs(*given);
    if (!given && saved.kept == SavedText::Kept::nothing)
        refuse("the system of this checkpoint was made in C++, which is not saved",
               "give it again: load(in, system)");
    System system = given ? *given : saved.read_again(code);
    for (const auto* givens : {&as_saved.starts, &as_saved.guesses})
        for (const Given& one : *givens)
            require(state, one.unknown >= -1 && one.unknown < system.unknowns(), "starts");
    if (!given && !are_same(system.starts, as_saved.starts)) system.starts = as_saved.starts;
    if (!given && !are_same(system.guesses, as_saved.guesses)) system.guesses = as_saved.guesses;
    if (Identity(system) == as_saved) return system;
    refuse(given ? "the checkpoint is of another model, or of other parameters or start values"
                 : "the model in the checkpoint does not read as it did",
           given ? "give the model, its parameters, inputs and start values as they were" : "");
}

void visit_starts(State& state, System& system)
{
    const auto visit = [&](std::string_view name, std::vector<Given>& givens) {
        std::vector<Given> as_saved = givens;
        state.list(name, as_saved, [&](Given& given) { visit_given(state, given); });
        for (const Given& given : as_saved)
            require(state,
                    given.unknown >= -1 && given.unknown < system.unknowns() && given.order >= 0 &&
                        given.order <= most_derivatives,
                    name);
        if (!are_same(as_saved, givens)) givens = std::move(as_saved);
    };
    visit("starts", system.starts);
    visit("guesses", system.guesses);
}

void visit_options(State& state, const SolveOptions& options)
{
    const State::Part part(state, "options");
    for (const OptionRow& row : option_table()) {
        if (!row.access.print) continue;
        std::string now = row.access.print(options), then = now;
        state(row.field, then);
        if (then != now && !may_differ(row))
            refuse(fmt::format("the checkpoint was written with option `{} = {}`{}", row.field,
                               then.empty() ? "(none)" : then,
                               now.empty() ? "" : fmt::format(", not {}", now)),
                   "limits of steps, time and memory may change; all else must stay as it was");
    }
}

SolveOptions read_saved_options(State& state)
{
    const State::Part part(state, "options");
    SolveOptions options;
    std::vector<Diagnostic> wrong;
    for (const OptionRow& row : option_table()) {
        if (!row.access.print) continue;
        std::string text;
        state(row.field, text);
        if (!text.empty() && text != row.access.print(options))
            set_option(options, row, text, wrong);
    }
    if (!wrong.empty()) throw Error(std::move(wrong));
    return options;
}

}  // namespace involute
