// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/cleared.hpp"

#include <algorithm>
#include <map>

#include "involute/expr/evaluate.hpp"

namespace involute {
namespace {

/// Whether e contains no unknown, and is 0 at x.
bool vanishes(const Graph& graph, NodeId e, const Quad& x)
{
    const Subgraph part = subgraph(graph, std::vector<NodeId>{e});
    const bool of_x = std::ranges::none_of(
        part.visits, [&](const Visit& visit) { return graph[visit.id].op == Op::jet; });
    return of_x && evaluate<Quad>(graph, e, [&](NodeId) { return x; }) == 0;
}

class Clearing {
public:
    Clearing(Graph& graph, const Quad& x) : graph_(graph), x_(x) {}

    /// The factor by which f loses its vanishing denominators; absent: there is none.
    std::optional<NodeId> factor(NodeId f)
    {
        find(f);
        if (powers_.empty()) return std::nullopt;
        NodeId product = graph_.constant(1);
        for (const auto& [base, power] : powers_)
            product = graph_.multiply(product, graph_.integer_power(base, power));
        return product;
    }

    /// f · factor, without those denominators.
    std::optional<NodeId> times(NodeId f, NodeId factor)
    {
        const Node node = graph_[f];
        if (!contains(f)) return graph_.multiply(f, factor);
        switch (node.op) {
            case Op::add:
            case Op::subtract: {
                const auto a = times(node.a, factor), b = times(node.b, factor);
                if (!a || !b) return std::nullopt;
                return node.op == Op::add ? graph_.add(*a, *b) : graph_.subtract(*a, *b);
            }
            case Op::negate: {
                const auto a = times(node.a, factor);
                return a ? std::optional(graph_.negate(*a)) : std::nullopt;
            }
            case Op::multiply: {
                if (contains(node.a) && contains(node.b)) return std::nullopt;
                const bool first = contains(node.a);
                const auto part = times(first ? node.a : node.b, factor);
                return part ? std::optional(graph_.multiply(*part, first ? node.b : node.a))
                            : std::nullopt;
            }
            case Op::divide: {
                if (!vanishes(graph_, node.b, x_)) {
                    const auto top = times(node.a, factor);
                    return top ? std::optional(graph_.divide(*top, node.b)) : std::nullopt;
                }
                if (contains(node.a)) return std::nullopt;
                return graph_.multiply(node.a, graph_.divide(factor, node.b));
            }
            case Op::integer_power:
                return graph_.multiply(factor, f);
            default:
                return std::nullopt;
        }
    }

private:
    bool is_denominator(NodeId id) const
    {
        const Node& node = graph_[id];
        if (node.op == Op::divide) return vanishes(graph_, node.b, x_);
        return node.op == Op::integer_power && node.exponent < 0 && vanishes(graph_, node.a, x_);
    }
    bool contains(NodeId e) const
    {
        const Subgraph part = subgraph(graph_, std::vector<NodeId>{e});
        return std::ranges::any_of(part.visits,
                                   [&](const Visit& visit) { return is_denominator(visit.id); });
    }
    void find(NodeId f)
    {
        const Subgraph part = subgraph(graph_, std::vector<NodeId>{f});
        for (const Visit& visit : part.visits) {
            if (!is_denominator(visit.id)) continue;
            const Node node = graph_[visit.id];
            const NodeId below = node.op == Op::divide ? node.b : visit.id;
            const Node divisor = graph_[below];
            const bool power = divisor.op == Op::integer_power;
            int& most = powers_[power ? divisor.a : below];
            most = std::max(most, power ? std::abs(divisor.exponent) : 1);
        }
    }

    Graph& graph_;
    const Quad& x_;
    std::map<NodeId, int> powers_;
};

}  // namespace

std::optional<NodeId> cleared_of_denominators(Graph& graph, NodeId f, const Quad& x)
{
    Clearing clearing(graph, x);
    const auto factor = clearing.factor(f);
    return factor ? clearing.times(f, *factor) : std::optional(f);
}

}  // namespace involute
