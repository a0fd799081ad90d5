// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/sign_cases.hpp"

#include <algorithm>
#include <optional>

#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {
namespace {

constexpr std::size_t most_signs = 3;  // 27 cases

std::vector<NodeId> signs_in(const Graph& graph, NodeId expression)
{
    std::vector<NodeId> signs;
    for (const Visit& visit : subgraph(graph, {expression}).visits) {
        const Node& node = graph[visit.id];
        if (node.op == Op::call && node.function == sign_function()) signs.push_back(visit.id);
    }
    return signs;
}

bool can_be(const Interval& argument, int sign)
{
    if (sign == 0) return argument.low <= 0 && argument.high >= 0;
    return sign > 0 ? !(argument.high <= 0) : !(argument.low >= 0);
}

}  // namespace

SignCases::SignCases(CompletedSystem& completed, NodeId expression)
{
    Graph& graph = completed.system.graph;
    const std::vector<NodeId> signs = signs_in(graph, expression);
    if (signs.empty() || signs.size() > most_signs) return;
    arguments_ = signs.size();
    std::vector<NodeId> outputs;
    for (const NodeId sign : signs) outputs.push_back(graph[sign].a);
    std::vector<int> chosen(signs.size(), -1);
    for (;;) {
        std::vector<NodeId> values;
        for (const int sign : chosen) values.push_back(graph.constant(sign));
        const NodeId e = substitute(graph, expression, signs, values);
        const auto known = std::find(outputs.begin() + long(arguments_), outputs.end(), e);
        cases_.push_back({chosen, std::size_t(known - outputs.begin())});
        if (known == outputs.end()) outputs.push_back(e);
        const auto next = std::ranges::find_if(chosen, [](int sign) { return sign < 1; });
        if (next == chosen.end()) break;
        std::fill(chosen.begin(), next, -1);
        ++*next;
    }
    bounds_ = Interpreter<Enclosure>(write_values(completed, outputs));
    out_.resize(bounds_.outputs());
    work_.resize(bounds_.work_size());
    bounds_.prepare(work_.data());
}

template <class Use>
void SignCases::visit(const Enclosure* in, const Use& use)
{
    if (cases_.empty()) return;
    bounds_.run(in, out_.data(), work_.data());
    const auto possible = [&](const Case& c) {
        for (std::size_t i = 0; i < arguments_; ++i)
            if (!out_[i].nowhere && !can_be(out_[i].v, c.signs[i])) return false;
        return !out_[c.output].nowhere;
    };
    for (const Case& c : cases_)
        if (possible(c)) use(out_[c.output].v);
}

Interval SignCases::narrow(const Enclosure* in, const Interval& value)
{
    std::optional<Interval> all;
    visit(in, [&](const Interval& found) { all = all ? hull(*all, found) : found; });
    return all && all->low <= all->high ? *all : value;
}

double SignCases::width(const Enclosure* in, const Interval& value)
{
    std::optional<double> widest;
    visit(in, [&](const Interval& found) { widest = std::max(widest.value_or(0), found.width()); });
    return widest.value_or(value.width());
}

}  // namespace involute
