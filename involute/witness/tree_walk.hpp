// SPDX-License-Identifier: Apache-2.0
// The equations of a parsed text at a point, walked statement by statement: what the author wrote,
// before anything was made of it. Unknowns and equations are numbered in the order of the text, as
// in the System that was read from it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "involute/witness/tree_expression.hpp"
#include "involute/witness/written_input.hpp"
#include "involute/witness/written_model.hpp"

namespace involute {

using ParameterValues = std::vector<std::pair<std::string, Quad>>;

struct TreeDeclarations;

template <class S>
class TreeWalk {
public:
    /// The text must outlive it. Parameters and bounds are computed in Quad, whatever S is.
    /// Values are of parameters, and go before what the text says of them.
    explicit TreeWalk(const WrittenModel& written, const ParameterValues& values = {});
    ~TreeWalk();
    TreeWalk(const TreeWalk&) = delete;
    TreeWalk& operator=(const TreeWalk&) = delete;
    /// From now on parameters have these values. How many unknowns there are depends on none.
    void set(const ParameterValues& values);

    int unknowns() const { return unknowns_; }
    /// Left minus right of every equation as a series along the curve whose unknowns have the given
    /// series at x. The coefficient l is right where the jets it depends on are given.
    const std::vector<TreeValue<S>>& operator()(const S& x, const std::vector<Series<S>>& jets);

private:
    void walk_at(const S& x, std::size_t length);
    void take_declared();
    void walk(const std::vector<Statement>& statements);
    void define(const LetStatement& let);
    void turn(const LoopStatement& loop);

    const Model& model_;
    ParameterValues values_;
    std::unique_ptr<TreeDeclarations> declared_;
    TreeExpression<S> expressions_;
    std::vector<std::uint32_t> families_{};  // names
    std::vector<TreeValue<S>> found_{};
    std::uint32_t independent_ = 0;
    bool uses_independent_ = false;
    std::int64_t shifts_ = 0;  // the most of functions of the independent variable, so far
    int unknowns_ = 0;
};

extern template class TreeWalk<double>;
extern template class TreeWalk<Quad>;

}  // namespace involute
