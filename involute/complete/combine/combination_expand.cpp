// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_expand.hpp"

#include <map>
#include <vector>

#include "involute/expr/identity.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

constexpr std::size_t most_nodes = 400;
constexpr std::size_t most_monomials = 120;
constexpr int largest_power = 6;  // of a sum that is multiplied out

using Monomial = std::map<NodeId, int>;  // factor -> exponent

struct Coefficient {
    NodeId value = 0;  // a constant
    Quad size = 0;     // of the largest number that went into it
};

using Polynomial = std::map<Monomial, Coefficient>;

class Algebra {
public:
    explicit Algebra(Graph& graph) : graph_(graph), one_(graph.constant(1)) {}

    Polynomial number(NodeId constant) const
    {
        return {{Monomial{}, {constant, abs(graph_.value(constant))}}};
    }
    Polynomial atom(NodeId id) const { return {{Monomial{{id, 1}}, {one_, 1}}}; }

    Polynomial scaled(Polynomial p, NodeId factor)
    {
        for (auto& [monomial, c] : p)
            c = {graph_.multiply(c.value, factor), c.size * abs(graph_.value(factor))};
        return p;
    }

    Polynomial sum(Polynomial p, const Polynomial& q)
    {
        for (const auto& [monomial, c] : q) add_to(p, monomial, c.value, c.size);
        return p;
    }

    Polynomial product(const Polynomial& p, const Polynomial& q)
    {
        Polynomial result;
        for (const auto& [a, c] : p)
            for (const auto& [b, k] : q) {
                Monomial both = a;
                for (const auto& [factor, exponent] : b)
                    if ((both[factor] += exponent) == 0) both.erase(factor);
                add_to(result, both, graph_.multiply(c.value, k.value), c.size * k.size);
            }
        return result;
    }

private:
    void add_to(Polynomial& sum, const Monomial& monomial, NodeId value, const Quad& size)
    {
        const auto [at, is_new] = sum.try_emplace(monomial, Coefficient{value, size});
        if (is_new) return;
        at->second = {graph_.add(at->second.value, value), std::max(at->second.size, size)};
    }

    Graph& graph_;
    NodeId one_;
};

// Operands come before their users, so no recursion is needed. Empty when there are too many terms.
std::optional<Polynomial> polynomial_of(Graph& graph, NodeId e)
{
    Algebra algebra(graph);
    const NodeId minus = graph.constant(-1);
    const Subgraph part = subgraph(graph, {e});
    if (part.visits.size() > most_nodes) return std::nullopt;
    std::vector<Polynomial> found;
    for (const Visit& visit : part.visits) {
        const Node node = graph[visit.id];
        const auto a = [&]() -> const Polynomial& { return found[visit.a]; };
        const auto b = [&]() -> const Polynomial& { return found[visit.b]; };
        Polynomial p;
        if (node.op == Op::constant) {
            if (!graph.is_constant(visit.id, 0)) p = algebra.number(visit.id);
        } else if (node.op == Op::add) {
            p = algebra.sum(a(), b());
        } else if (node.op == Op::subtract) {
            p = algebra.sum(a(), algebra.scaled(b(), minus));
        } else if (node.op == Op::negate) {
            p = algebra.scaled(a(), minus);
        } else if (node.op == Op::multiply) {
            p = algebra.product(a(), b());
        } else if (node.op == Op::divide && graph.is_constant(node.b) &&
                   graph.is_constant(graph.divide(graph.constant(1), node.b))) {
            p = algebra.scaled(a(), graph.divide(graph.constant(1), node.b));
        } else if (node.op == Op::integer_power && node.exponent > 0 &&
                   node.exponent <= largest_power) {
            p = a();
            for (int k = 1; k < node.exponent && p.size() <= most_monomials; ++k)
                p = algebra.product(p, a());
        } else {
            p = algebra.atom(visit.id);
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
        if (!graph.is_constant(c.value)) return std::nullopt;  // beyond the range of a number
        if (abs(graph.value(c.value)) <= round_off * c.size && round_off > 0) continue;
        if (is_proved_zero(graph, c.value)) continue;
        if (monomial.empty())
            last = c.value;
        else
            sum = graph.add(sum, graph.multiply(c.value, write(graph, monomial)));
    }
    return graph.add(sum, last);
}

}  // namespace involute
