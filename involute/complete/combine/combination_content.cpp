// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_content.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

using Factors = std::map<NodeId, int>;  // factor -> exponent, positive

/// factors · rest
struct Product {
    Factors factors{};
    NodeId rest = 0;
};

Factors common(const Factors& p, const Factors& q)
{
    Factors both;
    for (const auto& [factor, exponent] : p)
        if (const auto at = q.find(factor); at != q.end())
            both[factor] = std::min(exponent, at->second);
    return both;
}

class Contents {
public:
    explicit Contents(Graph& graph) : graph_(graph) {}

    /// What the nodes are products of: of a sum, the factors of all its terms.
    std::vector<Product> of(const std::vector<NodeId>& nodes)
    {
        const Subgraph part = subgraph(graph_, nodes);
        std::vector<Product> found;
        for (const Visit& visit : part.visits) {
            const Node node = graph_[visit.id];
            const auto a = [&]() -> const Product& { return found[visit.a]; };
            const auto b = [&]() -> const Product& { return found[visit.b]; };
            if (node.op == Op::multiply)
                found.push_back(product(a(), b()));
            else if (node.op == Op::negate)
                found.push_back({a().factors, graph_.negate(a().rest)});
            else if (node.op == Op::add || node.op == Op::subtract)
                found.push_back(sum(a(), b(), node.op));
            else if (node.op == Op::integer_power && node.exponent > 0)
                found.push_back(power(a(), node.exponent));
            else if (node.op == Op::constant)
                found.push_back({{}, visit.id});
            else
                found.push_back({{{visit.id, 1}}, graph_.constant(1)});
        }
        std::vector<Product> result;
        for (const std::uint32_t root : part.roots) result.push_back(found[root]);
        return result;
    }

    /// The product without some of its factors.
    NodeId written(const Product& p, const Factors& without)
    {
        NodeId result = p.rest;
        for (const auto& [factor, exponent] : p.factors) {
            const auto at = without.find(factor);
            const int left = exponent - (at == without.end() ? 0 : at->second);
            if (left == 1) result = graph_.multiply(result, factor);
            if (left > 1) result = graph_.multiply(result, graph_.integer_power(factor, left));
        }
        return result;
    }

private:
    Product product(Product p, const Product& q)
    {
        for (const auto& [factor, exponent] : q.factors) p.factors[factor] += exponent;
        p.rest = graph_.multiply(p.rest, q.rest);
        return p;
    }

    Product power(Product p, int exponent)
    {
        for (auto& [factor, times] : p.factors) times *= exponent;
        p.rest = graph_.integer_power(p.rest, exponent);
        return p;
    }

    Product sum(const Product& p, const Product& q, Op op)
    {
        Product result{common(p.factors, q.factors), 0};
        const NodeId a = written(p, result.factors), b = written(q, result.factors);
        const NodeId rest = op == Op::add ? graph_.add(a, b) : graph_.subtract(a, b);
        result.rest = graph_.constant(1);
        if (graph_.is_constant(rest))
            result.rest = rest;
        else
            ++result.factors[rest];
        return result;
    }

    Graph& graph_;
};

}  // namespace

std::vector<NodeId> without_content(Graph& graph, const std::vector<NodeId>& u)
{
    Contents contents(graph);
    const std::vector<Product> products = contents.of(u);
    std::optional<Factors> content;
    for (const Product& p : products)
        if (!graph.is_constant(p.rest, 0))
            content = content ? common(*content, p.factors) : p.factors;
    if (!content || content->empty()) return u;
    std::vector<NodeId> result;
    for (const Product& p : products)
        result.push_back(graph.is_constant(p.rest, 0) ? p.rest : contents.written(p, *content));
    return result;
}

}  // namespace involute
