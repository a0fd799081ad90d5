// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_expand.hpp"

#include <map>
#include <vector>

#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

constexpr std::size_t most_nodes = 400;
constexpr std::size_t most_monomials = 120;
constexpr int largest_power = 6;  // of a sum that is multiplied out

using Monomial = std::map<NodeId, int>;  // factor -> exponent

struct Coefficient {
    Quad value = 0;
    Quad size = 0;  // of the largest number that went into it
};

using Polynomial = std::map<Monomial, Coefficient>;

void add_to(Polynomial& sum, const Monomial& monomial, const Quad& value, const Quad& size)
{
    Coefficient& c = sum[monomial];
    c.value += value;
    c.size = std::max(c.size, size);
}

Polynomial scaled(Polynomial p, const Quad& factor)
{
    for (auto& [monomial, c] : p) c = {c.value * factor, c.size * abs(factor)};
    return p;
}

Polynomial sum_of(Polynomial p, const Polynomial& q, int sign)
{
    for (const auto& [monomial, c] : q) add_to(p, monomial, sign * c.value, c.size);
    return p;
}

Polynomial product_of(const Polynomial& p, const Polynomial& q)
{
    Polynomial product;
    for (const auto& [a, c] : p)
        for (const auto& [b, k] : q) {
            Monomial both = a;
            for (const auto& [factor, exponent] : b)
                if ((both[factor] += exponent) == 0) both.erase(factor);
            add_to(product, both, c.value * k.value, c.size * k.size);
        }
    return product;
}

Polynomial atom(NodeId id)
{
    return {{Monomial{{id, 1}}, {1, 1}}};
}

// Operands come before their users, so no recursion is needed. Empty when there are too many terms.
std::optional<Polynomial> polynomial_of(const Graph& graph, NodeId e)
{
    const Subgraph part = subgraph(graph, {e});
    if (part.visits.size() > most_nodes) return std::nullopt;
    std::vector<Polynomial> found;
    for (const Visit& visit : part.visits) {
        const Node& node = graph[visit.id];
        const auto a = [&]() -> const Polynomial& { return found[visit.a]; };
        const auto b = [&]() -> const Polynomial& { return found[visit.b]; };
        Polynomial p;
        if (node.op == Op::constant) {
            if (graph.value(visit.id) != 0)
                p = {{Monomial{}, {graph.value(visit.id), abs(graph.value(visit.id))}}};
        } else if (node.op == Op::add || node.op == Op::subtract) {
            p = sum_of(a(), b(), node.op == Op::add ? 1 : -1);
        } else if (node.op == Op::negate) {
            p = scaled(a(), -1);
        } else if (node.op == Op::multiply) {
            p = product_of(a(), b());
        } else if (node.op == Op::divide && graph.is_constant(node.b)) {
            p = scaled(a(), 1 / graph.value(node.b));
        } else if (node.op == Op::integer_power && node.exponent > 0 &&
                   node.exponent <= largest_power) {
            p = a();
            for (int k = 1; k < node.exponent && p.size() <= most_monomials; ++k)
                p = product_of(p, a());
        } else {
            p = atom(visit.id);
        }
        if (p.size() > most_monomials) return std::nullopt;
        found.push_back(std::move(p));
    }
    return found[part.roots[0]];
}

NodeId write(Graph& graph, const Monomial& monomial)
{
    NodeId product = graph.constant(1);
    for (const auto& [factor, exponent] : monomial)
        product =
            graph.multiply(product, exponent == 1 ? factor : graph.integer_power(factor, exponent));
    return product;
}

}  // namespace

std::optional<NodeId> expanded(Graph& graph, NodeId e, double round_off)
{
    const std::optional<Polynomial> p = polynomial_of(graph, e);
    if (!p) return std::nullopt;
    // Numbers last: x^2 + y^2 - 1.
    NodeId sum = graph.constant(0), last = graph.constant(0);
    for (const auto& [monomial, c] : *p) {
        if (abs(c.value) <= round_off * c.size) continue;
        if (monomial.empty()) {
            last = graph.constant(c.value);
            continue;
        }
        const NodeId term = graph.multiply(graph.constant(abs(c.value)), write(graph, monomial));
        sum = c.value < 0 ? graph.subtract(sum, term) : graph.add(sum, term);
    }
    return graph.add(sum, last);
}

}  // namespace involute
