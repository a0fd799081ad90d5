// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/multiples.hpp"

#include <algorithm>

#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

class Reducer {
public:
    Reducer(Graph& graph, const std::vector<NodeId>& equations) : graph_(graph)
    {
        const std::size_t n = equations.size();
        result_.rows = equations;
        result_.used.assign(n, std::vector<char>(n, 0));
        for (std::size_t i = 0; i < n; ++i) result_.used[i][i] = 1;
    }

    /// Every change makes an equation smaller, so that this ends. (Writing an expression again can
    /// give another node even where nothing was left out.)
    WithoutMultiples run()
    {
        std::size_t unchanged = 0;
        for (std::size_t i = 0; unchanged < result_.rows.size() && !result_.impossible;
             i = (i + 1) % result_.rows.size())
            unchanged = reduce(i) ? 0 : unchanged + 1;
        return std::move(result_);
    }

private:
    bool reduce(std::size_t i)
    {
        NodeMap others;
        for (std::size_t k = 0; k < result_.rows.size(); ++k) {
            if (k == i || result_.rows[k] == result_.rows[i]) continue;
            others.set(result_.rows[k], std::uint32_t(k));
            others.set(graph_.negate(result_.rows[k]), std::uint32_t(k));
        }
        const NodeId old = result_.rows[i];
        std::vector<char> used(result_.rows.size(), 0);
        const NodeId made = rewritten(old, others, used);
        const auto size = [&](NodeId e) { return subgraph(graph_, {e}).visits.size(); };
        if (graph_.is_constant(made, 0) || std::ranges::count(used, 1) == 0 ||
            size(made) >= size(old))
            return false;
        result_.rows[i] = made;
        result_.changed = true;
        if (graph_.is_constant(made)) result_.impossible = i;
        for (std::size_t k = 0; k < used.size(); ++k)
            for (std::size_t a = 0; used[k] && a < used.size(); ++a)
                result_.used[i][a] |= result_.used[k][a];
        return true;
    }

    /// e with 0 for other equations, where e is a polynomial in them; inside functions and divisors
    /// they stay.
    NodeId rewritten(NodeId e, const NodeMap& others, std::vector<char>& used)
    {
        const Subgraph part = subgraph(graph_, {e});
        std::vector<NodeId> made;
        std::vector<std::vector<char>> uses;  // by visit: the equations left out of it
        for (const Visit& visit : part.visits) {
            const Node node = graph_[visit.id];
            NodeId id = visit.id;
            std::vector<char> here(used.size(), 0);
            const auto take = [&](std::uint32_t operand) {
                for (std::size_t k = 0; k < here.size(); ++k) here[k] |= uses[operand][k];
                return made[operand];
            };
            if (const std::uint32_t k = visit.id == e ? NodeMap::absent : others.find(visit.id);
                k != NodeMap::absent) {
                id = graph_.constant(0);
                here[k] = 1;
            } else if (node.op == Op::add) {
                id = graph_.add(take(visit.a), take(visit.b));
            } else if (node.op == Op::subtract) {
                id = graph_.subtract(take(visit.a), take(visit.b));
            } else if (node.op == Op::multiply) {
                id = graph_.multiply(take(visit.a), take(visit.b));
            } else if (node.op == Op::negate) {
                id = graph_.negate(take(visit.a));
            } else if (node.op == Op::divide) {
                id = graph_.divide(take(visit.a), node.b);
            } else if (node.op == Op::integer_power && node.exponent > 0) {
                id = graph_.integer_power(take(visit.a), node.exponent);
            }
            made.push_back(id);
            uses.push_back(std::move(here));
        }
        used = uses[part.roots[0]];
        return made[part.roots[0]];
    }

    Graph& graph_;
    WithoutMultiples result_{};
};

}  // namespace

WithoutMultiples without_multiples(Graph& graph, const std::vector<NodeId>& equations)
{
    return Reducer(graph, equations).run();
}

}  // namespace involute
