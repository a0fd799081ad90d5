// SPDX-License-Identifier: Apache-2.0
#include "involute/forces/products.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {
namespace {

struct Signed {
    NodeId node{};
    bool negative = false;
};

bool is_sum(const Node& node)
{
    return node.op == Op::add || node.op == Op::subtract;
}

void include(Product& product, const Factor& factor)
{
    const auto at = std::ranges::lower_bound(product.factors, factor.base, {}, &Factor::base);
    if (at == product.factors.end() || at->base != factor.base) {
        product.factors.insert(at, factor);
        return;
    }
    at->exponent += factor.exponent;
    if (at->exponent == 0) product.factors.erase(at);
}

Product times(Product a, const Product& b)
{
    a.coefficient *= b.coefficient;
    a.power += b.power;
    for (const Factor& factor : b.factors) include(a, factor);
    return a;
}

class Expansion {
public:
    Expansion(Graph& graph, NodeId e, NodeId leaf)
        : graph_(graph), leaf_(leaf), part_(subgraph(graph, {e}))
    {
        std::vector<bool> contains(part_.visits.size());
        for (std::size_t i = 0; i < part_.visits.size(); ++i) {
            const Visit& visit = part_.visits[i];
            const int operands = operand_count(graph[visit.id]);
            contains[i] = visit.id == leaf || (operands > 0 && contains[visit.a]) ||
                          (operands > 1 && contains[visit.b]);
            if (contains[i]) contains_.set(visit.id, 1);
        }
    }

    std::vector<Product> expand(NodeId e) const
    {
        std::vector<Product> sum;
        std::vector<Signed> left{{e, false}};
        while (!left.empty()) {
            const Signed next = left.back();
            left.pop_back();
            const Node node = graph_[next.node];
            if (is_sum(node)) {
                // Pushed last, taken first: so the terms keep their order.
                left.push_back({node.b, next.negative != (node.op == Op::subtract)});
                left.push_back({node.a, next.negative});
            } else if (node.op == Op::negate) {
                left.push_back({node.a, !next.negative});
            } else {
                expand_product(next, sum);
            }
        }
        return sum;
    }

private:
    void expand_product(const Signed& term, std::vector<Product>& sum) const
    {
        Product product;
        if (term.negative) product.coefficient = -1;
        std::vector<NodeId> sums;
        std::vector<Factor> left{{term.node, 1}};
        while (!left.empty()) {
            const Factor next = left.back();
            left.pop_back();
            take(next, product, sums, left);
        }
        std::vector<Product> products{std::move(product)};
        for (const NodeId inner : sums) {
            std::vector<Product> longer;
            for (const Product& b : expand(inner))
                for (const Product& a : products) longer.push_back(times(a, b));
            products = std::move(longer);
        }
        sum.insert(sum.end(), products.begin(), products.end());
    }

    void take(const Factor& next, Product& product, std::vector<NodeId>& sums,
              std::vector<Factor>& left) const
    {
        const Node node = graph_[next.base];
        const int e = next.exponent;
        switch (node.op) {
            case Op::constant:
                product.coefficient *= pow(graph_.value(next.base), e);
                return;
            case Op::negate:
                if (e % 2 != 0) product.coefficient = -product.coefficient;
                left.push_back({node.a, e});
                return;
            case Op::multiply:
                left.push_back({node.a, e});
                left.push_back({node.b, e});
                return;
            case Op::divide:
                left.push_back({node.a, e});
                left.push_back({node.b, -e});
                return;
            case Op::integer_power:
                left.push_back({node.a, e * node.exponent});
                return;
            default:
                break;
        }
        if (next.base == leaf_)
            product.power += e;
        else if (is_sum(node) && e == 1 && contains_.find(next.base) == 1)
            sums.push_back(next.base);
        else
            multiply_by(graph_, product, next.base, e);
    }

    Graph& graph_;
    NodeId leaf_;
    Subgraph part_;
    NodeMap contains_{};
};

}  // namespace

void multiply_by(Graph& graph, Product& product, NodeId base, int exponent)
{
    const Node node = graph[base];
    const bool reversed = node.op == Op::subtract && node.b < node.a;
    if (reversed && exponent % 2 != 0) product.coefficient = -product.coefficient;
    include(product, {reversed ? graph.subtract(node.b, node.a) : base, exponent});
}

std::vector<Product> sum_of_products(Graph& graph, NodeId e, NodeId leaf)
{
    return Expansion(graph, e, leaf).expand(e);
}

NodeId factor_node(Graph& graph, const Factor& factor)
{
    return graph.integer_power(factor.base, factor.exponent);
}

NodeId product_node(Graph& graph, const Product& product, NodeId leaf)
{
    NodeId node = graph.constant(product.coefficient);
    for (const Factor& factor : product.factors)
        node = graph.multiply(node, factor_node(graph, factor));
    return graph.multiply(node, graph.integer_power(leaf, product.power));
}

std::vector<int> highest_derivatives(const System& system)
{
    std::vector<int> orders(std::size_t(system.unknowns()), 0);
    for (const Equation& equation : system.equations)
        for (const NodeId leaf : leaves(system.graph, equation.f)) {
            const Node& node = system.graph[leaf];
            if (node.op == Op::jet && int(node.a) < system.unknowns())
                orders[node.a] = std::max(orders[node.a], int(node.b));
        }
    return orders;
}

bool is_inertia(const Graph& graph, const Product& product, const std::vector<int>& orders)
{
    for (const Factor& factor : product.factors)
        for (const NodeId leaf : leaves(graph, factor.base)) {
            const Node& node = graph[leaf];
            if (node.op == Op::jet && node.b > 0 && node.a < orders.size() &&
                int(node.b) == orders[node.a])
                return true;
        }
    return false;
}

}  // namespace involute
