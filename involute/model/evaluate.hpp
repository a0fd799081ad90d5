// SPDX-License-Identifier: Apache-2.0
// Expressions of a model as nodes of a graph. What is wrong is reported and makes the value
// unusable; evaluation goes on, so that one line can have several mistakes. Calls are in
// evaluate_call.cpp, names and elements of arrays in evaluate_name.cpp, sums and the model's own
// functions in evaluate_again.cpp, choices and conditions in evaluate_choice.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "involute/base/limits.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/model/scope.hpp"

namespace involute {

/// Thrown when a limit is exceeded or there are more errors than a person reads: ends the
/// evaluation.
struct TooMuch {};

class Evaluator {
public:
    Evaluator(const Model& model, Scope& scope, Graph& graph, Findings& findings)
        : model_(model), scope_(scope), graph_(graph), findings_(findings)
    {
    }

    Value value(const Expression& expression);
    /// The expression as a node.
    std::optional<NodeId> node(const Expression& expression);
    NodeId as_node(const Value& value);
    /// a - b as a node, for the equation a = b.
    std::optional<NodeId> difference(const Expression& a, const Expression& b);
    /// A constant that fits a double; `what` begins the message if it is none ("a start value").
    std::optional<Quad> constant(const Expression& expression, std::string_view what);
    std::optional<Quad> constant(const Value& value, const Place& place, std::string_view what);
    /// Whether no unknown and no independent variable is in it: a constant, or a formula of tunable
    /// parameters, which it returns.
    bool is_number(const Value& value) const;
    std::optional<NodeId> formula(const Value& value) const;
    std::optional<std::int64_t> integer(const Expression& expression, std::string_view what);
    /// The value with the small parameter replaced by its number.
    Value settled(const Value& value);
    /// The value of each index; nothing if one is not an integer.
    std::optional<Indices> indices(const std::vector<Expression>& expressions);

    /// Whether it is written like x(0), with an unknown x.
    bool is_call_of_unknown(const Expression& expression) const;

    /// Reports a mistake, with the values of the loop variables. Throws TooMuch after too many.
    void complain(const Place& place, std::string message, std::string hint = "");
    /// Complains of a value that depends on parameters which can be set.
    bool refuse_tunable(const Value& value, const Place& place, std::string_view what);
    /// Complains of a parameter that is to be set and cannot be.
    void complain_of_setting(const Place& place, std::string_view parameter, std::string_view why);
    /// Reports a limit and throws TooMuch.
    [[noreturn]] void give_up(const Place& place, std::string message, const Limit& limit);

    const std::string& name(std::uint32_t id) const { return model_.names[id]; }
    /// " (i = 3, j = 1)" inside loops, else nothing.
    std::string loop_text() const;

    std::vector<std::pair<std::uint32_t, std::int64_t>> loop_values{};
    std::vector<std::uint32_t> local_names{};  // defined by `let` in the loop under way
    /// Where a `let` that has not been reached yet defines a name.
    std::unordered_map<std::uint32_t, Place> later{};

private:
    Value between(std::uint32_t begin, std::uint32_t end, const Place& place);
    Value evaluate(const SyntaxNode& node);
    Value chosen(const SyntaxNode& node, std::uint32_t branches);
    Value compared(const SyntaxNode& node);
    Value joined(const SyntaxNode& node);
    Value no_number(const Place& place, std::string message);
    Value repeated(const SyntaxNode& node, std::uint32_t body);
    Value defined(DefinedFunction& f, const SyntaxNode& node, const std::vector<Value>& arguments);
    Value body_of(const DefinedFunction& f, const std::vector<Value>& arguments);
    Value combined(SyntaxKind kind, const Value& a, const Value& b, const Place& place);
    Value named(const SyntaxNode& node);
    Value element(const SyntaxNode& node);
    Value element_of(const Symbol& symbol, const SyntaxNode& node, const Indices& at);
    Value call(const SyntaxNode& node);
    Value function(const SyntaxNode& node, const std::vector<Value>& arguments);
    Value not_a_function(const SyntaxNode& node);
    Value derivative(const Value& of, std::int64_t order, const Place& place);
    Value binary(const SyntaxNode& node);
    Value literal(const Literal& number, const Place& place);
    Value negated(const Value& a);
    Value folded(NodeId result, bool constant, const Place& place);
    Value power(const SyntaxNode& node, const Value& base, const Value& exponent);
    Value unknown_name(const SyntaxNode& node);
    std::string independent_name() const;
    std::string foreign_hint(const std::string& word) const;
    bool is_denominator_of_derivative(const std::string& word) const;
    Value pop();
    std::vector<Value> pop(int count);
    std::optional<std::int64_t> as_integer(const Value& value, const Place& place,
                                           std::string_view what);
    void spend(std::size_t nodes, const Place& place);

    const Model& model_;
    Scope& scope_;
    Graph& graph_;
    Findings& findings_;
    std::vector<Value> stack_{};
    NodeMap derivatives_{};
    std::unordered_set<std::uint32_t> reported_names_{};
    std::size_t spent_ = 0;
    int not_taken_ = 0;          // branches under evaluation that numbers have decided against
    std::vector<int> inside_{};  // the model's functions under evaluation, by number
};

/// Every name that could have been meant, for suggestions.
std::vector<std::string_view> known_names(const Model& model, const Scope& scope);

}  // namespace involute
