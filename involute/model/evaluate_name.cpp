// SPDX-License-Identifier: Apache-2.0
// Names and elements of arrays.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "involute/base/suggest.hpp"
#include "involute/model/evaluate.hpp"
#include "involute/model/foreign_names.hpp"

namespace involute {
namespace {

// As many as a person reads in a hint.
std::vector<std::string> first_names(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 12;
    std::vector<std::string> first(names.begin(),
                                   names.begin() + std::ptrdiff_t(std::min(most, names.size())));
    if (names.size() > most) first.push_back("...");
    return first;
}

}  // namespace

std::vector<std::string_view> known_names(const Model& model, const Scope& scope)
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < scope.symbols.size(); ++i)
        if (scope.symbols[i].kind != Symbol::Kind::nothing) names.push_back(model.names[i]);
    for (const std::string& listed : scope.listed_names) names.push_back(listed);
    return names;
}

std::string Evaluator::independent_name() const
{
    for (std::size_t i = 0; i < scope_.symbols.size(); ++i)
        if (scope_.symbols[i].kind == Symbol::Kind::independent) return model_.names[i];
    return "t";
}

/// What to write instead of a name from another language: dx, e.
std::string Evaluator::foreign_hint(const std::string& word) const
{
    const auto known = [&](const std::string& other) {
        const std::vector<std::string_view> names = known_names(model_, scope_);
        return std::ranges::find(names, other) != names.end();
    };
    return instead_of_name(word, independent_name(), known);
}

/// The dt of dx/dt, where dx was spoken of.
bool Evaluator::is_denominator_of_derivative(const std::string& word) const
{
    if (word != "d" + independent_name()) return false;
    return std::ranges::any_of(reported_names_, [&](std::uint32_t reported) {
        return name(reported) != word && !foreign_hint(name(reported)).empty() &&
               name(reported) != "e";
    });
}

Value Evaluator::unknown_name(const SyntaxNode& node)
{
    const std::string& word = name(node.value);
    if (const auto found = later.find(node.value); found != later.end()) {
        complain(node.place, fmt::format("`{}` is used before it is defined", word),
                 fmt::format("move its definition in line {} up", found->second.line));
        return {};
    }
    if (!reported_names_.insert(node.value).second) return {};
    if (is_denominator_of_derivative(word)) return {};
    std::string hint = foreign_hint(word);
    if (hint.empty()) hint = did_you_mean(word, known_names(model_, scope_));
    if (hint.empty() && !scope_.listed_names.empty())
        hint = fmt::format("the names are {}", fmt::join(first_names(scope_.listed_names), ", "));
    if (hint.empty())
        hint = fmt::format("declare it: `var {0}` for an unknown, `param {0} = ...` for a constant",
                           word);
    complain(node.place, fmt::format("unknown name `{}`", word), hint);
    return {};
}

Value Evaluator::named(const SyntaxNode& node)
{
    const Symbol& symbol = scope_.symbols[node.value];
    switch (symbol.kind) {
        case Symbol::Kind::nothing:
            return unknown_name(node);
        case Symbol::Kind::number: {
            Value value = symbol.value;
            if (!symbol.contested) value.alone = symbol.role;
            return value;
        }
        case Symbol::Kind::definition:
            return symbol.value;
        case Symbol::Kind::independent: {
            Value value{Value::Kind::node, 0, graph_.independent()};
            if (!symbol.contested) value.alone = symbol.role;
            return value;
        }
        case Symbol::Kind::unknown:
            return {Value::Kind::node, 0, graph_.jet(symbol.first_unknown, 0)};
        case Symbol::Kind::array:
        case Symbol::Kind::listed_array:
        case Symbol::Kind::family:
            break;
    }
    const std::string text = symbol.kind == Symbol::Kind::array
                                 ? array_text(name(node.value), symbol.bounds)
                                 : name(node.value) + "[...]";
    complain(node.place, fmt::format("`{}` is an array, `{}`", name(node.value), text),
             fmt::format("name one of its elements, such as `{}[{}]`", name(node.value),
                         symbol.bounds.empty() ? 1 : symbol.bounds[0].from));
    return {};
}

Value Evaluator::element(const SyntaxNode& node)
{
    Indices at;
    bool usable = true;
    for (const Value& v : pop(node.operands)) {
        const std::optional<std::int64_t> index = as_integer(v, node.place, "an index");
        usable &= index.has_value();
        at.push_back(index.value_or(0));
    }
    const Symbol& symbol = scope_.symbols[node.value];
    if (symbol.kind == Symbol::Kind::nothing) return unknown_name(node);
    const bool refused = symbol.kind == Symbol::Kind::definition && !symbol.value.usable();
    return usable && !refused ? element_of(symbol, node, at) : Value{};
}

Value Evaluator::element_of(const Symbol& symbol, const SyntaxNode& node, const Indices& at)
{
    const std::string& word = name(node.value);
    const bool is_array = symbol.kind == Symbol::Kind::array;
    if (is_array && at.size() != symbol.bounds.size()) {
        complain(node.place,
                 symbol.bounds.size() == 1 ? fmt::format("`{}` has one index", word)
                 : symbol.bounds.size() == 2
                     ? fmt::format("`{}` has two indices", word)
                     : fmt::format("`{}` has {} indices", word, symbol.bounds.size()),
                 fmt::format("it is declared as `{}`", array_text(word, symbol.bounds)));
        return {};
    }
    if (is_array) {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (!symbol.bounds[i].contains(at[i])) {
                complain(node.place, fmt::format("`{}` is out of range", element_name(word, at)),
                         fmt::format("the array is `{}`", array_text(word, symbol.bounds)));
                return {};
            }
            offset = offset * symbol.bounds[i].size() + (at[i] - symbol.bounds[i].from);
        }
        return {Value::Kind::node, 0, graph_.jet(symbol.first_unknown + int(offset), 0)};
    }
    if (symbol.kind == Symbol::Kind::family) {
        const auto found = symbol.elements.find(at);
        if (found != symbol.elements.end()) return found->second;
        complain(node.place, fmt::format("`{}` is not defined here", element_name(word, at)),
                 fmt::format("`let {}[...]` above defines other elements", word));
        return {};
    }
    if (symbol.kind == Symbol::Kind::listed_array) {
        const auto found = scope_.listed_unknowns.find(element_name(word, at));
        if (found != scope_.listed_unknowns.end())
            return {Value::Kind::node, 0, graph_.jet(found->second, 0)};
        complain(node.place, fmt::format("there is no unknown `{}`", element_name(word, at)));
        return {};
    }
    complain(node.place, fmt::format("`{}` is {}, not an array", word, symbol.role));
    return {};
}

}  // namespace involute
