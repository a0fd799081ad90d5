// SPDX-License-Identifier: Apache-2.0
#include "involute/model/elaborate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "involute/base/outcome.hpp"
#include "involute/base/suggest.hpp"
#include "involute/model/crossings.hpp"
#include "involute/system/tolerances.hpp"

namespace involute {

Elaboration::Elaboration(const Model& model, const Overrides& overrides,
                         const std::vector<std::string>& tunable, const Inputs& inputs,
                         Findings& findings)
    : model_(model),
      overrides_(overrides),
      tunable_(tunable),
      inputs_(inputs),
      findings_(findings),
      scope_(model.names.size()),
      evaluator_(model, scope_, system_.graph, findings)
{
}

System Elaboration::run()
{
    system_.file = model_.source.file;
    try {
        declare_all();
        run(model_.statements);
        finish();
    } catch (const TooMuch&) {
        // Already reported.
    }
    return std::move(system_);
}

void Elaboration::run(const std::vector<Statement>& statements)
{
    for (const Statement& s : statements)
        std::visit([&](const auto& what) { add(what, s.place); }, s.what);
}

void Elaboration::add(const LoopStatement& s, const Place& place)
{
    const auto from = evaluator_.integer(s.range.from, "the bound of a loop");
    const auto to = evaluator_.integer(s.range.to, "the bound of a loop");
    if (!from || !to || !is_free(s.variable, "a loop variable")) return;
    Symbol& symbol = scope_.symbols[s.variable.id];
    std::vector<std::uint32_t> outer_names = std::exchange(evaluator_.local_names, {});
    evaluator_.loop_values.emplace_back(s.variable.id, 0);
    for (std::int64_t i = *from; i <= *to; ++i) {
        if (++turns_ > limits::loop_turns.value)
            evaluator_.give_up(place, "the loops of this model have too many turns",
                               limits::loop_turns);
        symbol.kind = Symbol::Kind::number;
        symbol.role = "a loop variable";
        symbol.place = s.variable.place;
        symbol.value = constant_value(i);
        evaluator_.loop_values.back().second = i;
        run(s.body);
        for (const std::uint32_t id : evaluator_.local_names) scope_.symbols[id] = Symbol{};
        evaluator_.local_names.clear();
    }
    evaluator_.loop_values.pop_back();
    symbol = Symbol{};
    evaluator_.local_names = std::move(outer_names);
}

void Elaboration::add(const EquationStatement& s, const Place& place)
{
    const auto f = evaluator_.difference(s.left, s.right);
    if (!f) return;
    if (std::int64_t(system_.equations.size()) >= limits::equations.value)
        evaluator_.give_up(place, "there are too many equations", limits::equations);
    system_.equations.push_back({*f, s.text + evaluator_.loop_text(), place});
}

void Elaboration::set_text(std::string& where, bool& seen, const std::string& text,
                           std::string_view word, const Place& place)
{
    if (seen) evaluator_.complain(place, fmt::format("this is the second `{}`", word), "keep one");
    seen = true;
    where = text;
}

void Elaboration::add(const TextStatement& s, const Place& place)
{
    if (s.is_source)
        set_text(system_.source, has_source_, s.text, "source", place);
    else
        set_text(system_.title, has_title_, s.text, "title", place);
    if (s.source_beside) set_text(system_.source, has_source_, *s.source_beside, "source", place);
}

void Elaboration::add(const LetStatement& s, const Place&)
{
    for (const LetItem& item : s.definitions) define(item);
}

void Elaboration::define(const LetItem& item)
{
    const Name& name = item.label.name;
    Value value = evaluator_.value(item.value);
    value.alone = {};
    const std::optional<Indices> at = evaluator_.indices(item.label.indices);
    evaluator_.later.erase(name.id);
    Symbol& symbol = scope_.symbols[name.id];
    if (item.label.indices.empty()) {
        if (!is_free(name, "a `let`")) return;
        symbol.kind = Symbol::Kind::definition;
        symbol.role = "a `let`";
        symbol.place = name.place;
        symbol.value = value;
        if (!evaluator_.loop_values.empty())
            evaluator_.local_names.push_back(name.id);
        else
            keep(name, {}, value);
        return;
    }
    if (symbol.kind != Symbol::Kind::family && !is_free(name, "a `let` with an index")) return;
    if (symbol.kind != Symbol::Kind::family) {
        symbol.kind = Symbol::Kind::family;
        symbol.role = "a `let` with an index";
        symbol.place = name.place;
    }
    if (!at) return;
    if (!symbol.elements.try_emplace(*at, value).second)
        return evaluator_.complain(
            name.place,
            fmt::format("`{}` is defined twice", element_name(evaluator_.name(name.id), *at)));
    keep(name, *at, value);
}

/// What a name stands for can be asked for as a column.
void Elaboration::keep(const Name& name, const Indices& at, const Value& value)
{
    if (value.usable())
        system_.definitions.push_back({evaluator_.name(name.id), at, evaluator_.as_node(value)});
}

void Elaboration::add(const GivenStatement& s, const Place&)
{
    add_givens(evaluator_, system_.graph, system_.names, s, s.is_guess ? guesses_ : starts_);
}

std::optional<double> Elaboration::number(const Expression& e, std::string_view what)
{
    const std::optional<Quad> value = evaluator_.constant(e, what);
    if (!value) return {};
    return to_double(*value);
}

std::optional<double> Elaboration::positive(const Expression& e, std::string_view what)
{
    const std::optional<double> value = number(e, what);
    if (!value || *value > 0) return value;
    evaluator_.complain(e.place, fmt::format("{} must be positive", what));
    return {};
}

/// Indices become numbers; which unknowns are meant is said as an option would say it.
void Elaboration::add(const ToleranceStatement& s, const Place&)
{
    for (const ToleranceItem& item : s.items) {
        std::string of = evaluator_.name(item.name.id);
        std::vector<std::string> indices;
        for (const Range& range : item.indices) {
            const auto from = evaluator_.integer(range.from, "an index");
            const auto to = evaluator_.integer(range.to, "an index");
            if (!from || !to) return;
            indices.push_back(*from == *to ? fmt::format("{}", *from)
                                           : fmt::format("{}..{}", *from, *to));
        }
        if (!indices.empty()) of += fmt::format("[{}]", fmt::join(indices, ","));
        const auto atol = positive(item.value, "a tolerance");
        if (named_unknowns(system_.names, of).unknowns.empty()) {
            evaluator_.complain(
                item.name.place, fmt::format("there is no unknown `{}`", of),
                did_you_mean(of, {system_.names.unknowns.begin(), system_.names.unknowns.end()}));
            continue;
        }
        of += std::string(std::size_t(item.order), '\'');
        const auto is_it = [&](const OwnTolerance& other) { return other.of == of; };
        if (std::ranges::any_of(system_.tolerances, is_it))
            evaluator_.complain(item.name.place,
                                fmt::format("there is already a tolerance of `{}`", of),
                                "keep one");
        else if (atol)
            system_.tolerances.push_back({of, *atol});
    }
}

void Elaboration::add(const SolveStatement& s, const Place& place)
{
    if (has_solve_) evaluator_.complain(place, "this is the second `solve`", "keep one");
    has_solve_ = true;
    SolveRequest& solve = system_.solve;
    const auto formula = [&](const Expression& e) {
        return evaluator_.formula(evaluator_.settled(evaluator_.value(e)));
    };
    if (s.to && (solve.to = number(*s.to, "the end of the run"))) solve.to_formula = formula(*s.to);
    if (s.length && (solve.length = positive(*s.length, "the length of the curve")))
        solve.length_formula = formula(*s.length);
    if (s.scale && (solve.scale = positive(*s.scale, "the scale")))
        solve.scale_formula = formula(*s.scale);
}

void Elaboration::count_item(const Place& place)
{
    const std::size_t items = system_.invariants.size() + system_.crossings.size() +
                              system_.expectations.size() + drawings_.size();
    if (std::int64_t(items) >= limits::items.value)
        evaluator_.give_up(place, "there are too many of these", limits::items);
}

void Elaboration::add(const InvariantStatement& s, const Place& place)
{
    count_item(place);
    const auto name = new_label(evaluator_, s.label, "an invariant", invariant_names_);
    const Value value = evaluator_.value(s.expression);
    const Value given = s.value ? evaluator_.value(*s.value) : Value{};
    const auto level = s.value
                           ? evaluator_.constant(given, s.value->place, "the value of an invariant")
                           : std::optional<Quad>();
    if (evaluator_.is_number(value))
        evaluator_.complain(s.expression.place, "an invariant must contain an unknown");
    if (!name || value.kind != Value::Kind::node || (s.value && !level)) return;
    system_.invariants.push_back({*name, value.node, level, s.imposed, place, false,
                                  evaluator_.formula(evaluator_.settled(given))});
}

void Elaboration::add(const CrossingStatement& s, const Place& place)
{
    count_item(place);
    std::optional<Crossing> crossing = read_crossing(evaluator_, system_.graph, s, crossing_names_);
    if (!crossing) return;
    crossing->place = place;
    system_.crossings.push_back(std::move(*crossing));
}

void Elaboration::expect_value(const ExpectStatement& s, Expectation& result)
{
    const auto jet =
        jet_of(evaluator_, system_.graph, s.target, system_.names, "an expected value");
    if (jet) result.unknown = jet->unknown;
    if (jet) result.order = jet->order;
    if (s.at) result.at = number(*s.at, "the place of an expected value");
    result.expected = number(s.expected, "an expected value").value_or(0);
    result.tolerance = positive(s.tolerance, "the tolerance").value_or(0);
}

// Words of outcomes, and the verdict of an analysis that is none of them.
void Elaboration::expect_word(const ExpectStatement& s, Expectation& result)
{
    std::vector<std::string_view> words{"undecided"};
    for (const OutcomeRow& row : outcomes) words.push_back(row.word);
    result.word = evaluator_.name(s.word.id);
    if (std::find(words.begin(), words.end(), result.word) != words.end()) return;
    evaluator_.complain(s.word.place, fmt::format("no run ends with `{}`", result.word),
                        did_you_mean(result.word, words));
}

void Elaboration::add(const ExpectStatement& s, const Place& place)
{
    count_item(place);
    Expectation result;
    result.kind = s.kind;
    result.text = s.text + evaluator_.loop_text();
    result.place = place;
    switch (s.kind) {
        case ExpectationKind::value:
            expect_value(s, result);
            break;
        case ExpectationKind::stops:
        case ExpectationKind::rejects:
            expect_word(s, result);
            break;
        case ExpectationKind::index:
        case ExpectationKind::dimension:
        case ExpectationKind::crossings: {
            const auto count = evaluator_.integer(s.expected, "this number");
            if (count && *count < 0)
                evaluator_.complain(s.expected.place, "this number cannot be negative");
            result.expected = double(count.value_or(0));
        }
    }
    if (s.kind == ExpectationKind::crossings) {
        const auto at = evaluator_.indices(s.section.indices);
        result.word = element_name(evaluator_.name(s.section.name.id), at.value_or(Indices{}));
        result.place = s.section.name.place;
    }
    system_.expectations.push_back(std::move(result));
}

void Elaboration::check_sections()
{
    std::vector<std::string_view> names;
    for (const Crossing& c : system_.crossings) names.push_back(c.name);
    for (const Expectation& e : system_.expectations)
        if (e.kind == ExpectationKind::crossings && !crossing_names_.contains(e.word))
            findings_.add(e.place, fmt::format("there is no section `{}`", e.word),
                          did_you_mean(e.word, names));
}

// A start value overrides a guess for the same jet.
void Elaboration::drop_settled_guesses()
{
    for (const Given& guess : guesses_.list)
        if (!starts_.position.contains(key_of(guess))) system_.guesses.push_back(guess);
    system_.starts = std::move(starts_.list);
}

void Elaboration::finish()
{
    check_sections();
    check_functions();
    drop_settled_guesses();
    if (!findings_.empty()) return;
    if (system_.unknowns() == 0)
        findings_.add(Place{}, "the model has no unknowns", "declare them: `var x, y`");
    else if (system_.equations.empty())
        findings_.add(Place{}, "the model has no equations", "an equation is a line with `=`");
    else if (scope_.small)
        settle_small();
}

void Elaboration::settle_small()
{
    ComplianceForm form = to_compliance_form(std::move(system_), *scope_.small);
    for (const Diagnostic& p : form.problems) findings_.add(p.place, p.message, p.hint);
    system_ = std::move(form.system);
}

}  // namespace involute
