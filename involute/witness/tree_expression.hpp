// SPDX-License-Identifier: Apache-2.0
// The value of an expression of a parsed text. It shares with the reader of models neither the
// resolution of names nor the graph of expressions: a mistake in one of them shows as a difference.
// The text has been read without complaint before, so nothing is checked here.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "involute/text/model.hpp"
#include "involute/witness/tree_value.hpp"

namespace involute {

template <class S>
class TreeExpression {
public:
    explicit TreeExpression(const Model& model);

    TreeValue<S> value(const Expression& expression);
    std::int64_t integer(const Expression& expression);
    std::vector<std::int64_t> key(const std::vector<Expression>& indices);

    std::vector<TreeMeaning<S>> meanings;          // by name
    const std::vector<Series<S>>* jets = nullptr;  // of the unknowns, while equations are walked

private:
    TreeValue<S> between(std::uint32_t begin, std::uint32_t end);
    TreeValue<S> node(const SyntaxNode& node);
    TreeValue<S> repeated(const SyntaxNode& node, std::uint32_t body);
    TreeValue<S> chosen(const SyntaxNode& node, std::uint32_t branches);
    TreeValue<S> condition(const SyntaxNode& node);
    TreeValue<S> written(const FunctionStatement& f);
    TreeValue<S> element(const SyntaxNode& node);
    TreeValue<S> call(const SyntaxNode& node);
    TreeValue<S> pop();
    TreeValue<S> derivative(const TreeValue<S>& a, std::int64_t n);

    const Model& model_;
    std::vector<std::optional<FunctionId>> functions_{};           // by name
    std::map<std::uint32_t, const FunctionStatement*> written_{};  // functions of the text, by name
    std::vector<bool> has_kinks_{};                                // by function
    std::vector<TreeValue<S>> stack_{};
    double taken_ = 0;          // the largest number behind the operands of a node
    std::int64_t shifts_ = -1;  // the most of them
};

extern template class TreeExpression<double>;
extern template class TreeExpression<Quad>;

}  // namespace involute
