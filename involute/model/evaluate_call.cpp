// SPDX-License-Identifier: Apache-2.0
// Calls: der(e, n), the functions of the table, those of the model (evaluate_again.cpp), and texts
// that only look like calls.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "involute/base/suggest.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/stairs.hpp"
#include "involute/model/evaluate.hpp"
#include "involute/model/foreign_names.hpp"

namespace involute {
namespace {

// Names from textbooks and other languages.
struct Alias {
    std::string_view alias{};
    std::string_view ours{};
};
constexpr Alias aliases[] = {
    {"ln", "log"},         {"arcsin", "asin"},  {"arccos", "acos"},   {"arctan", "atan"},
    {"arctan2", "atan2"},  {"sgn", "sign"},     {"fabs", "abs"},      {"diff", "der"},
    {"derivative", "der"}, {"tg", "tan"},       {"sh", "sinh"},       {"ch", "cosh"},
    {"th", "tanh"},        {"root", "sqrt"},    {"arsinh", "asinh"},  {"arcosh", "acosh"},
    {"artanh", "atanh"},   {"lg", "log10"},     {"arcsinh", "asinh"}, {"arccosh", "acosh"},
    {"arctanh", "atanh"},  {"product", "prod"},
};

std::string function_hint(std::string_view word)
{
    if (word == "pow" || word == "power") return "write `x^n`";
    if (word == "sum" || word == "prod")
        return fmt::format("write `{}(i in 1..N: ...)` with an index and its range", word);
    if (std::string instead = instead_of_function(word); !instead.empty()) return instead;
    for (const Alias& a : aliases)
        if (a.alias == word) return fmt::format("did you mean `{}`?", a.ours);
    std::vector<std::string_view> names{"der", "ceil", "mod"};
    for (FunctionId f = 0; f < functions().size(); ++f)
        if (!is_choice(f)) names.push_back(functions()[f].name);
    std::string hint = did_you_mean(word, names);
    if (hint.empty()) hint = fmt::format("there are {}", fmt::join(names, ", "));
    return hint;
}

}  // namespace

bool Evaluator::is_call_of_unknown(const Expression& expression) const
{
    const SyntaxNode& last = model_.nodes[expression.end - 1];
    return last.kind == SyntaxKind::call &&
           scope_.symbols[last.value].kind == Symbol::Kind::unknown;
}

Value Evaluator::call(const SyntaxNode& node)
{
    const std::vector<Value> arguments = pop(node.operands);
    const std::string& word = name(node.value);
    if (const auto f = scope_.functions.find(node.value); f != scope_.functions.end())
        return defined(f->second, node, arguments);
    if (word != "der") return function(node, arguments);
    if (arguments.size() > 2) {
        complain(node.place, "`der` has one or two arguments", "der(x, 2) is the same as x''");
        return {};
    }
    if (arguments.size() == 1) return derivative(arguments[0], 1, node.place);
    const auto order = as_integer(arguments[1], node.place, "the order of a derivative");
    return order ? derivative(arguments[0], *order, node.place) : Value{};
}

Value Evaluator::not_a_function(const SyntaxNode& node)
{
    const std::string& word = name(node.value);
    const Symbol& symbol = scope_.symbols[node.value];
    if (symbol.kind != Symbol::Kind::nothing)
        complain(node.place, fmt::format("`{}` is {}, not a function", word, symbol.role),
                 fmt::format("no implicit multiplication: write `{}*(...)`{}", word,
                             symbol.kind == Symbol::Kind::unknown
                                 ? fmt::format("; what holds at the start is `start {} = 1`", word)
                                 : ""));
    else
        complain(node.place, fmt::format("unknown function `{}`", word), function_hint(word));
    return {};
}

Value Evaluator::function(const SyntaxNode& node, const std::vector<Value>& arguments)
{
    const bool ceil = name(node.value) == "ceil", mod = name(node.value) == "mod";
    const std::optional<FunctionId> id =
        ceil || mod ? floor_function() : find_function(name(node.value));
    if (!id) return not_a_function(node);
    const int arity = mod ? 2 : functions()[*id].arity;
    // min and max of many are those of two, one after the other; of one they are what it is
    const bool many = name(node.value) == "min" || name(node.value) == "max";
    if (many ? arguments.empty() : int(arguments.size()) != arity) {
        complain(node.place, fmt::format("`{}` has {}, not {}", name(node.value),
                                         many         ? "one or more arguments"
                                         : arity == 1 ? "one argument"
                                                      : "two arguments",
                                         arguments.size()));
        return {};
    }
    bool constant = true;
    for (const Value& a : arguments) {
        if (!a.usable()) return {};
        constant &= a.is_constant();
    }
    NodeId result = as_node(arguments[0]);
    if (ceil)
        result = ceil_of(graph_, result);
    else if (mod)
        result = mod_of(graph_, result, as_node(arguments[1]));
    else if (arity == 1)
        result = graph_.call(*id, result);
    for (std::size_t k = 1; k < arguments.size() && !mod; ++k)
        result = graph_.call(*id, result, as_node(arguments[k]));
    const bool by_zero = mod && graph_.is_constant(as_node(arguments[1]), 0);
    if (by_zero || (constant && !graph_.is_constant(result)))
        return no_number(node.place, fmt::format("the value of this `{}` is not a finite number",
                                                 name(node.value)));
    return value_of(graph_, result);
}

}  // namespace involute
