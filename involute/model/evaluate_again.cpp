// SPDX-License-Identifier: Apache-2.0
// What is evaluated again and again: the terms of sums and products, and the bodies of the model's
// own functions.
#include <fmt/format.h>

#include "involute/model/evaluate.hpp"

namespace involute {

Value Evaluator::repeated(const SyntaxNode& node, std::uint32_t body)
{
    const Repetition& repetition = model_.repetitions[node.value];
    const Value last = pop(), first = pop();
    const auto from = as_integer(settled(first), node.place, "the first index of a sum");
    const auto to = as_integer(settled(last), node.place, "the last index of a sum");
    if (!from || !to) return {};
    const std::uint32_t id = repetition.variable.id;
    Symbol& symbol = scope_.symbols[id];
    if (symbol.kind != Symbol::Kind::nothing) {
        complain(repetition.variable.place,
                 fmt::format("`{}` is {} and cannot be an index too", name(id), symbol.role),
                 "choose another name");
        return {};
    }
    if (*to - *from >= limits::loop_turns.value)
        give_up(node.place, "this sum has too many terms", limits::loop_turns);
    symbol.kind = Symbol::Kind::number;
    symbol.role = "an index";
    symbol.place = repetition.variable.place;
    loop_values.emplace_back(id, 0);
    const SyntaxKind kind = repetition.product ? SyntaxKind::multiply : SyntaxKind::add;
    Value total = constant_value(repetition.product ? 1 : 0);
    for (std::int64_t i = *from; i <= *to && total.usable(); ++i) {
        symbol.value = constant_value(i);
        loop_values.back().second = i;
        const Value term = between(body, repetition.end, node.place);
        total = term.usable() ? combined(kind, total, term, node.place) : Value{};
    }
    loop_values.pop_back();
    symbol = Symbol{};
    return total;
}

Value Evaluator::defined(DefinedFunction& f, const SyntaxNode& node,
                         const std::vector<Value>& arguments)
{
    f.called = true;
    const std::size_t wanted = f.statement->arguments.size();
    const std::string& word = name(node.value);
    if (arguments.size() != wanted) {
        complain(node.place,
                 fmt::format("`{}` has {} argument{}, not {}", word, wanted, wanted == 1 ? "" : "s",
                             arguments.size()),
                 fmt::format("it is defined in line {}", f.statement->name.place.line));
        return {};
    }
    for (const Value& a : arguments)
        if (!a.usable()) return {};
    if (!inside_.empty() && f.number >= inside_.back()) {
        complain(node.place,
                 f.number == inside_.back() ? fmt::format("`{}` calls itself", word)
                                            : fmt::format("`{}` is defined below this", word),
                 "a function may call those defined above it");
        return {};
    }
    if (std::int64_t(inside_.size()) >= limits::nesting.value)
        give_up(node.place, "functions call one another too deeply", limits::nesting);
    return body_of(f, arguments);
}

/// Inside, names mean what they mean everywhere: loop variables and what is local to a loop do not
/// count, and arguments go before all others.
Value Evaluator::body_of(const DefinedFunction& f, const std::vector<Value>& arguments)
{
    std::vector<std::pair<std::uint32_t, Symbol>> outside;
    const auto hide = [&](std::uint32_t id) {
        outside.emplace_back(id, std::exchange(scope_.symbols[id], Symbol{}));
    };
    for (const auto& [id, value] : loop_values) hide(id);
    for (const std::uint32_t id : local_names) hide(id);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        const Name& argument = f.statement->arguments[k];
        hide(argument.id);
        Symbol& symbol = scope_.symbols[argument.id];
        symbol.kind = Symbol::Kind::definition;
        symbol.role = "an argument";
        symbol.place = argument.place;
        symbol.value = arguments[k];
        symbol.value.alone = {};
    }
    inside_.push_back(f.number);
    const Value result = value(f.statement->body);
    inside_.pop_back();
    for (std::size_t k = outside.size(); k-- > 0;)
        scope_.symbols[outside[k].first] = std::move(outside[k].second);
    return result;
}

}  // namespace involute
